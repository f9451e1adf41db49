#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Scenes of emitters on the command line: printed, checked, changed key by key.

. "$(dirname "$0")/support.sh"

make_fountain() {
    cat >fountain.json <<TEXT
{
  "model": "emitter",
  "emitter": {
    "emitters": [
      {"rate": 2000, "name": "water"}
    ]
  }
}
TEXT
}

case_what_is_printed_reads_back_the_same() {
    make_fountain
    mote scene print fountain.json
    ends 0
    says '^  "dimension": 3,'
    says '^        "rate": 2000,'
    says '^        "speed": \[5, 7\],'
    ! grep -q '"species": [0-9[]\|"start": {' stdout || fail "has what it does not use"
    cp stdout printed.json
    mote scene print printed.json
    ends 0
    cmp stdout printed.json || fail "reads back as another scene"
}

case_a_right_scene_says_how_many_emitters() {
    make_fountain
    mote scene check fountain.json
    ends 0
    says '^fountain\.json: right: emitter, up to 100000 particles of 1 emitter$'
    echo '{"model": "emitter", "particles": 7, "emitter": {"emitters": [{}, {}]}}' >two.json
    mote scene check two.json
    says '^two\.json: right: emitter, up to 7 particles of 2 emitters$'
}

case_keys_of_an_emitter_can_be_set() {
    make_fountain
    mote scene print fountain.json --set 'emitter.emitters[0].rate=500' \
        --set 'emitter.emitters[0].speed[1]=9' --set 'emitter.gravity[1]=0'
    ends 0
    says '^        "rate": 500,'
    says '^        "speed": \[5, 9\],'
    says '^    "gravity": \[0, 0, 0\],'
    mote scene print --set model=emitter --set 'emitter.emitters[0].rate=5'
    ends 0
    says '^        "rate": 5,'
}

case_errors_name_the_line_and_the_key_that_was_meant() {
    make_fountain
    sed -i 's/rate/ratte/' fountain.json
    refuses 'fountain\.json:5: emitter\.emitters\[0\]\.ratte: unknown key; did you mean "rate"\?' \
        scene print fountain.json
    make_fountain
    refuses 'emitter\.emitters\[0\]\.on_death: expected the name of one of the emitters: "water"; found "watr"; did you mean "water"\?' \
        scene print fountain.json --set 'emitter.emitters[0].on_death=watr'
    refuses 'species: model emitter has none' scene print fountain.json --set species=3
}

case_a_new_emitter_can_be_set_behind_the_last() {
    make_fountain
    mote scene print fountain.json --set 'emitter.emitters[1].rate=3' \
        --set 'emitter.emitters[1].bursts[0]=[0.5, 70]' --set 'emitter.forces[0].kind=vortex'
    ends 0
    says '^        "rate": 3,'
    says '^        "bursts": \[\[0.5, 70, 1, 1\]\],'
    says '^        "kind": "vortex",'
    refuses 'emitter\.emitters\[2\]: there are only 1; the next is \[1\]' \
        scene print fountain.json --set 'emitter.emitters[2].rate=3'
}

case_check_finds_what_emitters_ask_too_much_of() {
    cat >many.json <<TEXT
{"model": "emitter", "dt": 1, "particles": 1000000, "emitter": {
  "emitters": [
    {"name": "a"},
    {"on_death": "a",
     "death_count": 4000}
  ]
}}
TEXT
    refuses 'many\.json:5: emitter\.emitters\[1\]\.death_count: if all 1000000 particles died and collided in one step, 4e\+09 would be born' \
        scene print many.json
    sed -i 's/4000/4/; s/"name": "a"/&, "rate": 1e9, "bursts": [[0, 1e9]]/' many.json
    refuses 'many\.json:3: emitter\.emitters\[0\]\.rate: with it up to 2e\+09 births fall into a step of 1 s' \
        scene print many.json
    mote scene check many.json
    ends 2
    tells '^mote: many\.json:3: emitter'
}

case_points_are_read_beside_the_scene() {
    mkdir scenes
    printf 'x,y,z\n0,1,2\n1,2,x\n' >scenes/heart.csv
    cat >scenes/heart.json <<TEXT
{"model": "emitter", "emitter": {"emitters": [
  {"shape": "points", "file": "heart.csv", "rate": 60}]}}
TEXT
    refuses 'scenes/heart\.csv:3: z: expected a number from .* found "x"' \
        scene print scenes/heart.json
    printf 'x,y,z\n0,1,2\n' >scenes/heart.csv
    mote scene check scenes/heart.json
    ends 0
    mote run scenes/heart.json --steps 30 --backend cpu
    ends 0
    says '^30 of 100000 particles alive, 30 steps at'
    rm scenes/heart.csv
    refuses 'cannot read scenes/heart\.csv' scene print scenes/heart.json
}

case_the_summary_says_how_many_live_and_found_no_room() {
    make_fountain
    mote run fountain.json --steps 30 --backend cpu
    ends 0
    says '^1000 of 100000 particles alive, 30 steps at'
    mote run fountain.json --steps 30 --backend cpu -n 999
    says '^999 of 999 particles alive \(1 birth dropped: raise particles\), 30 steps at'
    mote run fountain.json --steps 30 --backend cpu -n 1
    says '^1 of 1 particle alive \(999 births dropped: raise particles\), 30 steps at'
    mote run fountain.json --steps 30 --backend cpu -n 0 --hash
    says '^state hash after 30 steps: 0000000000000000'
    says '^0 of 0 particles alive \(1000 births dropped: raise particles\), 30 steps at'
    mote run fountain.json --frames 2 --out frames --size 64x48 -n 0 --backend cpu --renderer soft
    ends 0
}

run_all_cases
