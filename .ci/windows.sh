#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows.sh FOLDER NATIVE_MOTE: cross-builds mote.exe for Windows in FOLDER, its libraries
# from Debian's source packages, all static, and packs it into a ZIP; then runs the tests of
# the command line under Wine on Xvfb and Mesa's llvmpipe, and holds its hashes and files
# against those of NATIVE_MOTE, the Linux build.
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
        libxcomposite1 python3 >/dev/null
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
        -DCMAKE_BUILD_TYPE=Release -DMOTE_TESTS=OFF -DMOTE_WERROR=ON \
        -DSTB_DIR=/usr/include/stb -DMOTE_NOTICES="$folder/notices.txt"
    cmake --build build --target mote
    rm -f build/mote-*.zip
    (cd build && cpack)
}

# A Wine of our own: its server must begin with a display and without a pipe.
wine_up() {
    export WINEPREFIX=$folder/wine WINEDEBUG=-all
    export WINEDLLOVERRIDES="mscoree,mshtml=;winedbg.exe=;xinput1_4,xinput1_3,xinput1_2,xinput1_1,xinput9_1_0="
    rm -rf "$WINEPREFIX" && mkdir "$WINEPREFIX"
    Xvfb -noreset -displayfd 3 -screen 0 1280x1024x24 3>display >xvfb.log 2>&1 &
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

# Licences of what is linked into mote.exe.
notices() {
    local file
    for file in glfw3-*/LICENSE.md jansson-*/LICENSE libdeflate-*/COPYING \
        /usr/share/doc/{mingw-w64-common,gcc-mingw-w64-base}/copyright; do
        printf '\n==== %s ====\n\n' "$file"
        cat "$file"
    done
}

# test_of NAME COMMAND ...: as CTest would run it and keep its output, for summary.sh.
test_of() {
    local name=$1
    shift
    echo "1/1 Testing: $name"
    sh "$source/tests/run_cases.sh" timeout 600 "$@" || true
    echo "<end of output>"
}

# command_line_test NAME: of tests/cli/test_cli_NAME.sh.
command_line_test() {
    test_of "windows_test_cli_$1" bash "$source/tests/cli/test_cli_$1.sh" "$exe" "$source"
}

# All but those of the fallback ladder, which are for Mesa on Linux: tests/windows has
# others; and of the user's own scenes.
command_line_tests() {
    local script name
    for script in "$source"/tests/cli/test_cli_*.sh; do
        name=${script##*/test_cli_}
        case $name in ladder.sh | scene.sh) continue ;; esac
        command_line_test "${name%.sh}"
    done
}

tests() {
    exe=$folder/build/mote.exe
    export MOTE_RUNNER=wine OMP_WAIT_POLICY=passive
    MOTE_USER_DATA=$(winepath -u "$(wine cmd /c 'echo %LOCALAPPDATA%' | tr -d '\r')")
    export MOTE_USER_DATA
    # Alone, for it keeps scenes where any mote.exe finds them: one of them is called life.
    command_line_test scene >scene.log 2>&1
    command_line_tests >cli.log 2>&1 &
    test_of windows bash "$source/tests/windows/run.sh" "$exe" "$source" "$native" \
        "$folder"/build/mote-*-windows-x86_64.zip >windows.log 2>&1
    wait $!
    cat scene.log cli.log windows.log
    sh "$source/tests/summary.sh" <(cat scene.log cli.log windows.log)
}

packages
libraries >libraries.log 2>&1 || { tail -n 40 libraries.log; exit 1; }
notices >notices.txt
program
wine_up
tests | tee tests.log
tail -n 1 tests.log | grep -q ' 0 failed, '
