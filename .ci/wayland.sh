#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# wayland.sh BUILD: `mote view` on Wayland alone, in a compositor without a screen. GLFW 3.3 is
# built for X or for Wayland, and Debian lets only one of them be installed; so the other one
# is unpacked, and the same program runs with it.
set -eu
program=$(realpath "$1")/mote
scratch=$(mktemp -d)
compositor=
trap 'kill $compositor 2>/dev/null; wait; rm -rf "$scratch"' EXIT
cd "$scratch"

apt-get install -y -qq --no-install-recommends weston libwayland-cursor0 libwayland-egl1 \
    libxkbcommon0 >/dev/null
apt-get download -qq libglfw3-wayland
dpkg-deb -x libglfw3-wayland_*.deb glfw
LD_LIBRARY_PATH=$(dirname "$(find "$scratch/glfw" -name libglfw.so.3)")
[ -n "$LD_LIBRARY_PATH" ]

unset DISPLAY
export XDG_RUNTIME_DIR=$scratch WAYLAND_DISPLAY=mote LC_ALL=C
weston --backend=headless-backend.so --socket=mote --idle-time=0 >weston.log 2>&1 &
compositor=$!
for _ in $(seq 200); do
    [ -S mote ] && break
    sleep 0.05
done
[ -S mote ] || { cat weston.log; exit 1; }

for backend in "--backend cpu" "--software-gl"; do
    # shellcheck disable=SC2086
    LD_LIBRARY_PATH=$LD_LIBRARY_PATH timeout 60 "$program" view life -n 500 \
        --size 320x240 --frames 60 -k 3 --hash $backend >stdout
    steps=$(sed -n 's/^state hash after \([0-9]*\) steps: .*/\1/p' stdout)
    "$program" run life -n 500 --backend cpu --steps "$steps" --hash |
        grep '^state hash' >wanted
    cmp stdout wanted
    echo "$backend: $(cat stdout)"
done
