#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Help, the option parser and the messages about wrong command lines.

. "$(dirname "$0")/support.sh"

case_mote_alone_prints_the_commands() {
    mote
    ends 0
    for command in run compare info scene price bench; do
        says "^  $command +[a-z]"
    done
    says 'Exit codes: 0'
    mv stdout alone
    for help in help --help -h; do
        mote $help
        ends 0
        cmp -s stdout alone || fail "mote $help differs from mote alone"
    done
}

case_version_is_printed() {
    for version in --version version; do
        mote $version
        ends 0
        says '^mote [0-9]+\.[0-9]+\.[0-9]+$'
    done
}

case_every_command_has_help() {
    for command in run compare info scene price bench; do
        mote $command --help
        ends 0
        says "^mote $command"
        says '^  (-.,|   ) --[a-z-]+'
        mv stdout asked
        mote help $command
        ends 0
        cmp -s stdout asked || fail "mote help $command differs from --help"
        mote $command -h
        ends 0
        [ "$(awk 'length > 90' stdout)" = "" ] || fail "help wider than 90 columns"
    done
}

case_help_names_every_option_of_run() {
    mote run --help
    for option in frames steps-per-frame size out fps set particles seed dt steps hash backend \
        renderer threads isa search cell-reach group-size slices clamp-limits zoom center \
        follow position orbit projection field-of-view alpha time dump first-frame quiet stats \
        stats-every; do
        says "--$option( |\$)"
    done
}

case_unknown_commands_get_a_suggestion() {
    refuses "there is no command 'comapre'; did you mean .mote compare." comapre
    refuses "there is no command 'xyzzy'; .mote help. lists them" xyzzy
    refuses "there is no command 'rnu'; did you mean" help rnu
}

case_unknown_options_get_a_suggestion() {
    refuses 'mote run has no option --frame; did you mean --frames' run --frame 3
    refuses 'mote run has no option --backnd; did you mean --backend' run --backnd=gl
    refuses 'mote run has no option --xyzzy; see .mote run --help' run --xyzzy
    refuses 'mote run has no option -x; see .mote run --help' run -x
    refuses 'mote compare has no option --frames' compare --frames 3
}

case_values_may_follow_a_space_or_an_equals_sign() {
    first=$(hash_of $small --steps 2 --set seed=5)
    [ -n "$first" ] || fail "no hash"
    for spelling in "--steps=2 --seed=5" "--steps 2 -s 5" "--steps 2 -s5"; do
        [ "$(hash_of $small $spelling)" = "$first" ] || fail "$spelling gives another hash"
    done
    [ "$(hash_of $small --steps 2 --set seed=6)" != "$first" ] || fail "seed does nothing"
}

case_later_settings_win() {
    first=$(hash_of $small --steps 2 -s 5)
    [ "$(hash_of $small --steps 2 -s 4 --set seed=5)" = "$first" ] || fail "--set after -s"
    [ "$(hash_of $small --steps 2 --set seed=4 -s 5)" = "$first" ] || fail "-s after --set"
}

case_missing_and_wrong_values_are_named() {
    refuses '--frames needs a value: --frames F' run --frames
    refuses '--frames needs a value' run --frames --hash
    refuses '-n needs a value: -n N' run -n
    refuses "--frames takes a whole number, not 'many'" run --frames many
    refuses "--frames takes a whole number, not '1.5'" run --frames 1.5
    refuses "--frames takes a whole number from 1 to" run --frames 0
    refuses "--frames takes a whole number from 1 to" run --frames 99999999999999999999
    refuses "--steps takes a whole number from 0 to [0-9]+, not '-1'" run --steps -1
    refuses '--hash takes no value' run --hash=yes
    refuses '-q takes no value' run -qq
    refuses "--size takes WIDTHxHEIGHT" run --size 640
    refuses "--size takes WIDTHxHEIGHT" run --size 640x
    refuses "--size takes WIDTHxHEIGHT" run --size 640x480x3
    refuses "--size: a side has from 1 to 16384 pixels, not 0" run --size 640x0
    refuses "--fps takes a number, not 'fast'" run --out - --fps fast
    refuses "--fps takes a number from" run --out - --fps 0
    refuses "--zoom takes a number, not 'nan'" run --zoom nan
    refuses "--center takes X,Y" run --center 1
    refuses "--center takes X,Y" run --center 1,2,3,4
    refuses "--center takes X,Y" run --center 1,inf
    refuses "--position takes X,Y,Z in world units, not '1,2'" run --position 1,2
    refuses "--follow takes a whole number from 0" run --follow -3
    refuses "--threads takes a whole number from 0 to" run --threads -1
    refuses "--backend takes one of auto\|gl\|cpu, not 'gpu'" run --backend gpu
    refuses "--isa takes one of .*, not 'avx'; did you mean 'avx2'" run --isa avx
    refuses "--renderer takes one of auto\|gl\|soft" run --renderer none
    refuses "--search takes one of grid\|loop" run --search tree
    refuses "--cell-reach takes a whole number from 1 to 3" run --cell-reach 4
    refuses "--group-size takes a power of two, not '48'" run --backend gl --group-size 48
    refuses "--slices takes a whole number from 1" run --slices 0
    refuses "--set takes KEY=VALUE, not 'seed'" run --set seed
    refuses "--dump takes BUFFER:FILE, not 'position'" run --dump position
}

case_options_that_do_not_fit_together_are_refused() {
    refuses '--steps simulates without frames, so --size' run --steps 3 --size 64x64
    refuses '--steps simulates without frames, so --frames' run --steps 3 --frames 3
    refuses '--alpha needs PNG' run --out x.y4m --alpha
    refuses '--first-frame needs PNG' run --out x.y4m --first-frame 2
    refuses '--fps is of Y4M' run --fps 30
    refuses '--follow and --center' run --follow 1 --center 0,0
    refuses '--first-frame 9 is past the last frame, 8' run --frames 9 --first-frame 9
    refuses '--isa is of the CPU' run --backend gl --isa sse2
    refuses '--center: expected X,Y in 2-D' run --center 1,2,3
    refuses 'bench search needs particles' bench search -n 0
    echo '{"seed": 99999999999999999999}' >long.json
    refuses '.*write a seed from 2\^63 on in quotes' run long.json --steps 1
    refuses '--group-size is of the GPU' run --backend cpu --group-size 64
    refuses '--cell-reach is of the grid' run --search loop --cell-reach 2
}

case_too_many_operands_are_refused() {
    refuses "mote run does not know what to do with 'b.json'" run a.json b.json
    refuses "mote info does not know what to do with 'x'" info x
}

case_colours_are_for_terminals() {
    escape=$(printf '\033')
    mote help
    ! grep -q "$escape" stdout || fail "escape sequences in a pipe"
    on_terminal help
    grep -q "$escape\[1m" stdout || fail "no bold on a terminal"
    NO_COLOR=1 on_terminal help
    ! grep -q "$escape\[1m" stdout || fail "colours in spite of NO_COLOR"
}

case_a_full_stdout_is_an_error() {
    [ -w /dev/full ] || skip "no /dev/full"
    "$program" help >/dev/full 2>stderr
    code=$? last="mote help >/dev/full"
    ends 1
    tells '^mote: cannot write to stdout: (No space left|an earlier write failed)'
    "$program" help >&- 2>stderr
    code=$? last="mote help >&-"
    ends 1
    tells '^mote: cannot write to stdout: '
}

run_all_cases
