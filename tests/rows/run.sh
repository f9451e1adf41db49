#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh SOURCE CC CMAKE: what the build says of a model's .def with a fault. Each case
# changes the model below, and the message must name the file, the row and what to do.
set -u
source=$1 cc=$2 cmake=$3
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
wrong=0

write_model() {
    cat >spring.def <<'TEXT'
MODEL(spring, "for this test")
PARAMETER(reach, 0.1, 0.0, 1.0, "world unit", "how far it acts")
RADIUS(parameter(reach))
FIELD(heat, REAL, 0.0, "of a particle")
PASS(pull)
GATHER(pull, species, NATURAL)
SUM(pull, pull, VECTOR, 17, "in units of 2^-17")
UPDATE(pull, velocity, VECTOR)
TEXT
}

cat >build.cmake <<TEXT
include($source/cmake/models.cmake)
mote_check_name($scratch/spring.def)
mote_passes($scratch/spring.def passes)
mote_write_passes($scratch/spring_passes.h spring.def "\${passes}")
TEXT
echo '// No law.' >spring.glsl

# As mote_model() does in CMake; the law is not looked at.
build() {
    rm -f spring_passes.h
    "$cmake" -P build.cmake && "$cc" -std=c11 -D_POSIX_C_SOURCE=200809L -fsyntax-only \
        -DMODEL_NAME=spring -DMODEL_DEF='"spring.def"' -DMODEL_GLSL='"spring.glsl"' \
        -DMODEL_PASSES='"spring_passes.h"' -I"$source/src/sim" -I"$source/glsl/lib" \
        -I"$source/include" -I. "$source/src/sim/model.c"
}

fail() {
    echo "test_rows: $*"
    cat said
    wrong=1
}

# refuses SED TEXT: a model changed like this is refused in these words.
refuses() {
    write_model
    sed -i "$1" spring.def
    if build >said 2>&1; then
        fail "built, changed by: $1"
    # CMake breaks lines.
    elif ! tr -s ' \n' ' ' <said | grep -qF -- "$2"; then
        fail "changed by $1, it does not say: $2"
    fi
}

write_model
build >said 2>&1 || fail "the model does not build"

refuses '/^MODEL/d' 'spring.def: MODEL: there must be one row MODEL(name, meaning)'
refuses 's/^MODEL(spring/MODEL(sprung/' \
    'spring.def: MODEL(sprung, ...): its name must be the file'"'"'s, spring: write MODEL(spring, ...)'
refuses '/^RADIUS/d' 'spring.def: RADIUS: a model with PASSes needs one row RADIUS(expression) or PAIR_RADIUS(parameter)'
refuses 's/^RADIUS.*/&\n&/' 'spring.def: RADIUS: a model with PASSes needs one row'
refuses '/^PASS/d; /^GATHER/d; /^SUM/d; /^UPDATE/d' \
    'spring.def: PASS: a model needs a row PASS(name), or EMITS(list)'
refuses 's/^PASS/  PASS/' 'spring.def: PASS(pull): the build reads PASS(name) where it begins a line'
refuses 's/^PASS(pull/PASS(Pull/' 'the build reads PASS(name) where it begins a line, with a name of a to z'
refuses '/^SUM/d' 'spring.def: PASS(pull): needs a row SUM(pull, ...)'
refuses 's/^GATHER(pull/GATHER(push/' "pass_push"
refuses 's/^UPDATE(pull/UPDATE(push/' "pass_push"
refuses 's/, 17,/, 21,/' 'SUM(pull): bits are 8 to 20'
refuses 's/^FIELD/MORTAL(life)\n&/' "field_life"
refuses 's/^FIELD(heat, REAL/MORTAL(heat)\nFIELD(heat, VECTOR/' \
    'spring.def: MORTAL: FIELD heat must be a REAL'

[ "$wrong" -eq 0 ]
