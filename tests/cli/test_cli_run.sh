#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote run` without frames: hashes, dumps, times, scenes that are wrong.

. "$(dirname "$0")/support.sh"

case_the_hash_does_not_depend_on_how_it_is_computed() {
    scene="-n 1500 --backend cpu --steps 5"
    first=$(hash_of $scene --threads 1)
    [ -n "$first" ] || fail "no hash"
    for way in "--threads 2" "--threads 5" "--isa scalar" "--isa sse2" "--search loop" \
        "--search grid" "--search grid --cell-reach 1" "--search grid --cell-reach 3" \
        "--slices 3" "--time" "-q"; do
        [ "$(hash_of $scene $way)" = "$first" ] || fail "$way gives another hash"
    done
    if has_gl_compute; then
        for way in "" "--group-size 64" "--slices 3" "--clamp-limits" "--cell-reach 1"; do
            gl=$(hash_of -n 1500 --backend gl --steps 5 $way)
            [ "$gl" = "$first" ] || fail "--backend gl $way: $gl, not $first"
        done
    fi
}

case_drawing_does_not_change_the_hash() {
    first=$(hash_of $small --steps 6)
    [ "$(hash_of $drawn --frames 3 -k 2 --out frames)" = "$first" ] ||
        fail "frames change the hash"
}

case_one_of_a_thing_is_not_many() {
    mote run -n 1 --backend cpu --steps 1 --hash
    ends 0
    says '^1 particle, 1 step at '
    says '^state hash after 1 step: [0-9a-f]{16}$'
    mote compare -n 1 --backend cpu,cpu --steps 1
    ends 0
    says '^state hash after 1 step: [0-9a-f]{16}$'
}

case_no_steps_and_few_particles_run() {
    for n in 0 1 2; do
        hash_of -n $n --backend cpu --steps 0 >first
        hash_of -n $n --backend cpu --steps 3 >last
        [ -s first ] && [ -s last ] || fail "no hash of $n particles"
    done
    hash_of -n 0 --backend cpu --steps 3 >last
    grep -qx 0000000000000000 last || fail "the hash of nothing is not 0"
}

case_the_summary_says_what_was_done() {
    mote run $small --steps 4
    ends 0
    tail -n 1 stdout >line
    grep -Eq '^300 particles, 4 steps at [0-9.e+]+ steps/s on CPU \(1 thread.*$' \
        line || fail "summary: $(cat line)"
    [ ! -s stderr ] || fail "stderr is not empty"
    mote run $small --steps 4 --quiet
    ends 0
    is_silent
}

case_times_are_printed() {
    mote run $small --steps 4 --time
    ends 0
    says '^a step takes [0-9.]+ ms \(median of 4;'
}

case_buffers_are_dumped() {
    mote run $small --steps 2 --dump position:p.bin --dump identity:i.bin -q
    ends 0
    [ "$(wc -c <p.bin)" -eq 2400 ] || fail "position has $(wc -c <p.bin) bytes"
    ids=$(od -An -v -tu4 -w8 i.bin | awk '{ print $1 }' | sort -n | uniq | wc -l)
    [ "$ids" -eq 300 ] || fail "$ids different ids"
    mote run $small --steps 2 --dump nothing:n.bin
    ends 2
    tells '^mote: no buffer is named "nothing"; there are position'
    mote run $small --steps 2 --dump position:no/such/folder.bin
    ends 1
    tells '^mote: .*no/such/folder.bin'
}

case_scenes_that_are_missing_are_named() {
    refuses '.*nowhere\.json' run nowhere.json --steps 1
    refuses ".*'?lief'?.*life" run lief --steps 1
}

case_scenes_that_are_wrong_are_explained() {
    echo '{"model": "life", "particels": 3}' >typo.json
    refuses '.*typo\.json.*particels' run typo.json --steps 1
    echo '{"model": "life",' >cut.json
    refuses '.*cut\.json' run cut.json --steps 1
    refuses '.*life\.force' run --set life.force=strong --steps 1
    refuses '.*life\.frce' run --set life.frce=1 --steps 1
    refuses '.*dt' run -t -1 --steps 1
    refuses '.*particles' run -n x --steps 1
    refuses '.*buffer cell_start is not used here' run $small --search loop --steps 1 \
        --dump cell_start:cells.raw
    refuses '--dump position: .*the file is missing' run $small --steps 1 --dump position:
    refuses '.*particles' run -n 5000000000 --steps 1
}

case_an_interrupt_ends_a_run_without_frames() {
    "$program" run $small --steps 1000000000 >stdout 2>stderr &
    pid=$!
    interrupt $pid
    wait $pid
    code=$? last="mote run --steps 1000000000, interrupted"
    ends 130
    tells '^mote: interrupted after [0-9]+ of 1000000000 steps'
    says '^300 particles, [0-9]+ steps at'
}

case_the_host_terminal_sees_progress() {
    script() { timeout -s INT 1 script "$@"; }
    on_terminal run $small --steps 1000000000
    says 'step [0-9]+/1000000000 .*steps/s .*left'
}

run_all_cases
