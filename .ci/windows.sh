#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows.sh FOLDER NATIVE_MOTE: cross-builds mote.exe for Windows in FOLDER, its libraries
# from Debian's source packages, all static; then runs it under Wine on Xvfb and Mesa's
# llvmpipe, and holds its hashes and files against those of NATIVE_MOTE, the Linux build.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
native=$(realpath "$2")
mkdir -p "$1"
folder=$(realpath "$1")
cd "$folder"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
mingw=x86_64-w64-mingw32
prefix=$folder/prefix

packages() {
    apt-get install -y -qq --no-install-recommends gcc-mingw-w64-x86-64-posix dpkg-dev make \
        wine wine64 xvfb libgl1 libglx-mesa0 libgl1-mesa-dri libxcursor1 libxi6 libxrandr2 \
        libxcomposite1 >/dev/null
    # Source packages, from where the binary ones come.
    if ! apt-get indextargets --format '$(CREATED_BY)' | grep -qx Sources; then
        local lists=/etc/apt/sources.list.d
        if [ -f $lists/debian.sources ]; then
            sed 's/^Types: deb$/Types: deb-src/' $lists/debian.sources >$lists/debian-src.sources
        else
            sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >$lists/debian-src.list
        fi
        apt-get update -qq
    fi
}

# library NAME FOLDER OPTION ...: one that is built by CMake.
library() {
    local name=$1 from=$2
    shift 2
    cmake -S "$from" -B "build-$name" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw-w64.cmake" -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_INSTALL_PREFIX="$prefix" "$@"
    cmake --build "build-$name" --target install
}

libraries() {
    [ -d glfw3-3.3.8 ] || apt-get source -qq glfw3 jansson libdeflate
    library glfw glfw3-*/ -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF
    library jansson jansson-*/ -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON \
        -DJANSSON_EXAMPLES=OFF
    make -C libdeflate-*/ CC=$mingw-gcc-posix AR=$mingw-ar libdeflatestatic.lib
    cp libdeflate-*/libdeflate.h "$prefix/include/"
    cp libdeflate-*/libdeflatestatic.lib "$prefix/lib/libdeflate.a"
    cat >"$prefix/lib/pkgconfig/libdeflate.pc" <<TEXT
Name: libdeflate
Description: DEFLATE
Version: 1.0
Cflags: -I$prefix/include
Libs: -L$prefix/lib -ldeflate
TEXT
}

program() {
    PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig cmake -S "$source" -B build -G Ninja \
        -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw-w64.cmake" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_BUILD_TYPE=Release -DMOTE_TESTS=OFF -DMOTE_WERROR=ON -DSTB_DIR=/usr/include/stb
    cmake --build build --target mote
}

# A Wine of our own: its server must begin with a display and without a pipe.
wine_up() {
    export WINEPREFIX=$folder/wine WINEDEBUG=-all
    export WINEDLLOVERRIDES="mscoree,mshtml=;winedbg.exe=;xinput1_4,xinput1_3,xinput1_2,xinput1_1,xinput9_1_0="
    rm -rf "$WINEPREFIX" && mkdir "$WINEPREFIX"
    Xvfb -displayfd 3 -screen 0 1280x1024x24 3>display >xvfb.log 2>&1 &
    xvfb=$!
    trap 'wineserver -k || true; wineserver -w || true; kill $xvfb || true; rm -rf "$WINEPREFIX"' EXIT
    for _ in $(seq 100); do
        [ -s display ] && break
        sleep 0.1
    done
    DISPLAY=:$(cat display)
    export DISPLAY
    wineserver -p
    timeout 120 wine wineboot -i </dev/null >wineboot.log 2>&1
}

passed=0
ok() {
    passed=$((passed + 1))
    echo "[       OK ] $1"
}

# mote ARGS: the program for Windows.
mote() {
    timeout 120 wine build/mote.exe "$@" </dev/null
}

same() {
    cmp "$2" "$3" || { echo "[  FAILED  ] $1"; exit 1; }
    ok "$1"
}

tests() {
    while read -r scene hash; do
        mote run "$scene" --steps 200 --hash -q --backend cpu >hash
        grep -q "$hash" hash || { echo "[  FAILED  ] $scene: $(cat hash), not $hash"; exit 1; }
        ok "${scene}_has_its_golden_hash"
    done < <(grep -v '^#' "$source/assets/golden.txt")
    mote compare life --steps 20 >compare
    grep -q '^equal: 20 steps' compare || { cat compare; exit 1; }
    ok gpu_and_cpu_are_equal
    printf '{"model": "life",\r\n"particles": 500}\r\n' >'scene ü.json'
    mote run 'scene ü.json' --steps 3 --hash -q >theirs
    "$native" run 'scene ü.json' --steps 3 --hash -q >ours
    tr -d '\r' <theirs >theirs_lf
    same names_are_utf_8_and_lines_may_end_in_crlf ours theirs_lf
    mote run life --frames 2 --size 64x48 --renderer soft --out - -q >theirs
    "$native" run life --frames 2 --size 64x48 --renderer soft --out - -q >ours
    same stdout_is_binary ours theirs
    mote run life --frames 3 --size 320x180 --renderer soft --out 'frames ü 日本' -q
    "$native" run life --frames 3 --size 320x180 --renderer soft --out frames -q
    same frames_are_the_same_files frames/frame_000002.png 'frames ü 日本/frame_000002.png'
    local code=0
    mote run nowhere 2>message || code=$?
    [ $code -eq 2 ] && grep -q nowhere message || { echo "[  FAILED  ] bad input: $code"; exit 1; }
    ok bad_input_ends_with_2
}

packages
libraries >libraries.log 2>&1 || { tail -n 40 libraries.log; exit 1; }
program
wine_up
tests
echo "$passed passed, 0 failed, 0 skipped"
