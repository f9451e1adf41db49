#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --probe: what a law computes on its way, and a fault in a shader named by its line.

. "$(dirname "$0")/support.sh"

laws=$source_folder/glsl

# plant FILE SED: a copy of FILE of glsl/ in the folder `planted`, changed, for OpenGL alone.
plant() {
    mkdir -p "planted/$(dirname "$1")"
    sed "$2" "$laws/$1" >"planted/$1"
    ! cmp -s "planted/$1" "$laws/$1" || fail "nothing planted in $1 by $2"
    machine="MOTE_GLSL=$PWD/planted"
    line=$(grep -n "$3" "planted/$1" | cut -d : -f 1)
}

make_fountain() {
    cat >fountain.json <<TEXT
{
  "model": "emitter",
  "dimension": 2,
  "particles": 500,
  "emitter": {"emitters": [{"rate": 600, "lifetime": [0.1, 0.2]}]}
}
TEXT
}

case_run_lists_the_values_of_its_backend() {
    mote run $small --steps 3 --search grid --probe pair:7
    ends 0
    says '^probe of stage pair, particle 7, in step 2$'
    says '^CPU \(1 thread, .*\), by its scalar kernel$'
    says '^  \(stage\) +candidate +0x00000007 7$'
    says '^  life\.glsl:[0-9]+ +inverse +0x[0-9a-f]{8} [-0-9.e+]+$'
    says '^  \(stage\) +sum\.pull\.x\.low +0x[0-9a-f]{8} [0-9]+$'
    says '^300 particles, 3 steps'
}

case_the_state_is_that_of_a_run_without() {
    hash=$(hash_of $small --steps 3)
    mote run $small --steps 3 --hash --probe update:7
    says "^state hash after 3 steps: $hash$"
    [ -n "$hash" ] || fail "no hash"
}

# A scene whose law has two passes.
fluid="--set model=fluid -n 300 --search grid --steps 3"

# lines TEXT: the numbers of the lines of stdout that match.
lines() {
    grep -nE -- "$1" stdout | cut -d : -f 1
}

case_each_pass_is_headed_by_its_name() {
    mote run $fluid --backend cpu --threads 1 --probe update:7
    ends 0
    says '^probe of stage update, particle 7, in step 2'
    density=$(lines '^pass density, stage update$')
    force=$(lines '^pass force, stage update$')
    volume=$(lines '  fluid\.glsl:[0-9]+ +volume ')
    velocity=$(lines '  fluid\.glsl:[0-9]+ +fall\.x ')
    [ "$density" -lt "$volume" ] && [ "$volume" -lt "$force" ] &&
        [ "$force" -lt "$velocity" ] ||
        fail "lines $density, $volume, $force, $velocity are not in this order"
    mote compare $fluid --backend cpu,cpu --probe update:7
    ends 0
    says '^pass density, stage update$'
    says '^pass force, stage update$'
}

case_a_pass_is_looked_into_by_its_name() {
    mote run $fluid --backend cpu --threads 1 --probe force:7
    ends 0
    says '^probe of pass force, particle 7, in step 2'
    says '^pass force, stage pair_marked$'
    says '^pass force, stage update$'
    ! grep -q '^pass density' stdout || fail "the other pass is there, too"
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote compare $fluid --probe force:7
    ends 0
    says '^[1-9][0-9]* values, all the same$'
}

case_a_fault_of_a_pass_in_shared_stages_is_looked_for_in_both() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    plant models/fluid.glsl 's/    real squared = near \* near;/    real squared = near * near * 1.001f;/' \
        'real squared = near'
    mote compare $fluid
    ends 1
    says '^to see where: --probe density:[0-9]+$'
    probe=$(sed -n 's/^to see where: --probe //p' stdout)
    mote compare $fluid --probe "$probe"
    ends 1
    says "^> fluid\.glsl:$line +squared "
}

case_emitters_are_looked_into_by_birth_number() {
    make_fountain
    mote run fountain.json --backend cpu --steps 5 --probe advance:30
    ends 0
    says '^probe of stage advance, particle 30, in step 4$'
    says '^  emitter_forces\.glsl:[0-9]+ +half_time +0x[0-9a-f]{8} 0\.008'
    mote run fountain.json --backend cpu --steps 5 --probe spawn:45
    ends 0
    mote run fountain.json --backend cpu --steps 5 --probe list_emitted:30
    ends 0
    says '^probe of stage list_emitted, particle 30, after step 4$'
}

case_two_sides_that_are_equal_say_so() {
    mote compare -n 300 --backend cpu,cpu --steps 3 --probe update:7
    ends 0
    says '^equal: 3 steps'
    says '^  life\.glsl:[0-9]+ +kept\.x +0x[0-9a-f]{8} [-0-9.e+]+ +same$'
    says '^[1-9][0-9]* values, all the same$'
}

case_gpu_and_cpu_record_the_same() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    for stage in pair pair_indexed pair_loop update; do
        case $stage in
        pair_indexed) search=indexed ;;
        pair_loop) search=loop ;;
        *) search=grid ;;
        esac
        mote compare -n 300 --steps 3 --search $search --probe $stage:7
        ends 0
        says '^[1-9][0-9]* values, all the same$'
    done
}

case_a_fault_in_a_law_is_named_by_its_line() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    plant models/life.glsl 's/1\.0f - fall/1.0000001f - fall/' 'real height ='
    mote compare -n 300 --steps 5 --search grid
    ends 1
    says '^different: step 0, stage pair of pass attraction, buffer attraction_sums, particle [0-9]+ \(id [0-9]+\), pull_[xy], (low|high) word: '
    says '^to see where: --probe pair:[0-9]+$'
    probe=$(sed -n 's/^to see where: --probe //p' stdout)
    mote compare -n 300 --steps 5 --search grid --probe "$probe"
    ends 1
    says "^> life\.glsl:$line +height +0x[0-9a-f]{8} .* 0x[0-9a-f]{8} .* [1-9][0-9]* ULP apart$"
    says "^[1-9][0-9]* of [1-9][0-9]* values differ; the first: life\.glsl:$line height: "
    says '^  \(stage\) +candidate +[0-9]+ +same in all [1-9][0-9]* values$'
}

case_a_fault_in_a_library_is_looked_for_there() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    make_fountain
    sed -i 's/\]}$/], "forces": [{"kind": "turbulence"}]}/' fountain.json
    plant lib/noise.glsl 's/6\.0f - 15\.0f/6.0f - 15.001f/' 'real p ='
    mote compare fountain.json --steps 3
    probe=$(sed -n 's/^to see where: --probe //p' stdout)
    mote compare fountain.json --steps 3 --probe "$probe"
    ends 1
    says "^>   noise\.glsl:$line +p +0x[0-9a-f]{8} .* ULP apart$"
}

case_a_fault_in_what_a_stage_calls_is_looked_for_there() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    plant lib/motion.glsl 's/velocity \* scale;/velocity * scale * 1.001f;/' 'real move = velocity'
    mote compare -n 300 --steps 5 --search loop
    probe=$(sed -n 's/^to see where: --probe //p' stdout)
    mote compare -n 300 --steps 5 --search loop --probe "$probe"
    ends 1
    says "^>   motion\.glsl:$line +move +0x[0-9a-f]{8} .* ULP apart$"
}

case_a_law_with_a_line_more_is_still_put_side_by_side() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    plant models/life.glsl \
        's/^    real along = f \* inverse;/    real more = f + f;\n    real along = f * inverse;/' \
        'real more ='
    mote compare -n 300 --steps 1 --search grid --probe pair:7
    ends 1
    says '^equal: 1 step,'
    says "^> life\.glsl:$line +more +0x[0-9a-f]{8} [-0-9.e+]+ +-$"
    says 'the first: life\.glsl:[0-9]+ more: only on '
}

case_a_fault_of_an_emitter_is_named_by_its_line() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    make_fountain
    plant models/emitter_forces.glsl 's/time \* 0\.5f/time * 0.50000006f/' 'real half_time ='
    mote compare fountain.json --steps 3
    ends 1
    says '^different: step [0-9]+, stage [a-z]+, buffer body, particle [0-9]+ \(birth number [0-9]+\)'
    probe=$(sed -n 's/^to see where: --probe //p' stdout)
    mote compare fountain.json --steps 3 --probe "$probe"
    ends 1
    says "^> emitter_forces\.glsl:$line +half_time +0x[0-9a-f]{8} .* ULP apart$"
}

case_what_differs_around_a_law_is_told() {
    mote compare -n 300 --backend cpu,cpu --steps 2 --search loop --fault update
    ends 1
    probe=$(sed -n 's/^to see where: --probe //p' stdout)
    [ -n "$probe" ] || fail "no probe suggested"
    mote compare -n 300 --backend cpu,cpu --steps 2 --search loop --fault update --probe "$probe"
    ends 1
    says '^[1-9][0-9]* values, all the same$'
    says '^yet this stage stores something else: '
}

case_stages_and_ids_that_are_not_there_are_refused() {
    refuses "--probe: there is no stage or pass 'advence'; did you mean 'advance'" \
        run $small --steps 3 --probe advence:7
    refuses "--probe update:x: expected STAGE:ID or PASS:ID, as in advance:1234, not 'x'" \
        run $small --steps 3 --probe update:x
    refuses "--probe takes STAGE:ID" run $small --steps 3 --probe update
    refuses '--probe update:4294967296: ids have 32 bits; .*, 0$' \
        run $small --steps 3 --probe update:4294967296
    refuses '--probe is given more than once' \
        run $small --steps 3 --probe update:1 --probe update:2
    refuses '--probe looks into the last step and draws no frames: give --steps' \
        run $small --probe update:1
    refuses '--probe update:1 looks into a step, and there is none' \
        run $small --steps 0 --probe update:1
    refuses '--probe: stage rank has no law; those to look into are pair, update; or of a pass: attraction' \
        run $small --steps 3 --search grid --probe rank:1
    refuses '--probe: stage pair does not run in this scene; those to look into are pair_loop, update' \
        run $small --steps 3 --search loop --probe pair:1
    refuses '--probe update:300: there is no particle of this id; ids go from 0 to 299' \
        run $small --steps 3 --probe update:300
    refuses "--probe: there is no stage or pass 'atraction'; did you mean 'attraction'" \
        run $small --steps 3 --probe atraction:7
    refuses '--probe: pass density does not run in this scene; those to look into are pair, update; or of a pass: attraction' \
        run $small --steps 3 --search grid --probe density:1
    refuses '--probe attraction:300: there is no particle of this id; ids go from 0 to 299' \
        run $small --steps 3 --probe attraction:300
    make_fountain
    refuses '--probe: pass density does not run in this scene; those to look into are spawn, advance, list_emitted$' \
        run fountain.json --backend cpu --steps 5 --probe density:1
    refuses '--probe advance:7777: no particle of this birth number lives at the beginning of step 4; 40 live, with numbers from 0 to 39' \
        run fountain.json --backend cpu --steps 5 --probe advance:7777
    refuses '--probe spawn:7: not a birth number of step 4, whose births in this stage have numbers from 40 to 49' \
        run fountain.json --backend cpu --steps 5 --probe spawn:7
    mote compare -n 300 --backend cpu,cpu --steps 2 --probe update:300
    ends 2
    says '^equal: 2 steps'
    tells '^mote: --probe update:300: '
}

case_an_opengl_without_room_for_records_says_so() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    make_fountain
    sed -i 's/"lifetime"/"name": "a", "on_death": "a", "lifetime"/' fountain.json
    mote run fountain.json --backend gl --clamp-limits --steps 5 --probe advance:30
    ends 2
    tells '^mote: stage advance_probed uses 9 storage blocks, one of them to record values, but this OpenGL has 8 for a shader'
}

run_all_cases
