#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# precise.sh [BUILD [MODEL]]: every float operation of every compute shader must be one that
# no compiler may fuse or reorder, and only those whose result rounding pins down may be used.
# llvmpipe never fuses a*b+c, so tests on it cannot find what this finds. With a MODEL, one of
# pairs, only its law is checked; of laws in the folder MOTE_GLSL these.
#
# The stages' texts, as the program puts them together, are compiled to SPIR-V; there each
# addition, subtraction and multiplication of floats must be marked NoContraction, and its
# result must go to a local variable or to the next operation of the same expression: not
# all drivers carry `precise` on into an argument, return, condition, cast or store.
set -u -o pipefail
# Laws there may be named from where one stands.
[ -z "${MOTE_GLSL:-}" ] || MOTE_GLSL=$(realpath "$MOTE_GLSL")
cd "$(dirname "$0")/.." || exit 1
build=${1:-build} only=${2:-}
texts=$(mktemp -d)
trap 'rm -rf "$texts"' EXIT

command -v glslangValidator >/dev/null || {
    echo "precise.sh: glslangValidator is missing (Debian: glslang-tools)"
    exit 1
}

# operations FILE: lines of what is wrong in it; also fails when it does not compile.
operations() {
    glslangValidator -G --aml --amb -g -H -o "$texts/out.spv" "$1" >"$texts/out.txt" || {
        grep ERROR "$texts/out.txt"
        return 1
    }
    awk -v shader="${1##*/}" '
        # At its end the text says whose lines have which numbers: "// line 100001: a.glsl:1".
        FNR == NR {
            if ($2 == "line") { name[int($3 / 100000)] = $4; sub(/:1$/, "", name[int($3 / 100000)]) }
            next
        }
        function report(message) {
            file = int(line / 100000)
            print (file ? name[file] : shader) ":" line % 100000 ": in " here ": " message
        }
        function sign(operation) {
            return operation == "FAdd" ? "+" : operation == "FSub" ? "-" : \
                   operation == "FMul" ? "*" : operation
        }
        function use(operation) {
            return operation == "ReturnValue" ? "a return" : \
                   operation == "Store" ? "an argument or a store" : \
                   operation ~ /^F(Ord|Unord)/ ? "a comparison" : operation
        }
        $1 == "Line" { line = $3 }
        $1 == "Decorate" && $3 == "NoContraction" { kept[$2] = 1 }
        / Function (None|Inline|DontInline|Pure|Const)/ {
            here = $1; sub(/^[0-9]+\(/, "", here); sub(/\(.*/, "", here)
        }
        $2 ~ /^[0-9]+\(/ && $3 ~ /^(FAdd|FSub|FMul|VectorTimesScalar|Dot)$/ {
            id = $1; sub(":", "", id)
            result[id] = $3
            if (!(id in kept)) report(sign($3) " without precise; its result must go to a real")
            next
        }
        # A variable stands with its name, as in "Store 12(sum) 34"; an argument is "param".
        $1 == "Store" && $2 ~ /\(/ && $2 !~ /\(param\)/ { next }
        $1 ~ /^(Store|ReturnValue)$/ ||
        $3 ~ /^(F(Ord|Unord)|Select|Bitcast|ConvertF|Composite|FunctionCall|ExtInst)/ {
            for (i = 2; i <= NF; i++) {
                if ($i in result) {
                    report(sign(result[$i]) " goes straight into " \
                           use($1 ~ /^[SR]/ ? $1 : $3) "; its result must go to a real first")
                }
            }
        }
        $2 ~ /^[0-9]+\(/ && $3 ~ /^(FDiv|FMod|FRem|ConvertFToU)$/ {
            report($3 " has no settled result")
        }
        $3 == "ExtInst" && $5 !~ /\((FAbs|Floor|Fma|FindUMsb|[FSU]Min|[FSU]Max|[FSU]Clamp)\)/ {
            report($5 " has no settled result")
        }
    ' "$1" "$texts/out.txt" | sort -u
}

# dump FOLDER ARGUMENT ...: the texts of what `mote run` compiles with these, and where
# someone touches particles.
dump() {
    local touched=(--replay "$texts/touched.jsonl")
    case " $* " in *" recycled "*) touched=() ;; esac # they cannot be
    cat >"$texts/touched.jsonl" <<TEXT
{"mote_inputs": 1, "file": "life", "scene": {}}
{"step": 0, "touch": {"position": [0, 0, 0], "radius": 1, "pull": 1, "drag": 1, "velocity": [0, 0, 0]}}
TEXT
    mkdir -p "$texts/$1"
    MOTE_DUMP_GLSL="$texts/$1" "$build/mote" run --backend gl --steps 1 "${@:2}" --hash \
        --stats "$texts/stats.csv" "${touched[@]}" >/dev/null || exit 1
}

# dump_price NAME ARGUMENT ...: and what `mote price` compiles. (Software OpenGL adds up in
# pairs of words, hardware in integers of 64 bits: the operations on floats are the same.)
dump_price() {
    local folder=$texts/price/$1
    shift
    mkdir -p "$folder"
    MOTE_DUMP_GLSL=$folder "$build/mote" price --backend gl --paths 64 --quiet "$@" \
        >/dev/null || exit 1
}

# dump_frame NAME ARGUMENT...: and those that draw a frame as splats.
dump_frame() {
    local folder=$texts/$1
    shift
    mkdir -p "$folder"
    MOTE_DUMP_GLSL=$folder "$build/mote" run --backend gl --renderer gl --draw splat \
        --frames 1 -n 100 --size 16x16 --out "$texts/frames" --quiet "$@" \
        --set view.blend=add --set view.shape=disc || exit 1
}

# dump_pairs DIMENSION SEARCH MODEL ...: of models whose particles have neighbours.
dump_pairs() {
    local dimension=$1 search=$2 model
    for model in "${@:3}"; do
        dump "$dimension/$search/$model" -n 100 --search "$search" \
            --set "model=$model" --set "dimension=$dimension"
    done
}

dump_emitters() {
    local dimension=$1
    # All that emitters have: children, streaks, forces, colliders.
    cat >"$texts/emitter.json" <<TEXT
{
  "model": "emitter",
  "emitter": {
    "emitters": [
      {"name": "one", "rate": 1000, "on_death": "two", "on_collision": "two"},
      {"name": "two", "streak": 0.1}
    ],
    "forces": [{}, {"kind": "vortex", "falloff": "linear"}, {"kind": "turbulence"}],
    "colliders": [{}, {"shape": "sphere"}, {"shape": "box", "solid": "outside"}]
  }
}
TEXT
    # Births and deaths among pairs.
    cat >"$texts/faucet.json" <<TEXT
{
  "model": "fluid",
  "particles": 100,
  "fluid": {"faucets": [{}], "drains": [{}, {"shape": "sphere"}], "colliders": [{}, {"shape": "sphere"}, {"shape": "box"}]}
}
TEXT
    dump "$dimension/emitter" "$texts/emitter.json" --set "dimension=$dimension"
    dump "$dimension/faucet" "$texts/faucet.json" --set "dimension=$dimension"
    dump "$dimension/recycled" --set model=emitter --set "dimension=$dimension" \
        --search recycled
}

dump_prices() {
    local style type way
    for style in european digital asian barrier basket; do
        for type in call put; do
            option="--style $style --type $type"
            for way in "" "--antithetic --control" "--sobol" \
                "--sobol --antithetic --control"; do
                dump_price "$style/$type$way" $option $way
            done
            dump_price "$style/$type/wide" $option --volatility 1 --years 6
            dump_price "$style/$type/wide_antithetic" $option --volatility 1 --years 6 \
                --antithetic
        done
    done
    dump_price basket/of_three --style basket --spot 100,90,80 --control
}

dump_all() {
    local dimension search paired
    paired=$(grep -l '^PASS(' glsl/models/*.def | xargs -n 1 basename -s .def)
    for dimension in 2 3; do
        for search in grid loop indexed; do
            dump_pairs "$dimension" "$search" $paired
        done
        dump_emitters "$dimension"
        dump_frame "$dimension/splat" --set "dimension=$dimension"
        dump_frame "$dimension/solids_splat" "$texts/faucet.json" --set "dimension=$dimension"
    done
    dump_frame emitter_splat --set model=emitter
    mkdir -p "$texts/reduce"
    MOTE_DUMP_GLSL=$texts/reduce "$build/mote" bench reduce -n 1000 --rounds 1 \
        >/dev/null || exit 1
    dump_prices
}

if [ -n "$only" ]; then
    # However neighbours are found, the law is the same text.
    dump_pairs 2 grid "$only"
    dump_pairs 3 grid "$only"
    blind=$(find "$texts/2/grid/$only" -name 'pair_*.comp' | head -n 1)
else
    dump_all
    blind="$texts/2/grid/life/update_attraction.comp $texts/price/asian/call/price.comp"
fi

wrong=0 count=0
while read -r file; do
    operations "$file" >>"$texts/faults" || wrong=1
    count=$((count + 1))
# resolve.comp only makes bytes of light that the GPU has blended, in no promised order.
done < <(find "$texts" -name '*.comp' ! -name resolve.comp | sort)
if [ -s "$texts/faults" ]; then
    wrong=1
    sort -V "$texts/faults" | uniq -c | sed -E 's/^ *([0-9]+) (.*)$/\2 (in \1 of the shaders)/'
fi

# The check itself must see a `precise` that is missing.
for file in $blind; do
    sed -i 's/#define real precise float/#define real float/' "$file"
    if [ -z "$(operations "$file")" ]; then
        echo "precise.sh does not see a missing precise in ${file##*/}"
        wrong=1
    fi
done

echo "$count shaders checked"
[ "$count" -gt 0 ] && [ "$wrong" -eq 0 ]
