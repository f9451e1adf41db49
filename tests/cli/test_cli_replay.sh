#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote run --replay`: what was done to a simulation is done again, to the same bits; and
# what a record of inputs may be.

. "$(dirname "$0")/support.sh"

head='{"mote_inputs": 1, "file": "life", "scene": {"particles": 2000, "species": 3}}'

# record LINE ...: as a file, with a head.
record() {
    printf '%s\n' "$head" "$@" >inputs.jsonl
}

busy() {
    record '{"step": 0, "set": "life.friction", "to": "0.1"}' \
        '{"step": 3, "set": "life.force", "to": "2.5"}' \
        '{"step": 5, "touch": {"position": [0.8, 0.4], "radius": 0.2, "pull": 9, "drag": 0, "velocity": [0, 0]}}' \
        '{"step": 8, "touch": null}' \
        '{"step": 8, "place": {"position": [0.5, 0.5], "radius": 0.1, "species": 0, "count": 50}}' \
        '{"step": 9, "erase": {"position": [0.5, 0.5], "radius": 0.05}}' \
        '{"step": 12, "scene": "{\"particles\": 2000, \"species\": 3, \"world\": {\"edges\": \"bounce\"}}"}' \
        '{"step": 30, "end": true}'
}

case_it_leads_to_the_same_bits_everywhere() {
    busy
    wanted=$(hash_of --replay inputs.jsonl --backend cpu --threads 1 --steps 30)
    [ "$(hash_of --replay inputs.jsonl --backend cpu --isa scalar --steps 30)" = "$wanted" ] ||
        fail "another hash with another instruction set"
    [ "$(hash_of life -n 2000 --set species=3 --backend cpu --steps 30)" != "$wanted" ] ||
        fail "nothing was done"
    has_gl_compute || skip "no OpenGL with compute shaders"
    [ "$(hash_of --replay inputs.jsonl --backend gl --steps 30)" = "$wanted" ] ||
        fail "another hash on the GPU"
}

case_frames_go_to_its_end() {
    busy
    wanted=$(hash_of --replay inputs.jsonl --backend cpu --steps 30)
    found=$(hash_of --replay inputs.jsonl $drawn -k 7 --set particles=2000)
    [ "$(count_files out)" -eq 4 ] || fail "$(count_files out) frames of 7 steps in 30 steps"
    [ "$found" = "$wanted" ] || fail "the hash after the last frame is not that of the end"
    # However steps are cut.
    mote run --replay inputs.jsonl --backend cpu --steps 30 --hash --stats s.csv --stats-every 4
    ends 0
    says "$wanted"
}

case_the_record_of_the_readme_is_done_again() {
    local record=$source_folder/assets/inputs/touched.jsonl
    wanted=$(hash_of --replay "$record" --backend cpu --steps 60)
    [ "$(hash_of --replay "$record" --backend cpu --isa scalar --threads 1 --steps 60)" = \
        "$wanted" ] || fail "another hash on one thread"
    sed -n '/^{"mote_inputs"/,/^```/p' "$source_folder/README.md" | grep '^{' >readme.jsonl
    [ "$(wc -l <readme.jsonl)" -gt 5 ] || fail "the README has no record"
    mote run --replay readme.jsonl --backend cpu --hash --steps 600
    ends 0
}

case_a_scene_that_is_given_takes_the_place_of_its_own() {
    record '{"step": 2, "set": "boids.maximum_speed", "to": "0.5"}'
    mote run geese -n 300 --replay inputs.jsonl --backend cpu --steps 5 --hash
    ends 0
    mote run --replay inputs.jsonl --backend cpu --steps 5
    ends 2
    tells '^mote: inputs\.jsonl:2: boids.*'
}

case_what_is_no_record_is_refused() {
    refuses 'cannot read no\.jsonl: ' run --replay no.jsonl --steps 1
    echo '{"particles": 4}' >inputs.jsonl
    refuses 'inputs\.jsonl:1: not a record of inputs' run --replay inputs.jsonl --steps 1
    : >inputs.jsonl
    refuses 'inputs\.jsonl:1: not a record of inputs' run --replay inputs.jsonl --steps 1
    echo '{"mote_inputs": 7, "file": "life", "scene": {}}' >inputs.jsonl
    refuses 'inputs\.jsonl:1: .*version 7' run --replay inputs.jsonl --steps 1
    echo '{"mote_inputs": 1, "file": "life", "scene": {"particles": -1}}' >inputs.jsonl
    refuses '.*particles: expected' run --replay inputs.jsonl --steps 1
    head -c 3000 /dev/urandom >inputs.jsonl
    mote run --replay inputs.jsonl --steps 1
    ends 2
}

# wrong WORDS LINE: as the second line of a record.
wrong() {
    record "$2"
    refuses "inputs\.jsonl:2: $1" run --replay inputs.jsonl --backend cpu --steps 9
}

case_a_line_that_is_wrong_is_named() {
    wrong 'not a JSON object' 'step 3'
    wrong 'not a JSON object' '[1, 2]'
    wrong 'expected "step"' '{"set": "life.force", "to": "2"}'
    wrong 'expected "step"' '{"step": -1, "touch": null}'
    wrong 'expected "step"' '{"step": 1.5, "touch": null}'
    wrong 'expected one of set' '{"step": 1, "shake": null}'
    wrong 'expected "set": "KEY"' '{"step": 1, "set": "life.force"}'
    wrong 'expected "set": "KEY"' '{"step": 1, "set": "life.force", "to": 2}'
    wrong 'expected "step" and one of' '{"step": 1, "touch": null, "erase": null}'
    wrong 'expected "position"' '{"step": 1, "erase": {"radius": 1}}'
    wrong 'expected "position"' '{"step": 1, "erase": {"position": [0.1], "radius": 1}}'
    wrong 'expected "position"' '{"step": 1, "erase": {"position": ["a", 0], "radius": 1}}'
    wrong 'expected "position"' \
        '{"step": 1, "place": {"position": [0, 0], "radius": 1, "species": -1, "count": 5}}'
    wrong 'expected "position"' \
        '{"step": 1, "touch": {"position": [0, 0], "radius": 1, "pull": 1, "drag": 0}}'
    wrong 'life\.farce: unknown key' '{"step": 1, "set": "life.farce", "to": "2"}'
    wrong 'life\.force: expected' '{"step": 1, "set": "life.force", "to": "much"}'
    wrong 'a simulation that goes on keeps its particles' \
        '{"step": 1, "set": "particles", "to": "7"}'
    wrong 'species: expected 0 to 2' \
        '{"step": 1, "place": {"position": [0, 0], "radius": 1, "species": 3, "count": 5}}'
    wrong 'a ball of particles: expected' '{"step": 1, "erase": {"position": [0, 0], "radius": 0}}'
    record '{"step": 5, "touch": null}' '{"step": 4, "touch": null}'
    refuses 'inputs\.jsonl:3: its step is past' run --replay inputs.jsonl --steps 9
    record '{"step": 5, "end": true}' '{"step": 6, "touch": null}'
    refuses 'inputs\.jsonl:3: its step is past' run --replay inputs.jsonl --steps 9
}

case_a_record_that_was_cut_off_goes_as_far_as_it_does() {
    busy
    wanted=$(hash_of --replay inputs.jsonl --backend cpu --steps 9)
    head -n 7 inputs.jsonl >cut.jsonl
    sed -n 8p inputs.jsonl | head -c 50 >>cut.jsonl
    [ "$(hash_of --replay cut.jsonl --backend cpu --steps 9)" = "$wanted" ] ||
        fail "another hash"
}

case_emitters_are_neither_placed_nor_erased() {
    record '{"step": 1, "erase": {"position": [0, 0], "radius": 1}}'
    mote run smoke --replay inputs.jsonl --backend cpu --steps 3
    ends 2
    tells '^mote: inputs\.jsonl:2: particles of model emitter are born from its emitters'
}

run_all_cases
