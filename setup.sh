#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a fresh machine to frames: installs what is missing, builds, and runs.
set -eu
cd "$(dirname "$0")"

usage() {
    cat <<'TEXT'
usage: ./setup.sh COMMAND [--no-install] [-y]

  demo    build, then render the built-in scene to out/frame_000000.png ...
  test    build, then run the whole test suite
  build   build build/mote

  --no-install   only check: name the packages that are missing and end with 2
  -y, --yes      install without asking
TEXT
}

say() {
    printf '%s\n' "$*" >&2
}

# ---- The packages --------------------------------------------------------------------
# One row for each need: who needs it, then its package under apt, dnf, pacman and MSYS2
# ("-": comes with another row). "a|b": either will do, the first is installed. What `panel`
# needs is installed along, but never missed: without it `mote view` has keys alone.
# Tried on Debian 12; the other columns follow the distributions' package lists.
packages() {
    cat <<'TABLE'
build  gcc|clang         gcc|clang               gcc|clang    gcc|clang
build  libc6-dev         glibc-devel             glibc        -
build  cmake             cmake                   cmake        cmake
build  ninja-build|make  ninja-build|make        ninja|make   ninja
build  pkg-config|pkgconf pkgconf-pkg-config     pkgconf      pkgconf
build  python3-glad      python3-glad            glad         python-glad
build  libglfw3-dev      glfw-devel              glfw         glfw
build  libjansson-dev    jansson-devel           jansson      jansson
build  libdeflate-dev    libdeflate-devel        libdeflate   libdeflate
build  libstb-dev        stb_image_write-devel   stb          stb
build  -                 stb_image-devel         -            -
panel  libimgui-dev      imgui-devel             -            -
panel  g++|clang         gcc-c++|clang           -            -
test   libcmocka-dev     libcmocka-devel         cmocka       cmocka
test   libpng-dev        libpng-devel            libpng       libpng
test   libegl1           libglvnd-egl            libglvnd     -
test   libegl-mesa0      mesa-libEGL             mesa         -
test   libgl1-mesa-dri   mesa-dri-drivers        -            -
test   libgl1            libglvnd-glx            -            -
test   libglx-mesa0      mesa-libGL              -            -
test   xvfb              xorg-x11-server-Xvfb    xorg-server-xvfb -
test   libx11-dev        libX11-devel            libx11       -
test   xdotool           xdotool                 xdotool      -
test   glslang-tools     glslang                 glslang      glslang
TABLE
}

# The package manager, and its column in the table.
find_manager() {
    manager=none column=0 prefix=
    if [ -n "${MSYSTEM:-}" ] && command -v pacman >/dev/null; then
        manager=msys2 column=5 prefix=${MINGW_PACKAGE_PREFIX:-mingw-w64-ucrt-x86_64}-
    elif command -v apt-get >/dev/null; then
        manager=apt column=2
    elif command -v dnf >/dev/null; then
        manager=dnf column=3
    elif command -v pacman >/dev/null; then
        manager=pacman column=4
    fi
}

is_installed() {
    case $manager in
        apt) dpkg-query -W -f '${Status}\n' "$1" 2>/dev/null | grep -q ' installed$' ;;
        dnf) rpm -q "$1" >/dev/null 2>&1 ;;
        pacman | msys2) pacman -T "$1" >/dev/null 2>&1 ;;
    esac
}

# find_missing NEED ...: fills `missing` with what these still lack.
find_missing() {
    missing=()
    local need choices choice
    while read -r need choices; do
        [[ " $* " = *" $need "* ]] || continue
        [ "$choices" != - ] || continue
        for choice in ${choices//|/ }; do
            is_installed "$prefix$choice" && continue 2
        done
        missing+=("$prefix${choices%%|*}")
    done < <(packages | awk -v column="$column" '{ print $1, $column }')
}

as_root() {
    if [ "$(id -u)" = 0 ] || [ "$manager" = msys2 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "setup.sh: installing needs root, and there is no sudo: run as root: $*"
        exit 2
    fi
}

# install PACKAGE ...
install() {
    case $manager in
        apt)
            as_root apt-get update -qq
            as_root env DEBIAN_FRONTEND=noninteractive \
                apt-get install -y -qq --no-install-recommends "$@" >/dev/null
            ;;
        dnf) as_root dnf install -y -q "$@" ;;
        pacman | msys2) as_root pacman -S --needed --noconfirm "$@" ;;
    esac
}

# Sees to it that everything for $1 (build or test) is there.
provide() {
    find_manager
    if [ "$manager" = none ]; then
        say "setup.sh: knows apt, dnf, pacman and MSYS2, and found none of them. Needed:"
        say "  a C compiler, CMake 3.21, pkg-config, glad 2, GLFW 3.3, Jansson, libdeflate,"
        say "  stb_image.h, stb_image_write.h; for the tests cmocka, libpng, EGL, libX11,"
        say "  Xvfb, xdotool, glslangValidator. For the panel of \`mote view\` Dear ImGui and"
        say "  C++."
        say "  Going on; CMake names what it does not find."
        return
    fi
    find_missing panel
    local wanted=("${missing[@]}")
    find_missing build "$1"
    if [ "$may_install" = no ] && [ ${#missing[@]} -gt 0 ]; then
        say "Missing ($manager): ${missing[*]}"
        say "Run without --no-install to install them."
        exit 2
    fi
    if [ "$may_install" = no ] || [ ${#missing[@]} -eq 0 ] && [ ${#wanted[@]} -eq 0 ]; then
        say "Nothing to install: all packages are there."
        return
    fi
    say "Installing with $manager: ${missing[*]} ${wanted[*]}"
    if [ "$ask" = yes ] && [ -t 0 ]; then
        read -r -p "Go on? [Y/n] " answer
        case $answer in
            [Nn]*) exit 2 ;;
        esac
    fi
    if [ ${#missing[@]} -gt 0 ] && ! install "${missing[@]}"; then
        say "setup.sh: installing failed; the lines above say why. Try: install by hand,"
        say "  then ./setup.sh $command --no-install"
        exit 1
    fi
    if [ ${#wanted[@]} -gt 0 ] && ! install "${wanted[@]}"; then
        say "setup.sh: going on without these: \`mote view\` will have no panel"
    fi
}

# ---- The commands --------------------------------------------------------------------

# $1: whether to build the tests too, ON or OFF.
build() {
    local generator=()
    if [ ! -f build/CMakeCache.txt ] && command -v ninja >/dev/null; then
        generator=(-G Ninja)
    fi
    say "Building Release into build/ ..."
    mkdir -p build
    cmake -S . -B build "${generator[@]}" -DCMAKE_BUILD_TYPE=Release -DMOTE_TESTS="$1" \
        >build/configure.log 2>&1 || { cat build/configure.log >&2; exit 1; }
    cmake --build build --parallel "$(nproc 2>/dev/null || echo 2)" \
        >build/build.log 2>&1 || { tail -n 60 build/build.log >&2; exit 1; }
}

run_tests() {
    local status=0
    ctest --test-dir build --output-on-failure || status=$?
    sh tests/summary.sh build/Testing/Temporary/LastTest.log
    return "$status"
}

command=
may_install=yes
ask=yes
for argument in "$@"; do
    case $argument in
        demo | test | build)
            [ -z "$command" ] || { usage >&2; exit 2; }
            command=$argument
            ;;
        --no-install) may_install=no ;;
        -y | --yes) ask=no ;;
        -h | --help) usage; exit 0 ;;
        *)
            say "setup.sh: unknown argument '$argument'"
            usage >&2
            exit 2
            ;;
    esac
done

case $command in
    build)
        provide build
        build OFF
        say "Built build/mote. Try: ./build/mote run --frames 120 --out out"
        ;;
    demo)
        provide build
        build OFF
        ./build/mote run --frames 120 --out out
        ;;
    test)
        provide test
        build ON
        run_tests
        ;;
    *)
        usage >&2
        exit 2
        ;;
esac
