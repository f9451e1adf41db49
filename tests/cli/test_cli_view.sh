#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote view` in real windows on a display of their own, with keys and mouse from outside.

. "$(dirname "$0")/support.sh"
unset DISPLAY WAYLAND_DISPLAY

life="life -n 500 --size 320x240"

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
    # The width and height stand at byte 16 of a PNG.
    size=$(od -An -tu1 -j16 -N8 screenshots/frame_000000.png | tr -s ' ')
    [ "$size" = " 0 0 1 144 0 0 1 44" ] || fail "the screenshot's size is$size"
}

run_all_cases
