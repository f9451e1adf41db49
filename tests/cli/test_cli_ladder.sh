#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The fallback ladder, each step forced for real on Mesa's software drivers, without a
# display: OpenGL with compute shaders, of a version or by extensions; OpenGL that only
# draws; none at all. On each step the state is the same, bit for bit, and so are the
# software renderer's frames; frames of OpenGL look like them. (For Windows, tests/windows
# has the like.)

. "$(dirname "$0")/support.sh"
unset DISPLAY WAYLAND_DISPLAY
alike=$(dirname "$program")/tests/alike

# ---- Machines ------------------------------------------------------------------------
# What `machine` is set to: words for the environment of the program.

gl_4_3="MESA_GL_VERSION_OVERRIDE=4.3 MESA_GLSL_VERSION_OVERRIDE=430"
gl_4_2="MESA_GL_VERSION_OVERRIDE=4.2 MESA_GLSL_VERSION_OVERRIDE=420"
gl_3_3="MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330"
softpipe="GALLIUM_DRIVER=softpipe" # a driver that really ends at 3.3

# Without OpenGL. A libEGL that cannot be loaded stands for one that is missing.
mkdir "$scratch/no_egl" "$scratch/empty"
echo "no library" >"$scratch/no_egl/libEGL.so.1"
no_egl="LD_LIBRARY_PATH=$scratch/no_egl"
no_vendor="__EGL_VENDOR_LIBRARY_DIRS=$scratch/empty"
no_driver="LIBGL_DRIVERS_PATH=/nonexistent"
gl_2_1="MESA_GL_VERSION_OVERRIDE=2.1"

machines_that_compute=("" "$gl_4_3" "$gl_4_2")
machines_that_draw=("$softpipe" "$gl_3_3")
machines_without=("$no_egl" "$no_vendor" "$no_driver" "$gl_2_1")

# Skips where the words above would change nothing.
need_mesa() {
    mote info
    says '^  device +llvmpipe' || skip "llvmpipe is not what opens here"
}

# ---- What must hold ------------------------------------------------------------------

# reaches_golden_hashes ARGS: after 200 steps.
reaches_golden_hashes() {
    local scene golden found
    for scene in comets threads; do
        golden=$(sed -n "s/^$scene //p" "$source_folder/assets/golden.txt")
        found=$(hash_of "$scene" --steps 200 "$@")
        [ "$found" = "$golden" ] || fail "$machine $scene $*: hash $found, not $golden"
    done
}

# reaches_the_cpu_hash ARGS: of a scene in 3-D.
reaches_the_cpu_hash() {
    local cpu found scene="life -n 500 --set dimension=3 --steps 10"
    cpu=$(machine="" && hash_of $scene --backend cpu)
    found=$(hash_of $scene "$@")
    [ -n "$cpu" ] && [ "$found" = "$cpu" ] || fail "$machine $*: hash $found, not $cpu"
}

ground="#0b0e14"

# draw RENDERER FOLDER ARGS
draw() {
    local renderer=$1 folder=$2
    shift 2
    mote run "$@" --set view.background=$ground --frames 3 --size 240x136 \
        --renderer "$renderer" --out "$folder"
    ends 0
    [ "$(count_files "$folder")" -eq 3 ] || fail "$last: $(ls "$folder")"
}

# looks_alike A B: all frames of two folders.
looks_alike() {
    local frame
    for frame in "$1"/*; do
        "$alike" $ground "$frame" "$2/${frame##*/}" >found 2>&1 ||
            fail "$machine: $frame and its like in $2: $(cat found)"
    done
}

# draws_every_look_alike DEVICE ARGS: what a device that is named so simulates, drawn by
# OpenGL on this machine, and by software on any.
draws_every_look_alike() {
    local look device=$1
    shift
    while read -r look; do
        rm -rf gl soft
        draw gl gl $look "$@"
        says "on $device.*drawn by OpenGL \("
        (machine="" && draw soft soft $look --backend cpu) || exit 1
        looks_alike gl soft
    done <<TEXT
life -n 300
life -n 300 --alpha
life -n 300 --set dimension=3
life -n 300 --follow 7 --zoom 3
snakes -n 300 --set view.radius=0.01
comets -n 300
TEXT
}

# What would help, by the cause.
newer="a newer driver or GPU would help"
newer_4_3="a newer driver or GPU with OpenGL 4\.3 would help"
a_gpu="a GPU with its driver would help"
packages="a driver with EGL would help \(Debian: libegl1 libgl1-mesa-dri\)"

# says_why TEXT REMEDY [LINES]: one line, which ends with what would help; as the only one.
says_why() {
    tells "^mote: simulating on the CPU \(.*\): .*$1.*; $2$"
    [ "$(wc -l <stderr)" -eq "${3:-1}" ] || fail "$last: not ${3:-1} lines: one for each step"
}

# says_once TEXT
says_once() {
    [ "$(grep -Eo "$1" stderr | wc -l)" -eq 1 ] || fail "$last: not once: $1"
}

# ---- Step 1: OpenGL with compute shaders ---------------------------------------------

case_gl_of_4_3_and_later_reaches_the_golden_hashes() {
    need_mesa
    says '^  version +4\.[4-9]'
    reaches_golden_hashes --backend cpu
    for machine in "" "$gl_4_3"; do
        mote info
        says '^  compute shaders +yes'
        says '^  self-test +passed'
        reaches_golden_hashes --backend gl
        reaches_the_cpu_hash --backend gl
    done
    machine=$gl_4_3
    mote info
    says '^  version +4\.3'
}

case_gl_4_2_computes_by_its_extensions() {
    need_mesa
    machine=$gl_4_2
    mote info
    says '^  version +4\.2'
    says '^  compute shaders +yes'
    says '^  self-test +passed'
    reaches_golden_hashes --backend gl
    reaches_the_cpu_hash --backend gl --clamp-limits
    for search in grid loop indexed; do
        mote compare -n 500 --steps 5 --search $search
        ends 0
        says '^comparing llvmpipe'
        says '^equal: 5 steps'
    done
}

case_a_computing_gl_draws_what_software_draws() {
    need_mesa
    for machine in "${machines_that_compute[@]}"; do
        draws_every_look_alike llvmpipe --backend gl
    done
}

case_auto_takes_a_computing_gl() {
    need_mesa
    for machine in "${machines_that_compute[@]}"; do
        draw auto frames -n 300 --software-gl
        says 'on llvmpipe.*drawn by OpenGL \(llvmpipe'
        [ ! -s stderr ] || fail "$machine: nothing to say, but: $(cat stderr)"
    done
}

case_software_gl_is_not_taken_of_itself() {
    need_mesa
    draw auto frames -n 300
    says 'on CPU.*drawn by software'
    says_why 'llvmpipe.* slower than the CPU path' "$a_gpu"
}

case_software_gl_that_only_draws_is_not_taken_of_itself() {
    need_mesa
    for machine in "${machines_that_draw[@]}"; do
        draw auto frames -n 300
        says 'on CPU.*drawn by software'
        says_why 'OpenGL 3\.3 on (softpipe|llvmpipe).* no compute shaders' "$newer_4_3" 2
        tells "^mote: drawing by software .*: OpenGL here is .* slower .*; $a_gpu$"
    done
}

# ---- Step 2: OpenGL that draws -------------------------------------------------------

case_gl_4_2_without_an_extension_draws_only() {
    need_mesa
    for extension in ARB_compute_shader ARB_shader_storage_buffer_object; do
        machine="$gl_4_2 MESA_EXTENSION_OVERRIDE=-GL_$extension"
        mote info --software-gl
        says "^  compute shaders .* lacks $extension"
        draw auto frames -n 300 --software-gl
        says 'on CPU.*drawn by OpenGL \(llvmpipe'
        says_why "OpenGL 4\.2 .* lacks $extension" "$newer_4_3"
        refuses ".*$extension" run -n 300 --steps 1 --backend gl
    done
    reaches_golden_hashes --software-gl
}

case_gl_3_3_draws_what_the_cpu_simulates() {
    need_mesa
    for machine in "${machines_that_draw[@]}"; do
        mote info
        says '^  version +3\.3'
        says '^  compute shaders .* no compute'
        reaches_golden_hashes --software-gl
        draw auto frames -n 300 --software-gl
        says 'on CPU.*drawn by OpenGL \('
        says_why 'OpenGL 3\.3.*no compute' "$newer_4_3"
        draws_every_look_alike CPU
    done
}

# ---- Step 3: nothing -----------------------------------------------------------------

case_without_gl_the_cpu_does_all() {
    need_mesa
    draw soft expected -n 300 --backend cpu
    for machine in "${machines_without[@]}"; do
        mote info
        says '^  none: '
        says '^  simulates on +CPU'
        says '^  draws with +software'
        reaches_golden_hashes
        rm -rf frames
        draw auto frames -n 300
        says 'on CPU.*drawn by software'
        case $machine in
        "$gl_2_1")
            says_why 'OpenGL 2\.1 on llvmpipe .* is too old, 3\.3 is needed' "$newer"
            says_once 'OpenGL 2\.1'
            ;;
        "$no_egl") says_why 'no OpenGL context .*libEGL\.so\.1: ' "$packages" ;;
        *)
            says_why 'no OpenGL context .*no driver for OpenGL' "$packages"
            says_once 'no driver for OpenGL'
            ;;
        esac
        diff -r expected frames || fail "$machine: other frames"
    done
}

# ---- GLFW, where there is no EGL -----------------------------------------------------

case_with_a_display_and_no_egl_glfw_opens_gl() {
    need_mesa
    start_display
    for version in "" "$gl_4_2"; do
        machine="$no_egl $display $version"
        mote info
        says '^  opened by +GLFW'
        says '^  compute shaders +yes'
        says '^  self-test +passed'
        reaches_golden_hashes --backend gl
        mote compare -n 500 --steps 5
        ends 0
    done
    draws_every_look_alike llvmpipe --backend gl
    for version in "${machines_that_draw[@]}"; do
        machine="$no_egl $display $version"
        mote info
        says '^  opened by +GLFW'
        says '^  compute shaders .* no compute'
        draw gl gl comets -n 300
        says 'on CPU.*drawn by OpenGL \('
        says_why 'OpenGL 3\.3' "$newer_4_3"
        (machine="" && draw soft soft comets -n 300 --backend cpu) || exit 1
        looks_alike gl soft
    done
}

# ---- Choices that cannot be met ------------------------------------------------------

case_gl_that_is_not_there_is_refused() {
    need_mesa
    for machine in "${machines_that_draw[@]}" "${machines_without[@]}"; do
        refuses '.*OpenGL.*--backend cpu' run -n 300 --steps 1 --backend gl
        refuses '.*OpenGL' compare -n 300 --steps 1
        mote info --backend gl
        ends 2
        says '^  none: .*OpenGL'
    done
    for machine in "${machines_without[@]}"; do
        for backend in auto cpu; do
            refuses '.*OpenGL.*; or --renderer soft$' \
                run -n 300 --frames 1 --backend $backend --renderer gl
        done
        [ ! -e out ] || fail "$machine: a folder was made"
    done
}

case_a_device_that_is_not_there_is_refused() {
    need_mesa
    for command in "run --steps 1" "run --steps 1 --backend gl" "run --frames 1 --backend cpu" \
        "compare --steps 1" "bench backends" "bench pipeline" "bench frames"; do
        refuses '.*no OpenGL device 99.*mote info --devices' $command -n 300 --device 99
    done
    refuses '--device .*--backend cpu' run -n 300 --steps 1 --device 0 --backend cpu
}

case_a_scene_past_the_limits_falls_to_the_cpu() {
    need_mesa
    mote run -n 3000000 --steps 0 --software-gl --clamp-limits
    ends 0
    says '^3000000 particles, 0 steps.* on CPU'
    tells '^mote: simulating on the CPU .*position needs 22\.9 MiB.* hold 16\.0 MiB'
    refuses '.*position needs 22\.9 MiB.* hold 16\.0 MiB' \
        run -n 3000000 --steps 0 --backend gl --clamp-limits
}

# ---- The tests themselves ------------------------------------------------------------

case_the_image_test_sees_a_difference() {
    draw soft frames -n 300 --backend cpu -k 20
    "$alike" $ground frames/frame_000000.png frames/frame_000000.png >/dev/null ||
        fail "a frame is not like itself"
    ! "$alike" $ground frames/frame_000000.png frames/frame_000001.png >/dev/null ||
        fail "20 steps later all looks alike"
}

run_all_cases
