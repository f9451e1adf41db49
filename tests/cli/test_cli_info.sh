#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote info`, `mote scene` and `mote bench`.

. "$(dirname "$0")/support.sh"

case_info_says_what_there_is_and_what_is_chosen() {
    mote info
    ends 0
    says '^OpenGL$'
    says '^  threads +[1-9]'
    says '^  instruction sets +scalar'
    says '^  simulates on +[A-Z]'
    says '^  draws with +[a-zA-Z]'
    says '^  reason +[a-zA-Z]'
}

case_info_as_json_is_json() {
    mote info --json
    ends 0
    says '"choice": \{'
    says '"instruction_sets": \['
    command -v jq >/dev/null || return 0
    [ "$(jq -r '.cpu.threads | type' stdout)" = number ] || fail "jq: cpu.threads"
    [ "$(jq -r '.choice.device | type' stdout)" = string ] || fail "jq: choice.device"
    [ "$(jq -r '.gl.available | type' stdout)" = boolean ] || fail "jq: gl.available"
}

case_info_says_what_is_in_the_way() {
    mote info --backend gl
    [ "$code" -eq 0 ] || ends 2
    if [ "$code" -eq 2 ]; then
        says '^  none: '
    fi
    mote info --backend cpu --threads 1
    ends 0
    says '^  simulates on +CPU \(1 thread'
}

case_all_builtin_scenes_are_listed_printed_and_right() {
    mote scene list
    ends 0
    says '^life '
    names=$(awk '{ print $1 }' stdout)
    for name in $names; do
        mote scene print "$name"
        ends 0
        cp stdout "$name.json"
    done
    mote scene check $names ./*.json
    ends 0
    [ "$(grep -c ': right: ' stdout)" -eq $((2 * $(echo "$names" | wc -l))) ] ||
        fail "not all are right"
}

case_a_printed_scene_is_the_same_scene() {
    mote scene print -n 300 -s 9
    ends 0
    cp stdout again.json
    [ "$(hash_of again.json --backend cpu --steps 3)" = "$(hash_of $small -s 9 --steps 3)" ] ||
        fail "another hash"
}

case_check_names_what_is_wrong_in_each_scene() {
    echo '{"model": "life", "seed": 1}' >good.json
    echo '{"model": "life", "sede": 1}' >bad.json
    echo '[' >worse.json
    mote scene check bad.json good.json worse.json
    ends 2
    says '^good\.json: right: life'
    tells '^mote: .*bad\.json.*sede'
    tells '^mote: .*worse\.json'
    tells '^mote: 2 of 3 scenes wrong$'
}

case_the_schema_is_the_one_in_assets() {
    mote scene schema
    ends 0
    says '"\$schema"'
    cmp stdout "$source_folder/assets/scene.schema.json" ||
        fail "run: mote scene schema > assets/scene.schema.json"
}

case_wrong_scene_commands_are_refused() {
    refuses 'say what to do: mote scene list, print, check or schema' scene
    refuses 'there is no .mote scene lst.; did you mean .mote scene list.' scene lst
    refuses 'there is no .mote scene xyzzy.; there are list' scene xyzzy
    refuses 'usage: mote scene check SCENE' scene check
    refuses 'usage: mote scene print' scene print a b
    refuses 'mote scene list takes no options' scene list -n 3
}

case_bench_lists_its_rows() {
    mote bench
    ends 0
    says '^  backends '
    says '^  frames '
    refuses "there is no bench 'frame'; did you mean 'frames'" bench frame
    refuses "there is no bench 'xyzzy'; .mote bench. lists them" bench xyzzy
}

case_bench_measures_and_checks() {
    mote bench backends -n 200 --steps 1 --rounds 3
    ends 0
    says '^\| case \| ms per step \|'
    says '^\| CPU \(1 thread.* \| equal \|$'
    says '^Medians of 3 paired rounds of 1 steps'
    mote bench frames -n 200 --steps 1 --rounds 2 --size 64x64
    ends 0
    says '^\| stb_image_write.* \| equal \|$'
    says '^\| mote.* \| equal \|$'
}

case_bench_as_json_is_json() {
    mote bench frames -n 200 --steps 1 --rounds 2 --size 64x64 --json
    ends 0
    says '"bench": "frames"'
    command -v jq >/dev/null || return 0
    [ "$(jq '[.cases[] | select(.equal and .median_s > 0)] | length' stdout)" -eq 2 ] ||
        fail "not two cases that are equal"
}

run_all_cases
