#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# package.sh FOLDER: makes the .deb of the build in FOLDER, installs it, runs what it
# installed, builds a program against it, and removes it. Run as root, on Debian or Ubuntu.
set -u
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "$1")
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
scratch=$(mktemp -d) || exit 1
cleanup() {
    rm -rf "$scratch"
    if dpkg-query -W mote >/dev/null 2>&1; then
        dpkg --purge mote
    fi
}

if dpkg-query -W mote >/dev/null 2>&1; then
    echo "package.sh: a package mote is installed; remove it first: it would be replaced"
    exit 2
fi
trap cleanup EXIT
chmod 755 "$scratch" # apt reads as a user of its own
cd "$scratch" || exit 1

passed=0 failed=0
# check NAME COMMAND ...: a case, which holds when the command does.
check() {
    local name=$1
    shift
    if "$@" >"$name.log" 2>&1; then
        passed=$((passed + 1))
        echo "[       OK ] $name"
    else
        failed=$((failed + 1))
        tail -n 20 "$name.log"
        echo "[  FAILED  ] $name"
        echo "failed: $name"
    fi
}

tools() {
    apt-get install -y -qq --no-install-recommends dpkg-dev file gcc libc6-dev pkg-config >/dev/null
}

makes_a_deb() {
    cpack --config "$build/CPackConfig.cmake" -B "$scratch/made" -G DEB
    cp made/mote_*.deb mote.deb
}

# describes FIELD PATTERN
describes() {
    dpkg-deb -f mote.deb "$1" | grep -Eq -e "$2"
}

control_is_complete() {
    describes Package '^mote$' && describes Architecture "^$(dpkg --print-architecture)$" &&
        describes Maintainer '^.+ <.+@.+>$' && describes Section '^science$' &&
        describes Depends 'libglfw3.*libjansson4' && describes Recommends 'libegl1' &&
        describes Description '^particle simulations' &&
        dpkg-deb --ctrl-tarfile mote.deb | tar -xO ./triggers | grep -q ldconfig
}

installs() {
    apt-get install -y -qq --no-install-recommends ./mote.deb && dpkg-query -L mote >files
}

# What there is must be what is expected, line by line, but for folders and scenes.
holds_what_it_should() {
    while read -r file; do
        [ -d "$file" ] && [ ! -L "$file" ] || echo "$file"
    done <files | grep -v '^/usr/share/mote/scenes/[a-z]*\.json$' |
        sed 's,^/usr/lib/[a-z0-9_]*-linux-gnu[a-z0-9]*/,/usr/lib/,' | sort >there
    sort >expected <<TEXT
/usr/bin/mote
/usr/include/mote/mote.h
/usr/lib/cmake/mote/mote-config-version.cmake
/usr/lib/cmake/mote/mote-config.cmake
/usr/lib/cmake/mote/mote-shared-release.cmake
/usr/lib/cmake/mote/mote-shared.cmake
/usr/lib/cmake/mote/mote-static-release.cmake
/usr/lib/cmake/mote/mote-static.cmake
/usr/lib/libmote.a
/usr/lib/libmote.so
/usr/lib/libmote.so.$major
/usr/lib/libmote.so.$version
/usr/lib/pkgconfig/mote.pc
/usr/share/doc/mote/LICENSE
/usr/share/doc/mote/copyright
/usr/share/mote/scene.schema.json
TEXT
    diff expected there &&
        [ "$(grep -c '^/usr/share/mote/scenes/.*\.json$' files)" -eq \
            "$(find "$source/assets/scenes" -name '*.json' | wc -l)" ]
}

tells_its_version() {
    [ "$(/usr/bin/mote version)" = "mote $version" ]
}

lists_its_scenes() {
    /usr/bin/mote scene list | grep '^life ' && /usr/bin/mote scene check /usr/share/mote/scenes/*
}

# The fields of golden.txt: a scene, and its hash after 200 steps.
has_the_golden_hash() {
    local hash
    hash=$(sed -n 's/^life //p' "$source/assets/golden.txt")
    /usr/bin/mote run life --steps 200 --hash -q | grep "$hash"
}

draws_a_frame() {
    /usr/bin/mote run life --frames 1 --size 64x48 --out frames -q &&
        file frames/frame_000000.png | grep 'PNG image data, 64 x 48'
}

# shellcheck disable=SC2046
is_a_library() {
    gcc -std=c11 "$source/tests/install/example.c" -o example $(pkg-config --cflags --libs mote) &&
        ./example | grep -E '^[0-9a-f]{16}$'
}

is_removed_without_a_trace() {
    apt-get purge -y -qq mote || return 1
    while read -r file; do
        if [ -e "$file" ] && { [ ! -d "$file" ] || [[ $file = */mote* ]]; }; then
            echo "left behind: $file"
            return 1
        fi
    done <files
    ! ldconfig -p | grep libmote
}

version=$(sed -n 's/^project(mote VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
major=${version%%.*}
tools || exit 1
for name in makes_a_deb control_is_complete installs holds_what_it_should tells_its_version \
    lists_its_scenes has_the_golden_hash draws_a_frame is_a_library is_removed_without_a_trace; do
    check $name $name
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
