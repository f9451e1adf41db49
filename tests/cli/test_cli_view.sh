#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote view` in real windows on a display of their own, with keys and mouse from outside.

. "$(dirname "$0")/support.sh"
unset DISPLAY WAYLAND_DISPLAY

life="life -n 500 --size 320x240"
tools=$(dirname "$program")/tests

# steps_and_hash ARGS: of a window that closes by itself, or was closed.
steps_and_hash() {
    steps=$(sed -n 's/^state hash after \([0-9]*\) steps\{0,1\}: .*/\1/p' stdout)
    found=$(sed -n 's/^state hash after .*: \([0-9a-f]\{16\}\)$/\1/p' stdout)
    [ -n "$steps" ] && [ -n "$found" ] || fail "$last: no hash"
}

# is_where_run_is SCENE ARGS: after as many steps.
is_where_run_is() {
    local wanted
    steps_and_hash
    wanted=$(machine="" && hash_of "$@" --backend cpu --steps "$steps")
    [ "$found" = "$wanted" ] || fail "after $steps steps hash $found, not $wanted"
}

# open_window ARGS: in the background; `window` is its number for xdotool.
open_window() {
    command -v xdotool >/dev/null || skip "no xdotool, which presses keys"
    start_display
    last="mote view $*"
    env "$display" "$program" view "$@" </dev/null >stdout 2>stderr &
    viewer=$!
    export "${display?}"
    for _ in $(seq 400); do
        window=$(xdotool search --onlyvisible --name 'frames/s' 2>/dev/null | head -n 1)
        [ -n "$window" ] && break
        kill -0 "$viewer" 2>/dev/null || fail "$last: it ended"
        sleep 0.05
    done
    [ -n "$window" ] || fail "$last: no window"
    xdotool windowfocus --sync "$window"
}

# press KEY ...: one after the other, each for a few frames.
press() {
    local key
    for key in "$@"; do
        xdotool keydown "$key"
        sleep 0.1
        xdotool keyup "$key"
        sleep 0.1
    done
}

# close_window: by its key; waits for its end.
close_window() {
    press Escape
    wait "$viewer"
    code=$?
}

case_a_window_shows_what_run_simulates() {
    not_on_windows "its display is another one"
    start_display
    machine=$display
    for backend in "--backend cpu" "--software-gl"; do
        mote view $life --frames 8 -k 3 --hash $backend
        ends 0
        is_where_run_is life -n 500
    done
}

case_many_frames_are_without_errors_of_opengl() {
    not_on_windows "its display is another one"
    start_display
    machine=$display
    for backend in "--backend cpu" "--software-gl"; do
        mote view $life --frames 1000 -k 1 --gl-debug $backend
        ends 0
        ! grep -q "OpenGL error" stderr || fail "$(grep "OpenGL error" stderr)"
    done
}

case_without_a_display_run_is_named() {
    not_on_windows "there is always one"
    refuses "no window can be opened: .*\`mote run\`" view $life
}

case_a_window_of_opengl_3_3_shows_what_the_cpu_simulates() {
    not_on_windows "its OpenGL is another one"
    start_display
    machine="$display MESA_GL_VERSION_OVERRIDE=3.3 MESA_GLSL_VERSION_OVERRIDE=330"
    mote view $life --frames 4 -k 3 --hash
    ends 0
    is_where_run_is life -n 500
}

case_keys_step_and_restart() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash
    press period period Right
    close_window
    ends 0
    is_where_run_is life -n 500
    [ "$steps" -eq 3 ] || fail "$steps steps, not 3"

    open_window $life --paused --hash
    press period period R period
    close_window
    ends 0
    is_where_run_is life -n 500
    [ "$steps" -eq 1 ] || fail "$steps steps after a restart, not 1"
}

# keep_screen FILE: the display, as it is seen.
keep_screen() {
    sleep 0.2
    cp Xvfb_screen0 "$1"
}

# has_panel: the program was built with Dear ImGui, whose window has this name.
has_panel() {
    grep -aq '##panel' "$program"
}

case_keys_change_the_seed_and_the_edges() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash --seed 7
    press P b period t period ctrl+s
    close_window
    ends 0
    steps_and_hash
    [ "$found" = "$(hash_of Life-1.json --backend cpu --steps "$steps")" ] ||
        fail "the scene that was saved has another hash"
    grep -q '"seed": 8,' Life-1.json || fail "not the next seed"
    grep -q '"edges": "bounce"' Life-1.json || fail "not the next edges"
}

# matrix_of SCENE ARGS: as numbers.
matrix_of() {
    mote scene print "$@"
    ends 0
    tr -d ' \n' <stdout | sed 's/.*"matrix":\([^"]*\),"minimum.*/\1/'
}

case_other_positions_keep_the_matrix() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash --set life.matrix=random
    press M ctrl+s P ctrl+s period
    close_window
    ends 0
    steps_and_hash
    wanted=$(hash_of Life-2.json --backend cpu --steps "$steps")
    [ "$found" = "$wanted" ] || fail "hash $found, that of the scene is $wanted"
    [ "$(matrix_of Life-1.json)" = "$(matrix_of Life-2.json)" ] ||
        fail "P changes the matrix: $(matrix_of Life-1.json) $(matrix_of Life-2.json)"
    matrix_of Life-1.json | grep -q '^\[\[' || fail "no numbers: $(matrix_of Life-1.json)"
}

case_another_matrix_is_undone_and_done_again() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash
    press M period ctrl+s
    press ctrl+z ctrl+s ctrl+y ctrl+s ctrl+z ctrl+shift+z period
    close_window
    ends 0
    steps_and_hash
    [ "$(hash_of Life-2.json --backend cpu --steps 3)" = \
        "$(hash_of life -n 500 --backend cpu --steps 3)" ] || fail "not undone"
    cmp Life-1.json Life-3.json || fail "not done again"
    [ "$found" = "$(hash_of Life-1.json --backend cpu --steps "$steps")" ] ||
        fail "hash $found is not that of the scene"
    [ "$found" != "$(hash_of life -n 500 --backend cpu --steps "$steps")" ] ||
        fail "the matrix is the old one"
}

case_other_colours_change_nothing_else() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash
    press ctrl+s C ctrl+s period
    close_window
    ends 0
    is_where_run_is life -n 500
    cmp -s Life-1.json Life-2.json && fail "the colours are the same"
    diff <(grep -v color Life-1.json) <(grep -v color Life-2.json) ||
        fail "more than colours has changed"
}

case_the_panel_and_the_keys_are_seen_but_change_nothing() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash
    press period F12
    keep_screen plain
    mv screenshots/frame_000001.png plain_shot.png
    press H
    if ! has_panel; then
        press F1
        close_window
        says '^Ctrl\+Z +undo'
        return
    fi
    keep_screen panel
    press F1
    keep_screen keys
    press F12
    press Escape # the keys
    kill -0 "$viewer" 2>/dev/null || fail "Escape closed more than the keys"
    press H
    close_window
    ends 0
    is_where_run_is life -n 500
    cmp plain_shot.png screenshots/frame_000001.png || fail "F12 has the panel"
    ! cmp -s plain panel || fail "the panel is not seen"
    ! cmp -s panel keys || fail "the keys are not seen"
    [ ! -e imgui.ini ] || fail "it wrote imgui.ini"
}

case_a_click_on_the_panels_matrix_is_an_edit() {
    not_on_windows "the mouse comes through X"
    open_window life -n 500 --size 320x300 --paused --hash
    press H
    has_panel || { close_window && skip "built without Dear ImGui"; }
    press M ctrl+s
    xdotool mousemove --window "$window" 48 210
    sleep 0.4
    xdotool mousedown 1
    sleep 0.4
    xdotool mouseup 1
    sleep 0.4
    press ctrl+s period
    close_window
    ends 0
    steps_and_hash
    [ "$(diff Life-1.json Life-2.json | grep -c '^>')" -eq 1 ] || fail "not one row has changed"
    [ "$found" = "$(hash_of Life-2.json --backend cpu --steps "$steps")" ] ||
        fail "hash $found is not that of the scene"
}

case_the_mouse_over_the_panel_is_not_for_the_camera() {
    not_on_windows "the mouse comes through X"
    open_window $life --paused
    press H
    has_panel || { close_window && skip "built without Dear ImGui"; }
    xdotool mousemove --window "$window" 100 200
    sleep 0.4
    xdotool click 4 click 4
    sleep 0.4
    press ctrl+s
    close_window
    ends 0
    grep -Eq '"zoom": 1,' Life-1.json || fail "zoomed: $(grep zoom Life-1.json)"
}

# is_replayed FILE: what the window came to is done again without it.
is_replayed() {
    local wanted
    steps_and_hash
    wanted=$(machine="" && hash_of --replay "$1" --backend cpu --steps "$steps")
    [ "$found" = "$wanted" ] || fail "after $steps steps hash $found, replayed $wanted"
    tail -n 1 "$1" | grep -q "^{\"step\":$steps,\"end\":true}$" || fail "$1 has another end"
}

# at X Y: moves the mouse there, in the window.
at() {
    xdotool mousemove --window "$window" "$1" "$2"
}

# hold BUTTON SECONDS: where the mouse is.
hold() {
    xdotool mousedown "$1"
    sleep "$2"
    xdotool mouseup "$1"
    sleep 0.1
}

case_the_mouse_does_what_its_tool_does() {
    not_on_windows "the mouse comes through X"
    open_window $life --hash --record-inputs in.jsonl
    at 160 120
    hold 1 0.3
    hold 3 0.3
    press 3
    xdotool mousedown 1
    for x in 150 165 180 195 210; do
        at $x 100
        sleep 0.05
    done
    xdotool mouseup 1
    press 4
    title_says "place$"
    at 100 100
    hold 1 0.2
    press 5
    at 200 150
    hold 1 0.2
    close_window
    ends 0
    is_replayed in.jsonl
    for kind in '"touch":{' '"touch":null' '"place":{' '"erase":{' '"pull":-'; do
        grep -qF "$kind" in.jsonl || fail "no input $kind: $(cut -c1-100 in.jsonl)"
    done
    has_gl_compute || skip "no OpenGL with compute shaders"
    [ "$(hash_of --replay in.jsonl --backend gl --steps "$steps")" = "$found" ] ||
        fail "the GPU does something else"
}

case_tools_reach_into_space_and_emitters() {
    not_on_windows "the mouse comes through X"
    for scene in "flood -n 800" "smoke -n 2000" "life -n 800 --set dimension=3"; do
        open_window $scene --size 320x240 --hash --record-inputs in.jsonl
        at 160 130
        hold 1 1 # some frames, also on a slow machine
        close_window
        ends 0
        is_replayed in.jsonl
        grep -q '"touch":{' in.jsonl || fail "$scene: nothing was touched"
    done
}

case_what_a_tool_cannot_do_is_told() {
    not_on_windows "the mouse comes through X"
    open_window smoke -n 2000 --size 320x240 --hash --record-inputs in.jsonl
    press 4
    at 160 120
    hold 1 0.3
    title_says "particles of model emitter are born from its emitters"
    close_window
    ends 0
    is_replayed in.jsonl
}

case_the_wheel_with_ctrl_sizes_the_tool() {
    not_on_windows "the mouse comes through X"
    open_window $life --paused --hash --record-inputs in.jsonl
    press 5
    at 60 60
    hold 1 0.1
    at 160 120
    sleep 0.3
    keep_screen before
    hold 1 0.1
    sleep 0.3
    keep_screen after
    ! cmp -s before after || fail "what was erased while it stands still is still seen"
    xdotool keydown ctrl click 4 click 4 click 4 keyup ctrl
    hold 1 0.1
    close_window
    ends 0
    is_replayed in.jsonl
    grep '"erase"' in.jsonl | sed 's/.*"radius":\([0-9.]*\)}.*/\1/' | sort -gu >radii
    [ "$(wc -l <radii)" -eq 2 ] || fail "not two sizes: $(cat radii)"
    [ "$(awk '{ r[NR] = $1 } END { print (r[2] > 1.5 * r[1] && r[2] < 1.55 * r[1]) }' radii)" = 1 ] ||
        fail "three notches make other sizes: $(cat radii)"
}

case_one_is_followed() {
    not_on_windows "the mouse comes through X"
    open_window $life --hash
    press 6
    at 100 100
    hold 1 0.1
    title_says "following [0-9]+$"
    hold 3 0.1
    title_says "following none$"
    close_window
    ends 0
    is_where_run_is life -n 500
}

case_what_is_changed_goes_on_and_is_done_again() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash --record-inputs in.jsonl
    press period period M period b period t period ctrl+z period
    close_window
    ends 0
    steps_and_hash
    [ "$steps" -eq 6 ] || fail "$steps steps, not 6: it began anew"
    is_replayed in.jsonl
    # A new start makes what was before of no weight.
    open_window $life --paused --hash --record-inputs in.jsonl
    press period M period P period r period b period
    close_window
    ends 0
    steps_and_hash
    [ "$steps" -eq 2 ] || fail "$steps steps, not 2: it did not begin anew"
    is_replayed in.jsonl
    [ "$(wc -l <in.jsonl)" -eq 3 ] || fail "what is of no weight is kept"
}

case_a_window_does_again_what_was_done() {
    not_on_windows "its display is another one"
    cat >in.jsonl <<TEXT
{"mote_inputs": 1, "file": "life", "scene": {"particles": 500}}
{"step": 3, "set": "life.force", "to": "2"}
{"step": 5, "place": {"position": [0.5, 0.5], "radius": 0.1, "species": 0, "count": 50}}
{"step": 11, "touch": {"position": [0.5, 0.5], "radius": 0.3, "pull": 5, "drag": 0, "velocity": [0, 0]}}
TEXT
    start_display
    machine=$display
    mote view --replay in.jsonl --size 320x240 --frames 10 --hash --record-inputs again.jsonl
    ends 0
    steps_and_hash
    [ "$found" = "$(machine="" && hash_of --replay in.jsonl --backend cpu --steps "$steps")" ] ||
        fail "another hash than that of mote run"
    is_replayed again.jsonl
    machine="$display"
    mote view --replay no.jsonl
    ends 2
    tells "cannot read no.jsonl"
    mote view --record-inputs no/in.jsonl
    ends 1
    tells "no/in.jsonl"
}

case_space_goes_on_and_pauses() {
    not_on_windows "keys come through X"
    open_window $life --paused --hash
    press space
    sleep 1
    press space
    close_window
    ends 0
    is_where_run_is life -n 500
    [ "$steps" -gt 0 ] || fail "it stayed paused"
}

case_wheel_and_drag_move_the_camera_that_is_saved() {
    not_on_windows "the mouse comes through X"
    open_window $life --paused
    xdotool mousemove --window "$window" 160 120
    sleep 0.2
    xdotool click 4 click 4
    sleep 0.2
    xdotool mousedown 2 mousemove_relative 40 0 mouseup 2
    sleep 0.2
    press ctrl+s F12
    close_window
    ends 0
    mote scene check Life-1.json
    ends 0
    grep -Eq '"zoom": 1\.44' Life-1.json || fail "not zoomed: $(grep zoom Life-1.json)"
    # 40 of 320 pixels, which show 1.6 / 1.44 of the world: from 0.8 to the left.
    grep -Eq '"center": \[0\.6611[0-9]*, 0\.45' Life-1.json ||
        fail "not dragged: $(grep center Life-1.json)"
    [ -s screenshots/frame_000000.png ] || fail "no screenshot"
}

case_ctrl_c_closes_it() {
    not_on_windows "the signal comes from a shell"
    open_window $life
    interrupt "$viewer"
    wait "$viewer"
    code=$?
    ends 130
}

case_a_window_is_resized() {
    not_on_windows "it is resized through X"
    open_window $life --paused
    xdotool windowsize --sync "$window" 400 300
    sleep 0.5
    press F12
    close_window
    ends 0
    [ ! -s stderr ] || grep -q "simulating on the CPU" stderr || fail "$(cat stderr)"
    size=$(size_of screenshots/frame_000000.png)
    [ "$size" = 400x300 ] || fail "the screenshot's size is $size"
}

# title_says TEXT: within a while.
title_says() {
    for _ in $(seq 60); do
        xdotool getwindowname "$window" | grep -Eq -e "$1" && return
        sleep 0.05
    done
    fail "the title lacks $1: $(xdotool getwindowname "$window")"
}

# size_of FILE: the width and height of a PNG, which stand at byte 16.
size_of() {
    od -An -tu1 -j16 -N8 "$1" | awk '{ print 256 * $3 + $4 "x" 256 * $7 + $8 }'
}

case_recorded_frames_are_those_of_run() {
    not_on_windows "keys come through X"
    for backend in "--backend cpu" "--software-gl"; do
        open_window $life --paused -k 3 $backend
        press F9 period space # a step, then 3 a frame
        sleep 0.5
        title_says "recording [0-9]+ frames"
        press R F9 F9 # the frames of another start come after it
        press Escape
        wait "$viewer"
        code=$?
        ends 0
        tells "recorded [0-9]+ frames: recordings/Life-1$"
        [ -d recordings/Life-2 ] || fail "the second recording is not there"
        rm -rf recordings
        open_window $life --paused -k 3 $backend
        press F9 space
        sleep 0.5
        close_window # which ends the recording
        ends 0
        count=$(count_files recordings/Life-1)
        [ "$count" -gt 1 ] || fail "$count frames"
        tells "recorded $count frames: recordings/Life-1$"
        mote run life -n 500 --size 320x240 -k 3 --frames "$count" --out wanted $backend
        ends 0
        diff -r recordings/Life-1 wanted || fail "frames differ"
        rm -rf recordings wanted
    done
}

case_a_resize_ends_a_recording() {
    not_on_windows "it is resized through X"
    open_window $life
    press F9
    xdotool windowsize --sync "$window" 400 300
    title_says "frames: recordings/Life-1"
    close_window
    ends 0
    for frame in recordings/Life-1/*; do
        [ "$(size_of "$frame")" = 320x240 ] || fail "$frame is $(size_of "$frame")"
    done
}

case_a_full_disk_ends_a_recording_and_not_the_window() {
    not_on_windows "keys come through X"
    open_window $life --disk-reserve 999999999999
    press F9
    title_says "MiB are left on the disk"
    close_window
    ends 0
    tells "MiB are left on the disk, .*\(--disk-reserve\)"
    [ ! -e recordings ] || fail "something was recorded"

    # Where nobody else writes, so that what is left is known.
    [ -d /dev/shm ] && [ -w /dev/shm ] || skip "no /dev/shm"
    here=$PWD there=$(mktemp -d -p /dev/shm)
    cd "$there" || fail "no folder in /dev/shm"
    left=$(df -P -B 1048576 . | awk 'NR == 2 { print $4 }')
    open_window $life --disk-reserve "$((left - 4))"
    press F9
    title_says "MiB are left on the disk"
    close_window
    count=$(count_files recordings/Life-1)
    mv stdout stderr "$here"
    cd "$here" && rm -rf "$there"
    ends 0
    [ "$count" -gt 0 ] || fail "nothing was recorded"
    tells "recorded $count frames: recordings/Life-1"
}

case_a_scene_is_dropped_on_it() {
    not_on_windows "it is dropped through X"
    [ -x "$tools/xdnd_send" ] || skip "no libX11 to build xdnd_send with"
    echo '{"model": "life", "name": "Dropped", "particles": 300}' >"a scene.json"
    echo '{"particles": -1}' >bad.json
    open_window $life --paused --hash
    press period
    "$tools/xdnd_send" "$window" "$PWD/bad.json" || fail "it was not taken"
    title_says "^Life: 500 particles, step 1, .*bad.json:1: particles"
    "$tools/xdnd_send" "$window" "$PWD/a%20scene.json" || fail "it was not taken"
    title_says "^Dropped: 300 particles, step 0, .*opened"
    press period period
    close_window
    ends 0
    tells "^mote: .*bad.json:1: particles"
    is_where_run_is "a scene.json"
    [ "$steps" -eq 2 ] || fail "$steps steps, not 2"
}

case_ctrl_o_asks_for_a_scene() {
    not_on_windows "keys come through X"
    echo '{"model": "life", "name": "Chosen", "particles": 300}' >chosen.json
    mkdir programs
    printf '#!/bin/sh\necho "%s/chosen.json"\n' "$PWD" >programs/zenity
    chmod +x programs/zenity
    PATH=$PWD/programs:$PATH open_window $life --paused
    press ctrl+o
    title_says "^Chosen: 300 particles"
    close_window
    ends 0

    # One who has not answered is not waited for.
    printf '#!/bin/sh\nexec sleep 600\n' >programs/zenity
    PATH=$PWD/programs:$PATH open_window $life --paused
    press ctrl+o period
    title_says "step 1,"
    close_window
    ends 0

    open_window $life --paused
    press ctrl+o
    command -v zenity kdialog >/dev/null || title_says "neither zenity nor kdialog"
    close_window
    ends 0
}

case_lines_are_told_once() {
    not_on_windows "keys come through X"
    open_window $life --paused
    press R P R
    xdotool windowsize --sync "$window" 400 300
    press R
    close_window
    ends 0
    [ "$(sort stderr | uniq -d | wc -l)" -eq 0 ] || fail "told twice"
}

case_a_window_that_is_destroyed_or_whose_display_goes_says_so() {
    not_on_windows "it is a window of X"
    [ -x "$tools/xdestroy" ] || skip "no libX11 to build xdestroy with"
    open_window $life
    "$tools/xdestroy" "$window"
    wait "$viewer"
    code=$?
    ends 1
    tells "^mote: the window was destroyed by another program$"
    open_window $life
    kill "${displays##* }"
    wait "$viewer"
    code=$?
    ends 1
    tells "^mote: the display has closed the connection"
}

case_it_takes_the_full_screen_and_gives_it_back() {
    not_on_windows "keys come through X"
    open_window $life --paused
    press period f
    sleep 0.5
    press F12 f
    sleep 0.5
    press period F12
    close_window
    ends 0
    full=$(size_of screenshots/frame_000001.png)
    back=$(size_of screenshots/frame_000002.png)
    [ "$full" = 640x480 ] && [ "$back" = 320x240 ] || fail "$full, then $back"
}

case_a_gpu_that_fails_ends_nothing() {
    not_on_windows "keys come through X"
    start_display
    machine=$display
    for lost in pair_loop:20 list_sprites:20; do
        mote view $life --software-gl --frames 20 -k 3 --lose $lost --checkpoint 8 --hash
        ends 0
        tells "the GPU fails at stage ${lost%:*}.*; going on on the CPU"
        is_where_run_is life -n 500
        [ "$steps" -ge 20 ] || fail "only $steps steps"
    done
    # A recording has all frames, also those that were on their way from the GPU.
    open_window $life --software-gl --paused -k 3 --lose pair_loop:20 --checkpoint 8 --hash
    press F9 space
    title_says "the GPU has failed; the CPU goes on"
    close_window
    ends 0
    is_where_run_is life -n 500
    count=$(count_files recordings/Life-1)
    [ "$((3 * count))" -eq "$steps" ] || fail "$count frames of $steps steps"
}

run_all_cases
