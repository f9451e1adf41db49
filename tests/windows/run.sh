#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh MOTE_EXE SOURCE NATIVE_MOTE ZIP: holds the program for Windows, under Wine, against
# the one of this system: the same hashes, frames and bytes. With the environment that
# tests/cli/support.sh asks for. ZIP is what cpack made.

. "$(dirname "$0")/../cli/support.sh"
exe=$(realpath "$1")
native=$(realpath "$3")
zip=$(realpath "$4")

# same NAME ARGS: both programs print the same; their bytes are in NAME and NAME.native.
same() {
    local name=$1
    shift
    mote "$@"
    ends 0
    mv stdout "$name"
    "$native" "$@" >"$name.native"
    cmp "$name" "$name.native" || fail "$last: another $name than the native program's"
}

# Of the scenes of golden.txt, from line $1 on, every third.
golden_hashes() {
    grep -v '^#' "$source_folder/assets/golden.txt" | awk "NR % 3 == $1" >golden
    while read -r scene hash; do
        mote run "$scene" --steps 200 --hash -q --backend cpu
        says "$hash"
    done <golden
}

case_golden_hashes_hold_1() { golden_hashes 0; }
case_golden_hashes_hold_2() { golden_hashes 1; }
case_golden_hashes_hold_3() { golden_hashes 2; }

case_gpu_and_cpu_are_equal() {
    mote compare life --steps 20
    ends 0
    says '^comparing llvmpipe'
    says '^equal: 20 steps'
}

# What Mesa is told; what then simulates; what draws. softpipe is a real driver of 3.3.
case_each_step_of_the_ladder_reaches_the_same_hash() {
    "$native" run life -n 500 --steps 8 --backend cpu --hash -q >expected
    while IFS='|' read -r words device drawer; do
        mote() {
            last="$words mote $*"
            # shellcheck disable=SC2086
            env $words timeout 60 "$program" "$@" </dev/null >stdout 2>stderr
            code=$?
            unify stdout stderr
        }
        mote run life -n 500 --frames 2 -k 4 --size 64x48 --software-gl --hash --out frames
        ends 0
        says "on $device .*drawn by $drawer "
        grep -F "$(tr -d '\r' <expected)" stdout || fail "$last: another hash"
        [ "$(count_files frames)" -eq 2 ] || fail "$(ls frames)"
        if [ "$device" = CPU ]; then
            tells '^mote: simulating on the CPU .* would help$'
            refuses '.*OpenGL' run life -n 500 --steps 1 --backend gl
        fi
    done <<TEXT
LANG=C|llvmpipe|OpenGL
MESA_GL_VERSION_OVERRIDE=4.2 MESA_GLSL_VERSION_OVERRIDE=420|llvmpipe|OpenGL
MESA_EXTENSION_OVERRIDE=-GL_ARB_compute_shader|CPU|OpenGL
GALLIUM_DRIVER=softpipe|CPU|OpenGL
MESA_GL_VERSION_OVERRIDE=2.1|CPU|software
DISPLAY=|CPU|software
TEXT
}

case_names_are_utf_8_and_may_have_spaces() {
    mkdir 'my scenes ü 日本'
    echo '{"particles": 500}' >'my scenes ü 日本/a scene ö.json'
    same hash run 'my scenes ü 日本/a scene ö.json' --steps 3 --hash -q
    "$native" run life --frames 3 --size 320x180 --renderer soft --out native -q
    mote run life --frames 3 --size 320x180 --renderer soft --out 'my frames ü 日本' -q
    ends 0
    diff -r native 'my frames ü 日本' || fail "other files"
    mote run 'my scenes ü 日本\a scene ö.json' --steps 1 --backend cpu --dump 'position:p ü.bin' -q
    ends 0
    [ "$(wc -c <'p ü.bin')" -eq 4000 ] || fail "no dump of 500 positions"
    refuses '.*kein ü\.json' run 'kein ü.json'
}

case_lines_may_end_in_crlf() {
    printf '{\r\n"particles": 2,\r\n"start": {"file": "start.csv"}}\r\n' >scene.json
    printf 'x,y\r\n0.25,0.5\r\n0.75,0.5\r\n' >start.csv
    same hash run scene.json --steps 3 --hash -q
    cp hash crlf
    sed -i 's/\r$//' scene.json start.csv
    same hash run scene.json --steps 3 --hash -q
    cmp hash crlf || fail "another hash without CR"
}

case_stdout_is_binary() {
    same stream run life --frames 2 --size 64x48 --renderer soft --out - -q
}

# Wine takes LOCALAPPDATA from its registry, so that a shell has to set it.
case_user_data_may_be_in_a_folder_with_any_letters() {
    mkdir -p 'user ü 日本/mote/scenes'
    echo '{"particles": 77}' >'user ü 日本/mote/scenes/dust.json'
    $MOTE_RUNNER cmd /c "set LOCALAPPDATA=$(winepath -w "$PWD/user ü 日本")&& $(winepath -w "$exe") scene print dust" \
        </dev/null >stdout 2>stderr
    code=$? last="mote scene print dust"
    ends 0
    says '"particles": 77,'
}

case_it_needs_nothing_but_windows() {
    x86_64-w64-mingw32-objdump -p "$exe" | sed -n 's/^.*DLL Name: //p' | tr A-Z a-z | sort >stdout
    grep -qx kernel32.dll stdout || fail "no DLLs found"
    ! grep -Evx '(kernel32|msvcrt|user32|gdi32|shell32|advapi32|ole32|comdlg32)\.dll' stdout ||
        fail "needs a DLL that is not of Windows"
}

# Drivers of laptops with two GPUs look for these.
case_it_asks_for_the_fast_gpu() {
    x86_64-w64-mingw32-objdump -p "$exe" | sed -n '/^\[Ordinal.Name Pointer\]/,$p' >stdout
    last="objdump -p mote.exe"
    says 'NvOptimusEnablement$'
    says 'AmdPowerXpressRequestHighPerformance$'
}

case_the_zip_holds_what_a_user_needs() {
    python3 -m zipfile -l "$zip" | awk 'NR > 1 { print $1 }' |
        sed -n 's,^mote-[0-9.]*-windows-x86_64/,,p' | grep -v '/$\|^$' | sort >stdout
    {
        printf '%s\n' LICENSE README.md THIRD-PARTY-LICENSES.txt mote.exe scene.schema.json
        cd "$source_folder/assets" && find scenes -name '*.json' -o -name '*.csv'
    } | LC_ALL=C sort >expected
    LC_ALL=C sort -o stdout stdout
    diff expected stdout || fail "other files"
}

case_the_zip_runs_from_any_folder() {
    mkdir 'Program Files ü'
    python3 -m zipfile -e "$zip" 'Program Files ü'
    cd 'Program Files ü'/mote-*
    $MOTE_RUNNER ./mote.exe version </dev/null >stdout 2>stderr
    code=$? last="mote.exe version"
    ends 0
    says '^mote [0-9.]+'
    $MOTE_RUNNER ./mote.exe run scenes/life.json --steps 200 --hash -q </dev/null >stdout
    says "$(sed -n 's/^life //p' "$source_folder/assets/golden.txt")"
}

run_all_cases
