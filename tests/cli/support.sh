# SPDX-License-Identifier: MIT
# What the tests of the command line share; sourced by test_cli_*.sh, whose functions
# case_NAME are the cases, each run in a folder of its own. At the end: run_all_cases.
#
# To add a case: write a function case_A_SENTENCE. `mote ARGS` runs the program; then
# `ends CODE`, `says TEXT` (stdout), `tells TEXT` (stderr), each a regular expression.
#
# MOTE_RUNNER=wine: the program is one for Windows, to be started by this. Its lines end in
# CRLF, which is taken out of what a case reads as text. MOTE_USER_DATA is then where it
# keeps the user's data. A case that needs what Wine has not: `not_on_windows REASON`.

set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
source_folder=$2
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C XDG_DATA_HOME=$scratch/data
unset NO_COLOR
user_scenes=${MOTE_USER_DATA:-$XDG_DATA_HOME}/mote/scenes
if [ -n "${MOTE_RUNNER:-}" ]; then
    export LC_ALL=C.UTF-8 # Wine takes file names to be in this
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$MOTE_RUNNER" "$program" >"$scratch/program"
    chmod +x "$scratch/program"
    program=$scratch/program
fi

# Words NAME=VALUE for the program's environment, that make it another machine.
machine=

# A small scene, drawn small, on the CPU: quick and the same on every machine.
small="-n 300 --backend cpu --threads 1"
drawn="$small --renderer soft --size 64x48"

fail() {
    echo "    $*"
    echo "    stdout: $(head -c 600 stdout 2>/dev/null)"
    echo "    stderr: $(head -c 600 stderr 2>/dev/null)"
    exit 1
}

skip() {
    echo "    skipped: $*"
    exit 77
}

# Counted apart from cases that had to run: CI lets these be skipped.
not_on_windows() {
    [ -z "${MOTE_RUNNER:-}" ] && return
    echo "    not on Windows: $*"
    exit 78
}

# Takes the CR out of the ends of lines, should the program be one for Windows.
unify() {
    local file
    for file in "$@"; do
        [ -z "${MOTE_RUNNER:-}" ] || sed -i 's/\r$//' "$file"
    done
}

mote() {
    last="mote $*"
    env $machine "$program" "$@" </dev/null >stdout 2>stderr
    code=$?
    # mote says why it fails. Wine, on a busy machine, may fail to start it and say nothing.
    if [ -n "${MOTE_RUNNER:-}" ] && [ "$code" -ne 0 ] && [ ! -s stdout ] && [ ! -s stderr ]; then
        echo "    started again, for it ended with $code and said nothing: $last"
        env $machine "$program" "$@" </dev/null >stdout 2>stderr
        code=$?
    fi
    unify stderr
    case " $* " in
    *" --out - "*) ;; # bytes
    *) unify stdout ;;
    esac
}

# on_terminal ARGS: the program with a terminal instead of files.
on_terminal() {
    command -v script >/dev/null || skip "no program script, which makes a terminal"
    last="mote $* on a terminal"
    TERM=xterm script -qec "$program $*" /dev/null >stdout 2>&1 </dev/null
    code=$?
    # Wine's console hides the cursor for each letter and skips over blanks.
    [ -z "${MOTE_RUNNER:-}" ] ||
        sed -i 's/\x1b\[?25[lh]//g; s/\x1b\[K\x1b\[1C/ /g' stdout
}

ends() {
    [ "$code" -eq "$1" ] || fail "$last: ended with $code, not $1"
}

says() {
    grep -Eq -e "$1" stdout || fail "$last: stdout lacks: $1"
}

tells() {
    grep -Eq -e "$1" stderr || fail "$last: stderr lacks: $1"
}

is_silent() {
    [ ! -s stdout ] || fail "$last: stdout is not empty"
    [ ! -s stderr ] || fail "$last: stderr is not empty"
}

# refuses TEXT ARGS: a message of one line, exit code 2, nothing on stdout.
refuses() {
    text=$1
    shift
    mote "$@"
    ends 2
    tells "^mote: $text"
    [ "$(wc -l <stderr)" -eq 1 ] || fail "$last: more than one line of error"
    [ ! -s stdout ] || fail "$last: stdout is not empty"
}

count_files() {
    find "$1" -type f | wc -l
}

hash_of() {
    mote run "$@" --hash
    ends 0
    sed -n 's/^state hash after [0-9]* steps\{0,1\}: \([0-9a-f]\{16\}\)$/\1/p' stdout
}

has_gl_compute() {
    "$program" info --backend gl >/dev/null 2>&1
}

# Sends Ctrl-C to process $1 once it listens for it: before, the signal would be lost, for
# a shell lets what it starts in the background ignore it.
interrupt() {
    for _ in $(seq 600); do
        # Bit 1 of the caught signals is SIGINT.
        caught=$(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$1/status" 2>/dev/null)
        case $caught in
        2 | 3 | 6 | 7 | a | b | e | f) break ;;
        esac
        sleep 0.05
    done
    sleep 0.3
    kill -INT "$1"
}

# start_display: a display of our own, `display`; ends with the case.
start_display() {
    command -v Xvfb >/dev/null || skip "no Xvfb, which makes a display"
    rm -f number
    # Else it starts anew, and refuses who comes then, whenever its last client leaves.
    # What it shows is the file Xvfb_screen0.
    Xvfb -noreset -displayfd 3 -fbdir . -screen 0 640x480x24 3>number >xvfb.log 2>&1 &
    displays="${displays:-} $!"
    # One that is still going down would take the socket of the next along.
    trap "kill $displays 2>/dev/null; wait $displays 2>/dev/null" EXIT
    for _ in $(seq 200); do
        [ -s number ] && break
        sleep 0.05
    done
    [ -s number ] || fail "Xvfb does not start: $(tail -n 3 xvfb.log)"
    display="DISPLAY=:$(cat number)"
}

run_all_cases() {
    failed=0
    for name in $(declare -F | sed -n 's/^declare -f case_//p'); do
        mkdir "$scratch/$name"
        output=$(cd "$scratch/$name" && "case_$name" 2>&1)
        case $? in
        0) echo "[       OK ] $name" ;;
        77) echo "$output" && echo "[  SKIPPED ] $name" ;;
        78) echo "$output" && echo "[  SKIPPED ] $name:not_on_windows" ;;
        *) echo "$output" && echo "[  FAILED  ] $name" && failed=1 ;;
        esac
    done
    exit $failed
}
