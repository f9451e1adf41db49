#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote price`, and the benches of it.

. "$(dirname "$0")/support.sh"

cpu="--backend cpu --threads 2"
few="$cpu --paths 10000"

# value KEY: of the JSON on stdout, all that stand on a line of their own, the outer ones
# first where they are told first.
value() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" stdout
}

# sums_of ARGUMENT...: the hash of what the paths of a price add up to.
sums_of() {
    mote price --json -q "$@"
    ends 0
    value sums
}

# near NUMBER OTHER DISTANCE
near() {
    awk -v a="$1" -v b="$2" -v most="$3" \
        'BEGIN { d = a - b; exit !(a != "" && d <= most && -d <= most) }' ||
        fail "$last: $1 is not within $3 of $2"
}

case_a_price_is_told_with_its_error_and_the_closed_form() {
    mote price $cpu --paths 1e6
    ends 0
    says '^european call: spot 100, volatility 0\.2, dividend 0, strike 100, rate 0\.05, years 1$'
    says '^device +paths +price +standard error +95 % interval +z +paths/s +sums$'
    says '^CPU \(2 threads, [a-z0-9]+\) +1000000 +10\.4[0-9]+ +0\.015 +10\.[0-9]+ to 10\.[0-9]+ +[-+][0-9.]+ .* [0-9a-f]{16}$'
    says '^closed form: 10\.450[56]+ \(Black and Scholes 1973\)$'
    [ ! -s stderr ] || fail "stderr is not empty"
}

case_json_has_all_keys() {
    mote price --json --greeks $few
    ends 0
    for key in price standard_error interval closed_form paths_per_second z paths device \
        sums bias option greeks estimate interrupted; do
        says "^  \"$key\": "
    done
    for key in style type spot volatility dividend strike rate years; do
        says "^    \"$key\": "
    done
    for key in average barrier_type monitoring weight payout barrier correlation steps; do
        says "^    \"$key\": null"
    done
    near "$(value closed_form | head -n 1)" 10.450583572185 1e-9
    near "$(value price)" 10.45 0.7
    [ "$(value paths)" = 10000 ] || fail "paths: $(value paths)"
    value sums | grep -Eqx '[0-9a-f]{16}' || fail "sums: $(value sums)"
    command -v jq >/dev/null || return 0
    [ "$(jq -r '.interval | length' stdout)" = 2 ] || fail "jq: interval"
    [ "$(jq -r '(.interval[0] < .price) and (.price < .interval[1])' stdout)" = true ] ||
        fail "jq: the price is not in its interval"
    [ "$(jq -r '.option.style' stdout)" = european ] || fail "jq: option.style"
    [ "$(jq -r '.greeks.delta.value > 0.5' stdout)" = true ] || fail "jq: delta"
    [ "$(jq -r '.greeks | keys | length' stdout)" = 5 ] || fail "jq: greeks"
    [ "$(jq -r '.bias.matters | type' stdout)" = boolean ] || fail "jq: bias"
    [ "$(jq -r '.interrupted' stdout)" = false ] || fail "jq: interrupted"
}

case_what_there_is_not_is_null() {
    mote price --json --style asian --sobol $few
    ends 0
    for key in closed_form z standard_error interval greeks estimate; do
        says "^  \"$key\": null"
    done
    mote price --json --style basket --spot 100,90 $few
    ends 0
    command -v jq >/dev/null || return 0
    [ "$(jq -c '.option.spot | map(floor)' stdout)" = '[100,90]' ] || fail "jq: option.spot"
}

case_every_option_of_an_option_matters() {
    european=$(sums_of $few)
    asian=$(sums_of $few --style asian --steps 8)
    barrier=$(sums_of $few --style barrier --steps 8)
    basket=$(sums_of $few --style basket --spot 100,90)
    for change in "--spot 101" "--volatility 0.21" "--dividend 0.01" "--strike 101" \
        "--rate 0.06" "--years 1.1" "--type put" "--seed 5" "--antithetic" "--control" \
        "--sobol" "--paths 10001" "--style digital"; do
        [ "$(sums_of $few $change)" != "$european" ] || fail "$change changes nothing"
    done
    for change in "--steps 9" "--average geometric"; do
        [ "$(sums_of $few --style asian --steps 8 $change)" != "$asian" ] ||
            fail "$change changes nothing"
    done
    for change in "--steps 9" "--barrier 121" "--barrier-type up-in" "--monitoring discrete"; do
        [ "$(sums_of $few --style barrier --steps 8 $change)" != "$barrier" ] ||
            fail "$change changes nothing"
    done
    for change in "--weight 1,2" "--correlation 0.5"; do
        [ "$(sums_of $few --style basket --spot 100,90 $change)" != "$basket" ] ||
            fail "$change changes nothing"
    done
    mote price --json $few --style digital
    single=$(value price)
    mote price --json $few --style digital --payout 2
    near "$(value price)" "$(awk "BEGIN { print 2 * $single }")" 1e-5
}

case_the_sums_do_not_depend_on_how_they_are_computed() {
    for option in "" "--style asian --steps 5 --control --antithetic" \
        "--style barrier --steps 3" "--style basket --spot 100,90,80 --sobol"; do
        first=$(sums_of $option --backend cpu --paths 70001 --threads 1)
        [ -n "$first" ] || fail "no sums"
        for way in "--threads 2" "--threads 7" "--isa scalar" "--isa sse2"; do
            sums=$(sums_of $option --backend cpu --paths 70001 $way)
            [ "$sums" = "$first" ] || fail "$option $way: $sums, not $first"
        done
        has_gl_compute || continue
        for way in "" "--group-size 64" "--group-size 128"; do
            sums=$(sums_of $option --backend gl --paths 70001 $way)
            [ "$sums" = "$first" ] || fail "$option --backend gl $way: $sums, not $first"
        done
    done
}

case_both_devices_are_held_against_each_other() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    for style in european digital asian barrier basket; do
        for way in "" "--antithetic --control" "--sobol"; do
            mote price --style $style --backend both --paths 5000 $way
            ends 0
            [ "$(grep -Ec ' [0-9a-f]{16} equal$' stdout)" -eq 2 ] ||
                fail "$last: not two lines with equal sums"
        done
        mote price --style $style --backend both --paths 5000 --volatility 1 --years 6
        ends 0
        says ' equal$'
    done
    mote price --backend both --isa scalar --group-size 64 --paths 5000 --json --greeks
    ends 0
    says '^  "devices": \['
    says '^  "equal": true'
    [ "$(value sums | uniq | wc -l)" -eq 1 ] || fail "different sums"
    [ "$(value sums | wc -l)" -eq 2 ] || fail "not two devices"
}

case_auto_says_why_it_is_not_a_gpu() {
    mote price --paths 1000
    ends 0
    [ ! -s stderr ] || tells '^mote: pricing on the CPU \(.*\): [A-Za-z]'
    mote price --paths 1000 -q
    ends 0
    [ ! -s stderr ] || fail "-q is not quiet"
    has_gl_compute || return 0
    mote price --paths 1000 --software-gl
    ends 0
    [ ! -s stderr ] || fail "with --software-gl: a word of a device"
}

case_a_missing_driver_is_named() {
    not_on_windows "takes away Mesa's drivers for Linux"
    machine="__EGL_VENDOR_LIBRARY_DIRS=/nowhere DISPLAY="
    for backend in gl both; do
        refuses '.*; or --backend cpu$' price --backend $backend
    done
    mote price --paths 1000
    ends 0
    tells '^mote: pricing on the CPU'
}

case_counts_may_have_an_exponent() {
    for count in 20000 2e4 2E4 20000.0; do
        mote price $cpu --json --paths $count
        ends 0
        [ "$(value paths)" = 20000 ] || fail "--paths $count: $(value paths)"
    done
    mote price $cpu --json --paths 1
    ends 0
    says '"standard_error": null'
    mote price $cpu --paths 1
    ends 0
    says ' 1 +[0-9.]+ +- +- +- '
}

case_wrong_counts_are_named() {
    refuses "--paths takes a whole number from 1 to 1152921504606846976, not '0'" \
        price --paths 0
    for count in 9223372036854775808 1152921504606846977 1e19 -1; do
        refuses "--paths takes a whole number from 1 to 1152921504606846976, not '$count'" \
            price --paths $count
    done
    for count in many 1.5 nan 1e999 ''; do
        refuses "--paths takes a whole number, such as 1000000 or 1e6, not '$count'" \
            price --paths "$count"
    done
    refuses "--seed takes a whole number" price --seed x
    for tolerance in 0 -1; do
        refuses "--tolerance takes a number from 1e-12 to 1000000000000, not '$tolerance'" \
            price --tolerance $tolerance
    done
    refuses "--tolerance takes a number, not 'nan'" price --tolerance nan
}

case_wrong_options_are_named() {
    refuses '--volatility: expected a number from 0 to 10, found "-0\.1"' \
        price --volatility -0.1
    refuses '--volatility: expected a number from 0 to 10, found "nan"' \
        price --volatility nan
    refuses '--volatility: .*is it in percent' price --volatility 9
    refuses '--strike: expected a number' price --strike inf
    refuses '--style: expected one of european, .*; did you mean "asian"\?$' \
        price --style asain
    refuses '--barrier-type: expected one of up-out, .*; did you mean "up-in"' \
        price --style barrier --barrier-type up-on
    refuses '--spot: expected one number, found 2: only .* basket' price --spot 100,90
    refuses '--dividend: expected 1 number or 2, as many as ' \
        price --style basket --spot 100,90 --dividend 1,2,3
    refuses '--correlation: expected at least -0\.5' \
        price --style basket --spot 100,90,80 --correlation -0.9
    refuses '--barrier-type: of no use to the style european' price --barrier-type up-in
    refuses '--steps: of no use to the style european' price --steps 4
    refuses '--steps: expected a whole number, found 2\.5' price --style asian --steps 2.5
    refuses 'mote price has no option --barier; did you mean --barrier\?' price --barier 1
    refuses "mote price does not know what to do with 'call'" price call
}

case_ways_that_do_not_fit_are_refused() {
    refuses '.*leave --control out' price --volatility 1 --years 6 --control
    refuses '.*leave --sobol out' price --volatility 1 --years 6 --sobol
    refuses 'Sobol points have up to 256 dimensions, and this option needs 300' \
        price --style asian --steps 300 --sobol
    refuses '--sobol has 2\^32 points, so --paths is at most 4294967296, not 4294967297' \
        price --sobol --paths 4294967297
    refuses '--sobol has 2\^32 points, so --paths is at most 8589934592, not 10000000000' \
        price --sobol --antithetic --paths 1e10
    refuses '--tolerance asks for a standard error, and Sobol points have none' \
        price --sobol --tolerance 0.1
    refuses '--isa is of the CPU' price --backend gl --isa sse2
    refuses '--group-size is of the GPU' price --backend cpu --group-size 64
    refuses '--backend takes one of auto.gl.cpu.both' price --backend gpu
}

case_a_tolerance_is_reached() {
    mote price $cpu --json --tolerance 0.05
    ends 0
    awk -v e="$(value standard_error | head -n 1)" 'BEGIN { exit !(e > 0 && e <= 0.05) }' ||
        fail "the standard error is not within the tolerance"
    paths=$(value paths)
    mote price --backend cpu --threads 1 --isa scalar --json --tolerance 0.05
    [ "$(value paths)" = "$paths" ] || fail "another number of paths with other threads"
    mote price $cpu --json --tolerance 0.001 --paths 100000
    ends 0
    [ "$(value paths)" = 100000 ] || fail "--paths is not the limit"
    says '"tolerance_reached": false'
    mote price $cpu --tolerance 0.001 --paths 100000
    ends 0
    says '^--tolerance 0.001 is not reached after 100000 paths; allow more by --paths$'
}

case_without_chance_the_price_is_what_it_must_be() {
    mote price $few --years 0 --strike 90
    ends 0
    says ' 10\.00000 +0 +10\.00000 to 10\.00000 +- '
    says '^no chance is in it: volatility or years is 0$'
    mote price $few --json --volatility 0 --rate 0 --strike 90
    ends 0
    near "$(value price)" 10 0
    near "$(value standard_error | head -n 1)" 0 0
    says '^  "z": null'
}

case_sobol_points_have_no_interval() {
    mote price $few --sobol
    ends 0
    says '^no interval: Sobol points do not vary independently$'
}

case_what_is_known_is_told() {
    mote price $few --style asian
    says '^no closed form is known$'
    mote price $few --style barrier --monitoring discrete
    says '^no closed form; an approximation: [0-9.]+ \(.*Broadie, Glasserman and Kou 1997\)$'
    mote price $few --style barrier
    says '^closed form: [0-9.]+ \(Merton 1973; Reiner and Rubinstein 1991\)$'
}

case_paths_that_all_paid_the_same_have_no_interval() {
    mote price $cpu --strike 200 --years 0.01 --paths 10000
    ends 0
    says '^no interval: all paths paid the same; more of them may not$'
    ! grep -q '^bias' stdout || fail "a bias of nothing is told"
    mote price $cpu --paths 1
    says '^no interval: one path does not vary$'
}

case_a_file_that_cannot_be_written_is_named_before_the_work() {
    mote price $cpu --paths 1e15 --out missing/prices.csv
    ends 1
    tells '^mote: cannot write missing/prices.csv: '
    mote price $few --out -
    ends 2
    tells '^mote: --out: stdout has the table; '
    printf 'strike\n100\n' >own.csv
    mote price $few --batch own.csv --out ./own.csv
    ends 2
    tells '^mote: --out ./own.csv is the file of --batch; give another name$'
    [ "$(head -n 1 own.csv)" = strike ] || fail "the file of --batch was written over"
}

case_greeks_say_what_they_are_of() {
    mote price $few --greeks
    ends 0
    says '^vega and rho for 1 of volatility and of the rate, theta a year that passes; by bumps'
    mote price $few --style basket --spot 100,90 --greeks
    says "; all by the first asset's numbers; by bumps"
}

case_a_bias_that_matters_is_told() {
    mote price $cpu --style asian --steps 2 --volatility 0.01 --strike 80 --control --paths 1e6
    ends 0
    says '^bias of the arithmetic: [-+][0-9.e-]+ \(standard error .*\), .* without it the price is 22\.667[0-9]+$'
    mote price $few
    ends 0
    ! grep -q '^bias' stdout || fail "a bias that does not matter is told"
    mote price $few --bias
    says '^bias of the arithmetic: .*: too little to count$'
}

case_greeks_are_told() {
    mote price $cpu --paths 1e5 --greeks
    ends 0
    says '^greek +value +standard error +closed form$'
    for greek in delta gamma vega rho theta; do
        says "^$greek +-?[0-9.]+ +[0-9.]+ +-?[0-9.]+\$"
    done
}

write_batch() {
    cat >options.csv <<TEXT
style,strike,years,spot,barrier
european,100,1,,
,95,0.5,,
basket,100,,100;90,
barrier,100,1,,130
TEXT
}

case_a_batch_is_a_table() {
    write_batch
    mote price $few --batch options.csv --rate 0.03
    ends 0
    says '^line +option +spot +strike +years +price +standard error +95 % interval +closed form +z$'
    says '^2 +european call +100 +100 +1 +9\.[0-9]+ '
    says '^3 +european call +100 +95 +0\.5 '
    says '^4 +basket call +100;90 +100 +1 '
    says '^5 +barrier call, up-out, continuous '
    says '^4 options, 40000 paths at .* paths/s on CPU \(2 threads'
    mote price $few --batch options.csv --json --rate 0.03
    ends 0
    [ "$(value sums | wc -l)" -eq 4 ] || fail "not four prices"
    second=$(value sums | sed -n 2p)
    [ "$(sums_of $few --strike 95 --years 0.5 --rate 0.03)" = "$second" ] ||
        fail "an option alone is priced otherwise"
    mote price $few --batch options.csv --json --bias --greeks
    ends 0
    [ "$(grep -c '"matters": ' stdout)" -eq 4 ] || fail "no bias of each"
    [ "$(grep -c '"theta": {' stdout)" -eq 4 ] || fail "no greeks of each"
    command -v jq >/dev/null || return 0
    [ "$(jq -r 'type, length' stdout | tr '\n' ' ')" = "array 4 " ] || fail "jq: no array"
}

case_a_batch_is_written() {
    write_batch
    mote price $few --batch options.csv --out prices.csv --greeks
    ends 0
    unify prices.csv
    header=$(head -n 1 prices.csv)
    [ "${header#*,steps,}" = \
        price,standard_error,low,high,closed_form,z,paths,delta,gamma,vega,rho,theta ] ||
        [ "${header%%,price,*}" != "$header" ] || fail "header: $header"
    [ "$(wc -l <prices.csv)" -eq 5 ] || fail "not five lines"
    # The options in it are a batch again, of the same prices.
    columns=$(sed 's/,price,.*//' prices.csv | head -n 1 | tr ',' '\n' | wc -l)
    cut -d , -f "1-$columns" prices.csv >again.csv
    mote price $few --batch again.csv --out second.csv --greeks
    ends 0
    unify second.csv
    cmp prices.csv second.csv || fail "read back, the options have other prices"
    mote price $few --out no/such/folder.csv
    ends 1
    tells '^mote: .*no/such/folder.csv'
}

case_both_devices_price_a_batch() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    write_batch
    mote price --backend both --paths 2000 --batch options.csv
    ends 0
    [ "$(grep -c ' equal$' stdout)" -eq 4 ] || fail "not four equal"
}

case_wrong_batches_are_named_by_line_and_column() {
    refuses '.*nowhere\.csv' price --batch nowhere.csv
    : >empty.csv
    refuses 'empty\.csv: expected a header with names such as strike' price --batch empty.csv
    echo strike >header.csv
    refuses 'header\.csv: expected one option a line' price --batch header.csv
    printf 'strike,yaers\n1,2\n' >typo.csv
    refuses 'typo\.csv:1: an option has no "yaers"; did you mean "years"' \
        price --batch typo.csv
    printf 'strike,volatility\n90,0.2\n100,-1\n' >negative.csv
    refuses 'negative\.csv:3: volatility: expected a number from 0 to 10, found "-1"' \
        price --batch negative.csv
    printf 'style,barrier\neuropean,90\n' >useless.csv
    refuses 'useless\.csv:2: barrier: of no use to the style european' \
        price --batch useless.csv
    printf 'strike,years\n90\n' >short.csv
    refuses 'short\.csv:2: ' price --batch short.csv
    printf 'volatility,years\n0.2,1\n1,6\n' >wide.csv
    refuses 'wide\.csv:3: .*leave --control out' price --batch wide.csv --control
}

case_an_interrupt_gives_the_price_so_far() {
    "$program" price $cpu --paths 1e12 >stdout 2>stderr &
    pid=$!
    interrupt $pid
    wait $pid
    code=$? last="mote price --paths 1e12, interrupted"
    ends 130
    tells '^mote: interrupted; the price is that of the [0-9]+ paths so far, of 1000000000000'
    says '^CPU \(2 threads, [a-z0-9]+\) +[0-9]+ +10\.[2-7]' # of as many as there was time for
    says '^closed form: '
}

case_an_interrupt_ends_a_batch_with_what_there_is() {
    printf 'strike\n100\n90\n' >two.csv
    "$program" price $cpu --paths 1e12 --batch two.csv --json >stdout 2>stderr &
    pid=$!
    interrupt $pid
    wait $pid
    code=$? last="mote price --batch, interrupted"
    ends 130
    tells '^mote: interrupted after 1 of 2 options; the last has the price of its paths so far'
    says '^    "interrupted": true,'
    says '^\]'
}

case_the_host_terminal_sees_progress() {
    script() { timeout -s INT 1 script "$@"; }
    on_terminal price $cpu --paths 1e12
    says 'path [0-9]+/1000000000000 .*paths/s .*left'
}

case_benches_of_prices_are_equal() {
    mote bench price --paths 10000 --rounds 1
    ends 0
    says '^\| 1e\+04 paths, CPU .* \| equal \|$'
    has_gl_compute || return 0
    for bench in "price basket" "variance"; do
        mote bench $bench --paths 10000 --rounds 1 --software-gl
        ends 0
        says '^\| .*, CPU .* \| equal \|$'
        ! grep -q DIFFERENT stdout || fail "$last: different sums"
    done
    mote bench price lookback
    ends 2
    tells 'expected one of european'
    mote bench price -n 5
    ends 2
    tells 'bench price prices an option and has no scene'
}

run_all_cases
