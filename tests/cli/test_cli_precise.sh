#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every float operation of a law lands in a `real` of its own: .ci/precise.sh, which CI runs
# for all shaders, here for those of pair laws; and that it names what does not.

. "$(dirname "$0")/support.sh"

# precise MODEL: by laws in the folder `glsl` here, where they are.
precise() {
    [ -z "${MOTE_RUNNER:-}" ] || not_on_windows "it runs a program of this machine"
    command -v glslangValidator >/dev/null || skip "no glslangValidator"
    has_gl_compute || skip "no OpenGL with compute shaders"
    last="precise.sh $1"
    mkdir -p glsl
    MOTE_GLSL=glsl bash "$source_folder/.ci/precise.sh" "$(dirname "$program")" "$1" \
        >stdout 2>stderr
    code=$?
}

case_every_pair_law_is_precise() {
    for model in $(grep -l '^PASS(' "$source_folder"/glsl/models/*.def); do
        precise "$(basename "$model" .def)"
        ends 0
        says '^[1-9][0-9]* shaders checked$'
    done
}

# plant START TEXT: puts TEXT in place of the law's line that begins with START.
plant() {
    line=$(grep -n "^    $1" glsl/models/life.glsl | cut -d : -f 1)
    [ -n "$line" ] || fail "no such line: $1"
    sed -i "${line}s/.*/    $2/" glsl/models/life.glsl
}

# names START TEXT: what is said of the line that begins with START.
names() {
    line=$(grep -n "^    $1" glsl/models/life.glsl | cut -d : -f 1)
    says "^life\.glsl:$line: in $2"
}

case_faults_are_named_by_their_lines() {
    mkdir -p glsl/models
    cp "$source_folder/glsl/models/life.glsl" glsl/models
    plant 'real tent' 'real tent = exact_max(height * r, push);'
    plant 'real pull' 'real pull = choose(push - tent < 0.0f, tent, tilt);'
    plant 'return choose(push' 'return push * pull + tilt;'
    plant 'real along' 'real along = f \/ r;'
    precise life
    ends 1
    names 'real tent' 'life_curve: \* goes straight into an argument or a store; its result must go to a real first'
    names 'real pull' 'life_curve: - goes straight into a comparison'
    names 'return push' 'life_curve: \+ goes straight into a return'
    names 'return push' 'life_curve: \* without precise; its result must go to a real'
    names 'real along' 'life_attraction: FDiv has no settled result'
}

run_all_cases
