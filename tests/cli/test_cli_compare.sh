#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote compare`: equal, different and could not run.

. "$(dirname "$0")/support.sh"

cpus="-n 300 --backend cpu,cpu"

case_cpu_and_cpu_are_equal() {
    for ways in "--threads 1,2" "--isa scalar,sse2" "--isa scalar" ""; do
        mote compare $cpus --steps 3 $ways
        ends 0
        says '^equal: 3 steps, [1-9][0-9]* buffers, [1-9][0-9]* values$'
        says '^state hash after 3 steps: [0-9a-f]{16}$'
    done
}

case_the_hash_is_that_of_run() {
    mote compare $cpus --steps 3
    hash=$(grep -Eo '[0-9a-f]{16}$' stdout)
    [ "$(hash_of $small --steps 3)" = "$hash" ] || fail "another hash than mote run's"
}

case_buffers_that_may_differ_are_listed() {
    mote compare $cpus --search grid --steps 2
    ends 0
    says '^skipped: .*particle_slot'
}

case_gpu_and_cpu_are_equal() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote compare -n 300 --steps 3
    ends 0
    says '^equal: 3 steps'
    mote compare -n 3000 --search grid --steps 2
    ends 0
    says '^equal: 2 steps'
}

case_a_fault_in_any_stage_is_found() {
    # Of each row its name and when it runs.
    sed -n 's/^STAGE(\([a-z_]*\), *[A-Z_]*, *\([A-Z_]*\),.*/\1 \2/p' \
        "$source_folder/src/sim/stages.def" >stages
    [ "$(wc -l <stages)" -gt 10 ] || fail "no stages found in stages.def"
    # Particles die in the step after their birth, and leave others.
    cat >emitter.json <<TEXT
{"model": "emitter", "particles": 300, "emitter": {"emitters": [
  {"rate": 1000, "lifetime": 0.01, "name": "a", "on_death": "b"},
  {"name": "b", "lifetime": 0.01}]}}
TEXT
    cat >faucet.json <<TEXT
{"model": "fluid", "particles": 400, "substeps": 1, "start": {"count": 200}, "fluid":
  {"faucets": [{"rate": 5000}]}}
TEXT
    while read -r stage when; do
        case $when in
        RECYCLED) continue ;; # its rows stand in any order
        MARKED) when=POURING ;;
        esac
        case $stage in mark | pair_crowded) continue ;; esac # they only help pair_marked
        case $when in
        EMITTING | BEARING | BREEDING | DRAW_EMITTED | TOUCHED_EMITTED | STATISTICS_EMITTED)
            mote compare emitter.json --backend cpu,cpu --steps 4 --fault "$stage"
            ends 1
            says "^different: .*step [0-9]+, stage $stage"
            continue
            ;;
        LOOP) search=loop ;;
        INDEXED) search=indexed ;;
        PUBLISHED) search=published ;;
        MORTAL | POURING)
            mote compare faucet.json --backend cpu,cpu --steps 2 --fault "$stage"
            ends 1
            says "^different: .*step [0-9]+, stage $stage"
            continue
            ;;
        SORTED | RADIX) search='grid --set dimension=3' ;;
        BITONIC) search='grid --set dimension=3 --sort bitonic' ;;
        *) search=grid ;;
        esac
        mote compare $cpus --steps 2 --search $search --fault "$stage"
        ends 1
        says "^different: .*step [0-9]+, stage $stage"
    done <stages
}

case_a_fault_waits_for_the_first_step_compared() {
    mote compare fountain -n 300 --backend cpu,cpu --steps 1 --fault place_living
    ends 1
    says '^different: step 0, stage place_living'
}

case_a_fault_with_nothing_to_spoil_is_told() {
    cat >still.json <<TEXT
{"model": "emitter", "particles": 300, "emitter": {"emitters": [
  {"rate": 0, "name": "a", "on_death": "a"}]}}
TEXT
    for stage in spawn spawn_children list_emitted; do
        mote compare still.json --backend cpu,cpu --steps 3 --fault $stage
        ends 2
        says '^equal: 3 steps'
        tells "^mote: --fault $stage: there was nothing to spoil: in 3 steps the stage wrote"
    done
}

case_what_cannot_run_ends_with_2() {
    refuses "--fault: there is no stage 'scater'; did you mean 'scatter'" \
        compare $cpus --fault scater
    refuses "--fault: there is no stage 'xyzzy'; there are clear_cells" \
        compare $cpus --fault xyzzy
    refuses '--isa is of the CPU' compare --backend gl --isa sse2
    refuses '.*stage pair_loop does not run here' \
        compare $cpus --search grid --fault pair_loop
    refuses "--backend takes one of" compare --backend cpu,gpu
    refuses "--threads takes a whole number" compare --threads 1,x
    refuses ".*nowhere" compare nowhere.json
}

case_lists_have_a_value_for_each_side() {
    for option in backend isa threads group-size slices; do
        refuses "--$option takes a value for each of two sides at most, not '1,2,3'" \
            compare --$option 1,2,3
        for list in , 1, ,1; do
            refuses "--$option takes one value or two, and in '$list' one is empty" \
                compare --$option $list
        done
    done
}

case_what_both_sides_share_has_no_list() {
    mote compare --help
    ends 0
    says '^ +--slices N\[,\.\.\.\]'
    says 'sides on OpenGL share one device'
    for option in search cell-reach device; do
        says "^ +--$option [^[]*$"
    done
    for option in search cell-reach device; do
        for list in 0,99 0,0 0,1,2 0,; do
            refuses "--$option takes one value for both sides, not '$list': " \
                compare --$option $list
        done
    done
    refuses '.*to compare two devices, .*mote run --hash' compare --backend gl,gl --device 0,1
}

case_an_instruction_set_is_of_the_side_that_has_one() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote compare -n 300 --steps 1 --isa scalar
    ends 0
    says 'with CPU \(.*scalar\)'
}

case_ctrl_c_ends_after_the_current_step() {
    "$program" compare $cpus --steps 1000000000 >stdout 2>stderr </dev/null &
    pid=$!
    interrupt $pid
    wait $pid
    code=$? last="mote compare --steps 1000000000, interrupted"
    ends 130
    says "^equal: [0-9]+ steps"
}

run_all_cases
