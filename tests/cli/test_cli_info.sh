#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote info`, `mote scene` and `mote bench`.

. "$(dirname "$0")/support.sh"

tiny="-n 100 --steps 1"

case_info_says_what_there_is_and_what_is_chosen() {
    mote info
    ends 0
    says '^OpenGL$'
    says '^  threads +[1-9]'
    says '^  instruction sets +scalar'
    says '^  simulates on +[A-Z]'
    says '^  draws with +[a-zA-Z]'
    says '^  reason +[a-zA-Z]'
}

case_info_as_json_is_json() {
    mote info --json
    ends 0
    says '"choice": \{'
    says '"instruction_sets": \['
    command -v jq >/dev/null || return 0
    [ "$(jq -r '.cpu.threads | type' stdout)" = number ] || fail "jq: cpu.threads"
    [ "$(jq -r '.choice.device | type' stdout)" = string ] || fail "jq: choice.device"
    [ "$(jq -r '.gl.available | type' stdout)" = boolean ] || fail "jq: gl.available"
}

case_info_says_what_is_in_the_way() {
    mote info --backend gl
    [ "$code" -eq 0 ] || ends 2
    if [ "$code" -eq 2 ]; then
        says '^  none: '
    fi
    mote info --backend cpu --threads 1
    ends 0
    says '^  simulates on +CPU \(1 thread'
}

# Skips where Mesa's words in the environment would change nothing.
need_mesa() {
    not_on_windows "steps down by the environment of Mesa for Linux"
    mote info
    says '^  device +llvmpipe' || skip "llvmpipe is not what opens here"
}

case_devices_are_listed_by_their_numbers() {
    mote info --devices
    ends 0
    says '^OpenGL devices$'
    says '^  0  (EGL|GLFW)'
    says 'DRI_PRIME=1'
    [ ! -s stderr ] || fail "a list is no warning"
    mote info --devices --json
    ends 0
    says '"devices": \['
    command -v jq >/dev/null || return 0
    [ "$(jq -c '[.devices[].number] == [range(.devices | length)]' stdout)" = true ] ||
        fail "the numbers are not 0, 1, 2 ..."
    [ "$(jq -c '[.devices[] | select(.available) | .compute | type] - ["boolean"]' stdout)" = \
        '[]' ] || fail "jq: compute"
}

case_device_takes_a_number_of_the_list() {
    command -v jq >/dev/null || skip "no jq"
    mote info --devices --json
    numbers=$(jq '.devices[] | select(.available) | .number' stdout)
    cp stdout list.json
    [ -n "$numbers" ] || skip "no OpenGL"
    for number in $numbers; do
        mote info --device "$number" --json
        ends 0
        for key in number device opened_by; do
            [ "$(jq -c ".gl.$key" stdout)" = "$(jq -c ".devices[$number].$key" list.json)" ] ||
                fail "device $number has another $key"
        done
    done
}

case_devices_that_are_not_there_are_refused() {
    none='there is no OpenGL device 99: they go from 0 to [0-9]+; .*mote info --devices'
    refuses "$none" run $tiny --device 99
    refuses "$none" run $tiny --device 99 --backend gl
    refuses "$none" run -n 100 --frames 1 --device 99 --backend cpu
    refuses "$none" compare $tiny --device 99
    refuses "$none" bench backends $tiny --device 99
    refuses "$none" bench frames $tiny --device 99
    refuses '--devices lists all of them, so --device has no meaning' info --devices --device 0
    mote info --device 99 --backend cpu
    ends 2
    says "^  none: $none"
    refuses "--device takes a number of .mote info --devices., not 'x'" run $tiny --device x
    refuses "--device takes a number .*, not '-1'" run $tiny --device=-1
    refuses '--device is of the GPU, but --backend cpu computes on the CPU' \
        run $tiny --device 0 --backend cpu
    refuses '--gl-debug is of the GPU, but --backend cpu computes on the CPU' \
        run $tiny --gl-debug --backend cpu
    refuses '--gl-debug is of the GPU' compare $tiny --gl-debug --backend cpu,cpu
}

case_devices_that_do_not_open_are_refused() {
    not_on_windows "has a display always"
    unset DISPLAY WAYLAND_DISPLAY
    mote info --devices
    number=$(sed -n 's/^ *\([0-9]*\)  GLFW$/\1/p' stdout)
    [ -n "$number" ] || skip "GLFW opens here"
    why="OpenGL device $number of 0 to $number, GLFW, is of no use: .*--devices"
    refuses "$why" run $tiny --device "$number"
    refuses "$why" run -n 100 --frames 1 --device "$number" --backend cpu
    refuses "$why" compare $tiny --device "$number"
    for row in backends search pipeline frames sort; do
        refuses "$why" bench $row -n 1000 --device "$number"
    done
}

case_a_device_may_be_given_to_a_comparison() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote info
    mote compare $tiny --device "$(sed -n 's/^  device number *//p' stdout)"
    ends 0
    says '^equal: '
}

case_a_library_that_is_missing_is_named() {
    not_on_windows "libEGL.so.1 is of Linux"
    unset DISPLAY WAYLAND_DISPLAY
    mkdir no_egl
    echo "no library" >no_egl/libEGL.so.1
    export LD_LIBRARY_PATH=$PWD/no_egl
    mote info --devices
    ends 0
    says '^  0  EGL$'
    says '^     none: .*libEGL\.so\.1: '
    refuses 'no OpenGL context \(EGL: .*libEGL\.so\.1: .*; GLFW: ' run $tiny --backend gl
}

case_the_extension_that_is_missing_is_named() {
    need_mesa
    export MESA_GL_VERSION_OVERRIDE=4.2 MESA_GLSL_VERSION_OVERRIDE=420
    mote info
    says '^  compute shaders +yes'
    says '^  GLSL +4\.20'
    hash=$(hash_of life -n 300 --steps 20 --backend gl)
    [ "$hash" = "$(hash_of life -n 300 --steps 20 --backend cpu)" ] || fail "another hash"
    mkdir shaders
    MOTE_DUMP_GLSL=$PWD/shaders mote run $tiny --backend gl
    [ "$(head -qn 3 shaders/*.comp | sort -u)" = "\
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
#version 420 core" ] || fail "shaders begin otherwise"
    for name in ARB_compute_shader ARB_shader_storage_buffer_object; do
        export MESA_EXTENSION_OVERRIDE=-GL_$name
        mote info
        ends 0
        says "^  compute shaders +no: OpenGL 4\.2 on llvmpipe .* lacks $name; a newer driver .*4\.3 would help$"
        refuses "OpenGL 4\.2 on llvmpipe .* lacks $name;" run $tiny --backend gl
    done
}

case_messages_of_opengl_are_asked_for() {
    need_mesa
    mote run $tiny --backend gl --gl-debug
    ends 0
    export MESA_GL_VERSION_OVERRIDE=4.2 MESA_GLSL_VERSION_OVERRIDE=420
    export MESA_EXTENSION_OVERRIDE=-GL_KHR_debug
    mote run $tiny --backend gl --gl-debug
    ends 0
    tells '^mote: OpenGL 4\.2 on llvmpipe .* has no KHR_debug'
    mote run $tiny --backend gl
    ends 0
    [ ! -s stderr ] || fail "nobody asked"
}

case_all_builtin_scenes_are_listed_printed_and_right() {
    mote scene list
    ends 0
    says '^life '
    names=$(awk '{ print $1 }' stdout)
    for name in $names; do
        mote scene print "$name"
        ends 0
        cp stdout "$name.json"
    done
    mote scene check $names ./*.json
    ends 0
    [ "$(grep -c ': right: ' stdout)" -eq $((2 * $(echo "$names" | wc -l))) ] ||
        fail "not all are right"
}

case_a_printed_scene_is_the_same_scene() {
    mote scene print -n 300 -s 9
    ends 0
    cp stdout again.json
    [ "$(hash_of again.json --backend cpu --steps 3)" = "$(hash_of $small -s 9 --steps 3)" ] ||
        fail "another hash"
}

case_check_names_what_is_wrong_in_each_scene() {
    echo '{"model": "life", "seed": 1}' >good.json
    echo '{"model": "life", "sede": 1}' >bad.json
    echo '[' >worse.json
    mote scene check bad.json good.json worse.json
    ends 2
    says '^good\.json: right: life'
    tells '^mote: .*bad\.json.*sede'
    tells '^mote: .*worse\.json'
    tells '^mote: 2 of 3 scenes wrong$'
}

case_the_schema_is_the_one_in_assets() {
    mote scene schema
    ends 0
    says '"\$schema"'
    cmp stdout "$source_folder/assets/scene.schema.json" ||
        fail "run: mote scene schema > assets/scene.schema.json"
}

case_wrong_scene_commands_are_refused() {
    refuses 'say what to do: mote scene list, print, check or schema' scene
    refuses 'there is no .mote scene lst.; did you mean .mote scene list.' scene lst
    refuses 'there is no .mote scene xyzzy.; there are list' scene xyzzy
    refuses 'usage: mote scene check SCENE' scene check
    refuses 'usage: mote scene print' scene print a b
    refuses 'mote scene list takes no options' scene list -n 3
}

case_bench_lists_its_rows() {
    mote bench
    ends 0
    says '^  backends '
    says '^  frames '
    refuses "there is no bench 'frame'; did you mean 'frames'" bench frame
    refuses "there is no bench 'xyzzy'; .mote bench. lists them" bench xyzzy
}

case_bench_measures_and_checks() {
    mote bench backends -n 200 --steps 1 --rounds 3
    ends 0
    says '^\| case \| ms per step \|'
    says '^\| CPU \(1 thread.* \| equal \|$'
    says '^Medians of 3 paired rounds of 1 steps'
    mote bench frames -n 200 --steps 1 --rounds 2 --size 64x64
    ends 0
    says '^\| stb_image_write.* \| equal \|$'
    says '^\| mote.* \| equal \|$'
    mote bench sort -n 5000 --rounds 2
    ends 0
    says '^Sorting by depth: Life, 5000 particles'
    says '^\| bitonic, .* \| equal \|$'
    says '^\| radix, .* \| equal \|$'
    says '^\| qsort of the C library, 1 thread \|.* \| equal \|$'
    refuses 'bench sort needs particles' bench sort -n 0
    mote bench reduce -n 5003 --rounds 2
    ends 0
    says '^Sum, least and largest of 5003 numbers'
    says '^\| CPU, all threads \|.* equal \|$'
    if has_gl_compute; then
        says '^\| .*, groups of 1024 \|.* equal \|$'
        says 'a copy of the same .* reads and writes .* GB/s, of which that is [0-9]+ %'
    fi
    refuses '-n: expected a whole number from 1 to 1073741824, found "0"' bench reduce -n 0
    refuses 'bench reduce has no scene; leave life out' bench reduce life
    refuses 'bench reduce has no scene; leave --set seed out' bench reduce --set seed=3
}

case_bench_names_scenes_that_suit_it() {
    refuses 'bench emitter is for scenes with emitters, such as fountain; Life is of model life' \
        bench emitter life
    refuses 'bench deaths is for scenes with emitters' bench deaths snakes
    refuses 'bench search is for scenes without emitters, such as life; Fountain is of model emitter' \
        bench search fountain
    refuses 'bench sort is for scenes without emitters' bench sort smoke
    mote bench emitter fountain -n 1000 --steps 1 --rounds 1
    ends 0
    says '^Left out: rows recycled by a dead list, which know no on_death and on_collision'
    mote bench emitter smoke -n 1000 --steps 1 --rounds 1
    ends 0
    says '^\| rows recycled by a dead list \|.* \| equal \|$'
}

case_bench_takes_a_device() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote info
    number=$(sed -n 's/^  device number *//p' stdout)
    renderer=$(sed -n 's/^  device  *\(.*\) (.*)$/\1/p' stdout)
    for row in backends pipeline search sort; do
        mote bench $row -n 1000 --steps 1 --rounds 2 --size 64x64 --device "$number" \
            --software-gl --gl-debug
        ends 0
        grep -F "${renderer%%/*}" stdout || fail "$last: not on $renderer"
    done
}

case_bench_says_why_it_is_not_on_a_gpu() {
    need_mesa
    mote bench search -n 1000 --steps 1 --rounds 2 --device 0
    ends 0
    says ' on CPU'
    says '^Not on a GPU: OpenGL here is llvmpipe.* would help\.$'
    [ ! -s stderr ] || fail "said twice"
    MESA_GL_VERSION_OVERRIDE=3.3 refuses 'OpenGL 3\.3 .* no compute shaders; ' \
        bench backends $tiny --device 0
    MESA_GL_VERSION_OVERRIDE=3.3 mote bench backends $tiny --rounds 2
    ends 0
    says '^OpenGL 3\.3 .* no compute shaders; '
}

case_bench_as_json_is_json() {
    mote bench frames -n 200 --steps 1 --rounds 2 --size 64x64 --json
    ends 0
    says '"bench": "frames"'
    command -v jq >/dev/null || return 0
    [ "$(jq '[.cases[] | select(.equal and .median_s > 0)] | length' stdout)" -eq 2 ] ||
        fail "not two cases that are equal"
}

run_all_cases
