#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Steps that are advanced in several sub-steps: what is said of them, and what is refused.

. "$(dirname "$0")/support.sh"

case_the_summary_says_how_many() {
    mote run $small --set substeps=4 --steps 10
    ends 0
    says '^300 particles, 10 steps of 4 sub-steps at [0-9.e+]* steps/s on CPU '
    mote run $small --set substeps=1 --steps 10
    says '^300 particles, 10 steps at '
    mote run $small --steps 10
    says '^300 particles, 10 steps at '
}

case_n_sub_steps_are_n_steps_of_a_part_of_dt() {
    parts=$(hash_of $small --dt 0.08 --set substeps=4 --steps 5)
    [ -n "$parts" ] || fail "no hash"
    [ "$(hash_of $small --dt 0.02 --steps 20)" = "$parts" ] || fail "another hash"
    [ "$(hash_of $small --dt 0.08 --steps 5)" != "$parts" ] || fail "the same hash"
}

case_statistics_count_steps() {
    mote run $small --dt 0.08 --set substeps=4 --steps 3 --stats -
    ends 0
    [ "$(cut -d, -f1,2 stdout | paste -sd' ')" = "step,time 0,0 1,0.08 2,0.16 3,0.24" ] ||
        fail "other steps or times"
}

case_a_probe_looks_into_the_last_one() {
    mote run $small --set substeps=4 --steps 3 --probe update:7
    ends 0
    says '^probe of stage update, particle 7, in step 2, sub-step 4 of 4$'
}

case_times_are_of_whole_steps() {
    mote run $small --set substeps=4 --steps 3 --time
    ends 0
    says '^a step takes [0-9.]* ms \(median of 3;'
}

case_a_comparison_looks_at_each() {
    mote compare -n 300 --backend cpu,cpu --isa scalar --set substeps=4 --steps 2
    ends 0
    says '^equal: 2 steps, '
    mote compare -n 300 --backend cpu,cpu --set substeps=4 --steps 2 --fault update
    ends 1
    says '^different: step 0, sub-step 1 of 4, stage update '
}

case_a_gpu_that_fails_is_told_with_its_sub_step() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote run -n 300 --set substeps=4 --steps 6 --lose update:3 --software-gl
    ends 0
    tells 'step 3, sub-step 1 of 4: the GPU fails at stage update, as asked for'
    tells 'from the copy of step 0, sub-step 1 of 4 \(12 sub-steps again\)$'
    says ' 6 steps of 4 sub-steps at '
}

case_the_key_is_refused_where_it_is_wrong() {
    refuses 'substeps: expected a whole number from 0 to 1000, found 1001' \
        run $small --set substeps=1001 --steps 1
    refuses 'substeps: does nothing in model emitter: .*; leave it out' \
        run fountain --backend cpu --set substeps=2 --steps 1
}

# Of the program that has a law which says how long it is stable.
of_tests() {
    not_on_windows "it needs a program of the tests beside it"
    program=$(dirname "$program")/tests/mote_of_tests
    printf '{"model": "ready", "particles": 300, "dt": 0.1}' >ready.json
}

case_as_many_as_the_law_needs() {
    of_tests
    mote run ready.json --backend cpu --steps 2
    ends 0
    says ' 2 steps of 3 sub-steps at '
    [ ! -s stderr ] || fail "a word too many"
    mote run ready.json --backend cpu --steps 2 --dt 0.04
    says ' 2 steps at '
}

case_too_few_are_run_and_told() {
    of_tests
    mote run ready.json --backend cpu --steps 2 --set substeps=2
    ends 0
    says ' 2 steps of 2 sub-steps at '
    tells '^mote: each of the 2 sub-steps takes 0.05 s, 1.25 times as long as the law of model ready is stable with; set substeps to 0 or to 3 or more, or lower dt$'
    [ "$(wc -l <stderr)" -eq 1 ] || fail "more than one line"
    mote run ready.json --backend cpu --steps 2 --set substeps=1
    tells '^mote: the step takes 0.1 s, 2.5 times as long as the law '
    mote run ready.json --backend cpu --steps 2 --set substeps=1 --dt 1000
    tells ' is stable with; lower dt$'
    mote run ready.json --backend cpu --steps 2 --set substeps=2 --quiet
    is_silent
    mote run ready.json --backend cpu --steps 2 --set substeps=3
    [ ! -s stderr ] || fail "a word too many"
}

case_who_starts_inside_of_a_solid_is_told() {
    printf '{"model": "fluid", "particles": 300}' >f.json
    box='fluid.colliders=[{"shape": "sphere"}, {"shape": "box", "position": [1, 0.5], "size": [4, 4]}]'
    inside='^mote: fluid\.colliders\[1\]: 300 of the 300 particles start inside of it; move it, or change start\.center or start\.size$'
    mote run f.json --backend cpu --steps 1 --set "$box"
    ends 0
    tells "$inside"
    mote run f.json --backend cpu --steps 1 --set "$box" --quiet
    is_silent
    mote scene check f.json --set "$box"
    ends 0
    tells "$inside"
    mote compare f.json --backend cpu,cpu --steps 1 --set "$box"
    ends 0
    tells "$inside"
    [ "$(grep -c inside stderr)" -eq 2 ] || fail "not told once: the sphere holds some, the box all"
    mote scene check f.json --set start.pattern=disc --set start.radius=0.1 \
        --set 'fluid.colliders=[{"shape": "sphere", "position": [0.4, 0.4], "radius": 0.2}]'
    tells 'start inside of it; move it, or change start\.center or start\.radius$'
    # A basin around them, and one in space.
    mote scene check f.json --set 'fluid.colliders=[{"shape": "box", "size": [2, 1], "solid": "outside"}]'
    [ ! -s stderr ] || fail "nobody is in a solid"
    mote scene check f.json --set dimension=3 \
        --set 'fluid.colliders=[{"shape": "sphere", "position": [0.4, 0.4, 2], "radius": 1}]'
    [ ! -s stderr ] || fail "the sphere is behind the world"
}

case_a_faucet_inside_of_a_solid_is_told() {
    mote scene check faucet
    ends 0
    [ ! -s stderr ] || fail "a word too many"
    mote scene check faucet --set 'fluid.faucets[0].position=[0.3, 0.3]'
    ends 0
    tells '^mote: fluid\.faucets\[0\]\.position lies inside of colliders\[1\]: what it pours is stuck; move one of them$'
}

case_who_is_held_back_is_counted_and_told() {
    mote run dam --backend cpu --steps 3 --set substeps=1 --dt 0.02
    ends 0
    tells '^mote: [1-9][0-9]* times a particle would have moved by more than a smoothing radius in a sub-step, and was cut to that; more substeps or a lower dt help, unless it is inside a solid$'
    mote run dam --backend cpu --steps 3
    [ ! -s stderr ] || fail "a word too many"
    mote run dam --backend cpu --steps 3 --set substeps=1 --dt 0.02 --quiet
    is_silent
}

case_too_many_are_refused() {
    of_tests
    refuses 'dt: 41 s would take 1025 sub-steps, more than 1000: .* model ready is stable up to 0.04 s at once; lower dt to 40 or less, or change what bounds it in ready$' \
        run ready.json --backend cpu --steps 1 --dt 41
    refuses 'ready.json:1: dt: 0.1 s would take 10000 sub-steps, .* \(after setting ready.patience\)$' \
        run ready.json --backend cpu --steps 1 --set ready.patience=1e-5
    refuses 'ready: with these numbers the law is stable with no dt' \
        run ready.json --backend cpu --steps 1 --set ready.patience=0
    mote run ready.json --backend cpu --steps 1 --dt 40
    ends 0
    says ' 1 step of 1000 sub-steps at '
}

run_all_cases
