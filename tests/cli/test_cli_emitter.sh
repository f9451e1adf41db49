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

run_all_cases
