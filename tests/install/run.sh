#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh BUILD SOURCE CC: installs a build to a folder of its own, then compiles and runs the
# README's example against it by pkg-config and by find_package, shared and static, and a
# host that embeds mote in its own GL context. All must print one state hash.
set -eu
build=$1 source=$2 cc=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
cd "$scratch"

fail() {
    echo "test_install: $*"
    exit 1
}

cmake --install "$build" --prefix "$prefix" >install.log || { cat install.log; exit 1; }
for file in include/mote/mote.h bin/mote share/mote/scene.schema.json share/mote/scenes \
    share/doc/mote/LICENSE; do
    [ -e "$prefix/$file" ] || fail "$file was not installed"
done

# A host may have a glad, or anything else, under the names of ours.
archive=$(find "$prefix" -name libmote.a)
foreign=$(nm -g --defined-only "$archive" | awk 'NF == 3 && $3 !~ /^mote_/ { print $3 }')
[ -z "$foreign" ] || fail "the static library also exports $(echo $foreign | head -c 200)"

# The example is the README's, word for word.
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/README.md" \
    >readme.c
while IFS= read -r line; do
    grep -qxF -- "$line" readme.c || fail "example.c is not in the README: $line"
done <"$source/tests/install/example.c"

pc=$(find "$prefix" -name mote.pc)
libdir=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=${pc%/*}
flags="-std=c11 -Wall -Wextra -pedantic -Werror"
hashes=

# check PROGRAM: runs it, keeps its hash.
check() {
    local hash status=0
    hash=$(LD_LIBRARY_PATH=${2-} "$scratch/$1") || status=$?
    if [ "$status" -eq 77 ]; then
        echo "$1: $hash"
        skipped=yes
        return
    fi
    [ "$status" -eq 0 ] || fail "$1 ended with $status"
    echo "$1: $hash"
    hashes+="$hash"$'\n'
}
skipped=no

# shellcheck disable=SC2046,SC2086
$cc $flags "$source/tests/install/example.c" -o by_pkg_config_shared \
    $(pkg-config --cflags --libs mote)
check by_pkg_config_shared "$libdir"

# shellcheck disable=SC2046,SC2086
$cc $flags -D_POSIX_C_SOURCE=200809L "$source/tests/install/host_context.c" -o host_context \
    $(pkg-config --cflags --libs mote) -ldl
check host_context "$libdir"

cp "$source"/tests/install/{CMakeLists.txt,example.c} .
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt")
{
    cmake -G "$generator" -S . -B by_cmake -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_C_COMPILER="$cc" && cmake --build by_cmake
} >cmake.log 2>&1 || { cat cmake.log; exit 1; }
check by_cmake/example_shared
check by_cmake/example_static

# The static library alone: with no libmote.so left to fall back on.
rm "$libdir"/libmote.so*
# shellcheck disable=SC2046,SC2086
$cc $flags "$source/tests/install/example.c" -o by_pkg_config_static \
    $(pkg-config --static --cflags --libs mote)
check by_pkg_config_static

"$prefix/bin/mote" scene list >/dev/null || fail "the installed program does not run"
[ "$(printf %s "$hashes" | sort -u | wc -l)" -eq 1 ] || fail "the hashes differ"
[ "$skipped" = no ] || exit 77
