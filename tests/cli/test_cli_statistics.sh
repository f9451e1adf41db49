#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote run --stats`: the file, which is the same on every device, and what is refused.

. "$(dirname "$0")/support.sh"

header=step,time,alive,outside,energy,momentum_x,momentum_y,momentum_z,speed_mean,speed_max
header=$header,density_mean,density_max,fullest_cell,mixing

# steps_of FILE: the first column, as one line.
steps_of() {
    unify "$1"
    [ "$(head -n 1 "$1")" = "$header" ] || fail "header: $(head -n 1 "$1")"
    [ "$(awk -F, 'NF != 14' "$1")" = "" ] || fail "a line has not 14 fields"
    tail -n +2 "$1" | cut -d, -f1 | paste -sd ' '
}

has_steps() {
    [ "$(steps_of "$1")" = "$2" ] || fail "$1 has steps $(steps_of "$1"), not $2"
}

case_there_is_a_line_for_the_first_state_and_each_k_steps() {
    mote run $small --steps 5 --stats each.csv
    ends 0
    has_steps each.csv "0 1 2 3 4 5"
    mote run $small --steps 10 --stats some.csv --stats-every 4
    has_steps some.csv "0 4 8"
    mote run $small --steps 0 --stats none.csv
    has_steps none.csv "0"
    mote run $small --steps 3 --stats far.csv --stats-every 1000000000
    has_steps far.csv "0"
    mote run $small --steps 6 --stats times.csv --stats-every 2 --time
    has_steps times.csv "0 2 4 6"
}

case_frames_have_lines_of_their_own() {
    mote run $drawn --frames 3 -k 2 --out frames --stats a.csv
    ends 0
    has_steps a.csv "0 2 4 6"
    mote run $drawn --frames 3 -k 2 --out frames --stats b.csv --stats-every 3
    has_steps b.csv "0 3 6"
    mote run $drawn --frames 2 -k 0 --out frames --stats c.csv
    has_steps c.csv "0"
    mote run $drawn --frames 4 -k 2 --first-frame 2 --out frames --stats d.csv
    has_steps d.csv "0 2 4 6 8"
    mote run $small --steps 6 --stats e.csv --stats-every 2
    cmp a.csv e.csv || fail "frames change statistics"
}

case_numbers_are_those_of_the_state() {
    mote run $small --steps 2 --stats s.csv --dump velocity:v.bin --quiet
    ends 0
    is_silent
    od -An -v -tf4 -w8 v.bin | awk '{ e += ($1 * $1 + $2 * $2) / 2; x += $1 }
        END { printf "%.4e %.2e\n", e, x }' >wanted
    tail -n 1 s.csv | awk -F, '{ printf "%.4e %.2e\n", $5, $6 }' >found
    cmp wanted found || fail "energy, momentum: $(cat found), not $(cat wanted)"
    [ "$(tail -n 1 s.csv | cut -d, -f3)" = 300 ] || fail "not 300 particles"
}

case_what_is_not_known_is_empty() {
    mote run -n 1 --backend cpu --steps 0 --stats one.csv
    grep -Eq '^0,0,1,0,.*,1,$' one.csv || fail "$(cat one.csv)"
}

# same_on_all NAME ARGUMENT...: one file whatever computes it.
same_on_all() {
    local name=$1 way
    shift
    mote run "$@" --backend cpu --threads 1 --stats "$name.csv" -q
    ends 0
    set -- "$@" --stats other.csv -q
    for way in "--threads 3" "--isa scalar" "--slices 3"; do
        mote run "$@" --backend cpu $way
        cmp -s "$name.csv" other.csv || fail "$name: $way gives another file"
    done
    has_gl_compute || return 0
    for way in "" "--group-size 1" "--group-size 32" "--group-size 512" "--slices 3" \
        "--clamp-limits"; do
        mote run "$@" --backend gl $way
        cmp -s "$name.csv" other.csv || fail "$name: --backend gl $way gives another file"
    done
}

case_who_is_too_fast_has_no_speed() {
    # Sub-steps of 0.02 s in a world whose sides are 1: quanta reach to 64.
    set -- -n 1 --set model=boids --set boids.noise=0 --set boids.maximum_speed=1000 \
        --set world.width=1 --backend cpu --steps 1 --stats -
    mote run "$@" --set boids.minimum_speed=63
    ends 0
    says '^1,0.02,1,0,198[34][0-9.]*,[-0-9.]*,[-0-9.]*,0,6[23][0-9.]*,6[23][0-9.]*,'
    mote run "$@" --set boids.minimum_speed=500
    says '^1,0.02,1,0,,,,,,,'
}

case_the_file_does_not_depend_on_how_it_is_computed() {
    same_on_all life -n 2100 --steps 6 --set species=3
    same_on_all space -n 1500 --steps 4 --set dimension=3 --set world.edges=open
    same_on_all fireworks fireworks -n 2100 --steps 6
    mote run -n 2100 --steps 6 --set species=3 --backend cpu --stats life.csv
    for way in "--search loop" "--search grid --cell-reach 1" "--search grid --cell-reach 3" \
        "--search indexed" "--search published"; do
        mote run -n 2100 --steps 6 --set species=3 --backend cpu $way --stats other.csv
        cmp -s life.csv other.csv || fail "$way gives another file"
    done
}

case_a_gpu_that_fails_leaves_the_file_whole() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote run -n 2000 --steps 20 --backend cpu --stats whole.csv -q
    for lost in pair:13 sum_motion:0 sum_mixing:20 clear_species:7; do
        mote run -n 2000 --steps 20 --search grid --software-gl --checkpoint 4 \
            --stats lost.csv --lose $lost
        ends 0
        tells "the GPU fails at stage ${lost%:*}, as asked for"
        cmp -s whole.csv lost.csv || fail "--lose $lost changes the file"
    done
    refuses '--lose: stage sum_motion runs only for --stats; give --stats FILE, too' \
        run -n 100 --steps 5 --software-gl --lose sum_motion:2
    refuses '--lose sum_motion:5: the run has 4 steps' run -n 100 --steps 5 --software-gl \
        --stats lost.csv --stats-every 4 --lose sum_motion:5
}

case_lines_go_to_stdout_where_it_is_free() {
    mote run $small --steps 3 --stats file.csv
    mote run $small --steps 3 --stats - --hash
    ends 0
    unify stdout file.csv
    cmp -s stdout file.csv || fail "stdout differs from the file"
    tells '^state hash after 3 steps: '
    tells '^300 particles, 3 steps at '
    refuses '--stats and --out both write to stdout; give one of them another name' \
        run $drawn --frames 2 --out - --stats -
    refuses '--stats and --out both write to a.y4m; ' run $drawn --out a.y4m --stats a.y4m
}

case_what_cannot_be_is_refused() {
    refuses '--stats-every says how often --stats writes a line; give --stats FILE, too' \
        run $small --steps 3 --stats-every 2
    refuses "--stats-every takes a whole number from 1 to [0-9]*, not '0'" run $small --steps 3 --stats a.csv \
        --stats-every 0
    refuses '--stats-every' run $small --steps 3 --stats a.csv --stats-every x
    mote run $small --steps 3 --stats no/such/folder.csv
    ends 1
    tells '^mote: .*no/such/folder.csv'
    mkdir folder
    mote run $small --steps 3 --stats folder
    ends 1
    tells '^mote: .*folder'
    mote run $small --steps 3 --stats ''
    [ "$code" -ne 0 ] || fail "a file without a name was written"
}

case_a_full_disk_is_told() {
    [ -w /dev/full ] || skip "no /dev/full"
    "$program" run $small --steps 3 --stats - >/dev/full 2>stderr
    code=$? last="mote run --stats - >/dev/full"
    ends 1
    tells '^mote: .*stdout'
}

case_an_interrupt_loses_no_line() {
    "$program" run $small --steps 1000000000 --stats s.csv --stats-every 3 >stdout 2>stderr &
    pid=$!
    interrupt $pid
    wait $pid
    code=$? last="mote run --stats, interrupted"
    ends 130
    done=$(sed -n 's/^mote: interrupted after \([0-9]*\) of .*/\1/p' stderr)
    [ "$(seq 0 3 "$done" | paste -sd ' ')" = "$(steps_of s.csv)" ] ||
        fail "after $done steps the last lines are $(tail -n 2 s.csv)"
}

run_all_cases
