#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `mote run` with frames: files, streams, interruption, places that cannot be written.

. "$(dirname "$0")/support.sh"

# Starts a run that would take for ever, waits for its third frame, sends a signal.
interrupt_at_frame_2() {
    "$program" run $drawn --frames 100000 --out frames "$@" >stdout 2>stderr &
    pid=$! last="mote run $*, interrupted"
    for _ in $(seq 200); do
        [ -e frames/frame_000002.png ] && break
        sleep 0.05
    done
    interrupt $pid
    wait $pid
    code=$?
    unify stdout stderr
}

case_frames_are_written_and_numbered() {
    mote run $drawn --frames 3 -k 2 --out some/frames
    ends 0
    [ "$(ls some/frames | tr '\n' ' ')" = \
        "frame_000000.png frame_000001.png frame_000002.png " ] || fail "$(ls some/frames)"
    for frame in some/frames/*; do
        head -c 8 "$frame" | od -An -tx1 | grep -q '89 50 4e 47 0d 0a 1a 0a' ||
            fail "$frame is no PNG"
    done
    ! cmp -s some/frames/frame_000000.png some/frames/frame_000002.png ||
        fail "the frames do not change"
    says '300 particles, 6 steps at .*3 frames, some/frames/frame_000000.png to .*_000002.png'
}

case_the_default_folder_is_out() {
    mote run $drawn --frames 1 -q
    ends 0
    is_silent
    [ "$(ls out)" = frame_000000.png ] || fail "$(ls)"
}

case_frames_do_not_depend_on_threads() {
    mote run $drawn --frames 2 --out one -q
    mote run $drawn --frames 2 --out three --threads 3 -q
    ends 0
    diff -r one three || fail "other frames on three threads"
}

case_later_frames_can_be_written_alone() {
    for trails in 0 1.5; do
        mote run $drawn --frames 6 -k 2 --set view.trails=$trails --out all$trails -q
        ends 0
        mote run $drawn --frames 6 -k 2 --set view.trails=$trails --first-frame 4 \
            --out late$trails
        ends 0
        says '2 frames, late.*/frame_000004.png to late.*/frame_000005.png'
        [ "$(count_files late$trails)" -eq 2 ] || fail "$(ls late$trails)"
        for frame in frame_000004.png frame_000005.png; do
            cmp all$trails/$frame late$trails/$frame || fail "$frame, trails $trails"
        done
    done
}

light="--set view.blend=add --set view.shape=disc --size 65x48"

case_splats_are_the_same_files_on_every_device() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote run -n 300 $light --frames 2 -q --draw splat --backend gl --renderer gl --out gl
    ends 0
    mote run $small $light --frames 2 -q --draw splat --renderer soft --out soft
    ends 0
    for frame in frame_000000.png frame_000001.png; do
        cmp gl/$frame soft/$frame || fail "$frame differs"
    done
}

case_what_cannot_be_splats_is_refused() {
    splat="--frames 1 --draw splat"
    refuses 'particles cannot be drawn as splats here: frames must be opaque' \
        run $drawn $splat --set view.blend=add --alpha
    refuses 'particles cannot be drawn as splats here: particles that hide.*view\.blend is alpha' \
        run $drawn $splat
    refuses 'particles cannot be drawn as splats here: only discs can.*view\.shape is glow' \
        run $drawn $splat --set view.blend=add --set view.shape=glow
    refuses '--steps simulates without frames, so --draw' run $small --steps 1 --draw splat
}

case_view_options_change_the_picture() {
    mote run $drawn --frames 1 -q --out plain
    for option in "--zoom 2" "--center 0.25,0.25" "--follow 7" "--alpha" \
        "--set view.shape=glow"; do
        mote run $drawn --frames 1 -q --out changed $option
        ends 0
        ! cmp -s plain/frame_000000.png changed/frame_000000.png || fail "$option: the same"
    done
}

space="$drawn --set dimension=3"

case_camera_options_change_the_picture() {
    mote run $space --frames 1 -q --out plain
    for option in "--zoom 2" "--center 0.2,0.5,0.5" "--follow 7" "--position 2,1,3" \
        "--projection orthographic" "--field-of-view 0.2" "--set view.up=[1,1,0]" \
        "--set view.haze=0"; do
        mote run $space --frames 1 -q --out changed $option
        ends 0
        ! cmp -s plain/frame_000000.png changed/frame_000000.png || fail "$option: the same"
    done
    # An option says what the scene's key says.
    mote run $space --frames 1 -q --out by_key --set view.position=[2,1,3]
    mote run $space --frames 1 -q --out by_option --position 2,1,3
    cmp by_key/frame_000000.png by_option/frame_000000.png || fail "another position"
    # A flat world can be looked at aslant, too.
    mote run $drawn --frames 1 -q --out aslant --projection perspective --position 0.5,-1,1
    ends 0
}

case_a_place_has_a_number_for_each_dimension() {
    refuses '--center: expected X,Y,Z in 3-D, found 2 numbers' run $space --center 1,2 --out x
    refuses '--center: expected X,Y in 2-D, found 3 numbers' run $drawn --center 1,2,0 --out x
    # The camera stands in space, also before a flat world.
    for scene in "$space" "$drawn"; do
        refuses "--position takes X,Y,Z in world units, not '1,2'" \
            run $scene --position 1,2 --out x
    done
    [ ! -e x ] || fail "a folder was made all the same"
}

case_orbit_turns_by_the_second() {
    still="$space --set life.force=0 -k 0" # nothing moves but the camera
    mote run $still --frames 9 -q --out round --orbit 7.5 # an eighth of a turn a frame
    ends 0
    cmp round/frame_000000.png round/frame_000008.png || fail "a whole turn is another picture"
    for i in 1 2 3 4 5 6 7; do
        ! cmp -s round/frame_000000.png round/frame_00000$i.png || fail "frame $i is frame 0"
    done
    mote run $still --frames 9 -q --out slower --orbit 7.5 --fps 120
    ends 0
    for i in 0 1 2 3 4; do
        cmp round/frame_00000$i.png slower/frame_00000$((2 * i)).png || fail "frame $i"
    done
    mote run $still --frames 1 -q --out plain
    cmp plain/frame_000000.png round/frame_000000.png || fail "it does not begin in front"
}

case_an_orbit_goes_round_a_flat_world() {
    still="$drawn --set life.force=0 -k 0"
    mote run $still --frames 5 -q --out flat --orbit 15 # a quarter of a turn a frame
    ends 0
    cmp flat/frame_000000.png flat/frame_000004.png || fail "a whole turn is another picture"
    for i in 1 2 3; do
        ! cmp -s flat/frame_000000.png flat/frame_00000$i.png || fail "frame $i is frame 0"
    done
}

case_an_orbit_can_be_taken_up_later() {
    for trails in 0 1.5; do
        orbit="$space -k 2 --orbit 0.5 --set view.trails=$trails -q"
        mote run $orbit --frames 6 --out all$trails
        mote run $orbit --frames 6 --first-frame 4 --out late$trails
        ends 0
        for frame in frame_000004.png frame_000005.png; do
            cmp all$trails/$frame late$trails/$frame || fail "$frame, trails $trails"
        done
    done
}

case_an_orbit_is_whole_though_a_gpu_fails() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    orbit="-n 300 --set dimension=3 --size 64x48 --frames 9 -k 3 --orbit 2 --follow 5"
    mote run $orbit --backend cpu --renderer soft --out expected
    ends 0
    mote run $orbit --out found --software-gl --checkpoint 4 --lose list_sprites:15
    ends 0
    tells 'going on on the CPU'
    for frame in 4 5 6 7 8; do # from the one that is lost on
        cmp "expected/frame_00000$frame.png" "found/frame_00000$frame.png" || fail "differs"
    done
}

case_what_cannot_be_drawn_is_named() {
    refuses 'cannot follow particle 300: ids go from 0 to 299' run $drawn --follow 300 --out x
    refuses '--position: the camera stands at the center \(1, 0.5, 0.5\), which it looks at' \
        run $space --center 1,0.5,0.5 --position 1,0.5,0.5 --out x
    refuses '--position: from there view.up points along the line of sight' \
        run $space --center 1,0.5,0.5 --position 1,4,0.5 --out x
    refuses '--field-of-view takes a number from 0.0001 to 0.45' \
        run $space --field-of-view 0.6 --out x
    refuses 'view.up: it points along the line of sight' run $space --set view.up=[0,0,0] --out x
    refuses '--steps simulates without frames, so --orbit has' run $small --steps 3 --orbit 1
    [ ! -e x ] || fail "a folder was made all the same"
}

case_frames_of_the_gpu_are_written_too() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote run -n 300 --backend gl --size 64x48 --frames 5 --out frames
    ends 0
    [ "$(count_files frames)" -eq 5 ] || fail "$(ls frames)"
    says '20 steps at .*drawn by OpenGL .*: 5 frames, '
    mote run -n 300 --backend cpu --renderer gl --size 64x48 --frames 2 --out drawn
    ends 0
    says 'on CPU .*drawn by OpenGL'
}

case_frames_show_progress_on_a_terminal() {
    on_terminal run $drawn --frames 400 -k 10 --out frames
    ends 0
    says 'frame [0-9]+/400 .*steps/s .*left'
}

case_a_message_takes_the_place_of_the_progress_line() {
    not_on_windows "the console draws escape sequences itself"
    has_gl_compute || skip "no OpenGL with compute shaders"
    on_terminal run -n 300 --frames 100 -k 10 --size 64x48 --software-gl \
        --lose list_sprites:800 --out frames
    ends 0
    grep -Eaq $'\r\033\\[K.*mote:.* step 800: ' stdout || fail "the line goes on"
}

case_a_video_goes_to_stdout_and_the_words_to_stderr() {
    mote run $drawn --frames 3 -k 1 --out - --fps 25 --hash
    ends 0
    head -n 1 stdout | grep -aq '^YUV4MPEG2 W64 H48 F25:1 .*C444' || fail "$(head -n 1 stdout)"
    [ "$(wc -c <stdout)" -eq $(($(head -n 1 stdout | wc -c) + 3 * (6 + 3 * 64 * 48))) ] ||
        fail "the stream has $(wc -c <stdout) bytes"
    tells '^state hash after 3 steps: [0-9a-f]{16}$'
    tells '3 frames to stdout'
    cp stdout stream
    mote run $drawn --frames 3 -k 1 --out video.y4m --fps 25 -q
    ends 0
    cmp stream video.y4m || fail "a file differs from stdout"
    command -v ffmpeg >/dev/null || return 0
    ffmpeg -v error -i stream -f null - 2>stderr && [ ! -s stderr ] || fail "ffmpeg complains"
}

case_a_terminal_gets_no_video() {
    on_terminal run $drawn --frames 1 --out -
    ends 2
    says 'stdout, which is a terminal'
}

case_an_interrupt_leaves_whole_frames_and_says_how_to_go_on() {
    interrupt_at_frame_2
    ends 130
    frames=$(ls frames | wc -l)
    tells "^mote: interrupted; whole and in place: $frames frames, frames/frame_000000.png"
    tells "^go on with: mote run .* --frames 100000 .* --first-frame $frames\$"
    [ -z "$(ls frames | grep -v '^frame_[0-9]*\.png$')" ] || fail "left behind: $(ls frames)"
    mote run $drawn --frames "$frames" --out again -q
    diff -r frames again || fail "the frames differ from those of a run to the end"
}

case_the_way_to_go_on_replaces_an_older_first_frame() {
    interrupt_at_frame_2 --first-frame 1
    ends 130
    [ "$(grep -o -e --first-frame stderr | wc -l)" -eq 1 ] || fail "$(cat stderr)"
}

case_a_folder_that_cannot_be_made_is_named() {
    echo text >file
    mote run $drawn --frames 2 --out file/frames
    ends 1
    tells '^mote: .*folder file: a file of that name'
    mote run $drawn --frames 2 --out file
    ends 1
    tells '^mote: .*file'
    [ "$(cat file)" = text ] || fail "the file was changed"
}

case_a_folder_that_cannot_be_written_is_named() {
    not_on_windows "its folders have other permissions"
    mkdir -m 555 locked
    if [ "$(id -u)" -eq 0 ]; then
        chmod 755 "$scratch" .
        cp "$program" ./program
        as="setpriv --reuid 65534 --regid 65534 --clear-groups"
        $as ./program --version >/dev/null 2>&1 || skip "cannot run as another user"
        $as ./program run $drawn --frames 2 --out locked >stdout 2>stderr
    else
        "$program" run $drawn --frames 2 --out locked >stdout 2>stderr
    fi
    code=$? last="mote run --out locked"
    ends 1
    tells '^mote: .*locked.*ermission denied'
    [ "$(count_files locked)" -eq 0 ] || fail "$(ls locked)"
}

case_a_full_disk_is_named() {
    [ -w /dev/full ] || skip "no /dev/full"
    "$program" run $drawn --frames 2 --out - >/dev/full 2>stderr
    code=$? last="mote run --out - >/dev/full"
    ends 1
    tells '^mote: .*stdout.*[Nn]o space left'
}

case_a_closed_pipe_is_an_error() {
    "$program" run $drawn --frames 400 --out - 2>stderr | head -c 100 >/dev/null
    code=${PIPESTATUS[0]} last="mote run --out - | head"
    ends 1
    tells '^mote: .*stdout.*(pipe|closed)'
}

case_a_closed_stdout_is_an_error() {
    "$program" run $drawn --frames 2 --out - >&- 2>stderr
    code=$? last="mote run --out - >&-"
    ends 1
    tells '^mote: .*stdout'
    "$program" run $drawn --frames 2 --out frames >&- 2>stderr
    code=$? last="mote run >&-"
    ends 1
    [ "$(count_files frames)" -eq 2 ] || fail "the frames are not there"
    head -c 4 frames/frame_000000.png | grep -aq PNG || fail "the frame is no PNG"
}

case_frames_of_an_earlier_run_are_pointed_out() {
    mote run $drawn --frames 3
    ends 0
    mote run $drawn --frames 2
    ends 0
    tells 'out/frame_000002.png and maybe more are of an earlier run'
}

case_a_gpu_that_fails_is_left_for_the_cpu() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    expected=$(hash_of $small --steps 40)
    lost="-n 300 --software-gl --search grid --checkpoint 6"
    [ "$(hash_of $lost --steps 40 --lose pair:20)" = "$expected" ] || fail "another hash"
    tells '^mote: step 20: the GPU fails at stage pair, .* from the copy of step 1[28] \('
    says ' on CPU '
    mote run $lost --steps 40 --lose pair:20 --backend gl
    ends 1
    tells '^mote: step 20: the GPU fails at stage pair'
    mote run $lost --steps 40 --lose pair:20 --checkpoint 0
    ends 1
    refuses "--lose: there is no stage 'xyzzy'; there are .*scatter" run $lost --lose xyzzy:3
    refuses "--lose: there is no stage 'pairs'; did you mean 'pair'" run $lost --lose pairs:3
    refuses "stage bury does not run here" run $lost --lose bury:3
    for step in x -1 +3 ' 3' 99999999999999999999 ''; do
        refuses "--lose pair:.*expected STAGE:STEP, as in pair:100" \
            run $lost --lose "pair:$step"
    done
    refuses '--lose needs a simulation on a GPU' run $small --search grid --lose pair:3
    refuses '--lose: stage list_sprites runs only before a frame' \
        run $lost --steps 3 --lose list_sprites:2
    mote run $lost --steps 30 --lose update:20 --time
    ends 0
    says 'median of 9;' # of the CPU alone
    mote run -n 300 --software-gl --frames 4 --size 64x48 --lose list_sprites:8 --time
    ends 0
    says 'median of 8;'
    mote run $lost --steps 30 --lose update:29 --time
    ends 0
    says '^no step was timed on the CPU'
    refuses '--lose pair:30: the run has 30 steps' run $lost --steps 30 --lose pair:30
    refuses '--lose pair:8: the run has 8 steps' run $lost --frames 2 --lose pair:8
    refuses '--lose pair:0: the run has 0 steps' run $lost --steps 0 --lose pair:0
    refuses '--lose is given more than once' run $lost --lose pair:1 --lose pair:2
    mote run $lost --steps 3 --lose pair:1 --checkpoint 1
    tells '\((1 step|[02] steps) again\)$'
}

case_trails_are_whole_though_a_gpu_fails() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    # Particles that keep moving, or nothing of a trail would be left.
    trails="-n 300 --size 64x48 --frames 60 -k 3 --alpha --set start.speed=1"
    trails+=" --set life.friction=1000 --set life.force=0"
    trails+=" --set view.trails=1 --set view.blend=add"
    mote run $trails --backend cpu --renderer soft --out expected
    ends 0
    mote run $trails --software-gl --checkpoint 4 --lose list_sprites:150 --out found
    ends 0
    tells 'going on on the CPU'
    for frame in 49 50 59; do
        cmp "expected/frame_0000$frame.png" "found/frame_0000$frame.png" || fail "differs"
    done
    # What is drawn before a first frame is enough for its trails.
    mote run $trails --backend cpu --renderer soft --first-frame 50 --out later
    ends 0
    cmp expected/frame_000050.png later/frame_000050.png || fail "the first frame differs"
}

case_frames_are_whole_though_a_gpu_fails() {
    has_gl_compute || skip "no OpenGL with compute shaders"
    mote run $drawn --frames 9 --steps-per-frame 3 --out expected
    ends 0
    mote run -n 300 --size 64x48 --frames 9 --steps-per-frame 3 --out found \
        --software-gl --checkpoint 4 --lose list_sprites:15
    ends 0
    tells 'going on on the CPU'
    [ "$(count_files found)" -eq 9 ] || fail "$(ls found)"
    for frame in 4 5 6 7 8; do # from the one that is lost on
        cmp "expected/frame_00000$frame.png" "found/frame_00000$frame.png" || fail "differs"
    done
}

run_all_cases
