#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Scenes by name: the user's own, the built-in ones, and files of the same name.

. "$(dirname "$0")/support.sh"

# Makes the user's folder, for this case alone.
make_folder() {
    mkdir -p "$user_scenes"
    trap 'rm -rf "$user_scenes"' EXIT
}

# Makes the user's scene $1, with $2 particles.
keep_scene() {
    make_folder
    echo "{\"particles\": $2, \"description\": \"mine\"}" >"$user_scenes/$1.json"
}

# prints NAME N: the scene that NAME opens has N particles.
prints() {
    mote scene print "$1"
    ends 0
    says "^  \"particles\": $2,"
}

case_a_users_scene_is_found_by_its_name() {
    keep_scene andromeda 321
    prints andromeda 321
    mote run andromeda --backend cpu --steps 2 -q --hash
    ends 0
    cp stdout by_name
    mote run "$user_scenes/andromeda.json" --backend cpu --steps 2 -q --hash
    cmp stdout by_name || fail "another hash by name than by file"
    mote compare andromeda --backend cpu,cpu --steps 2
    ends 0
    rm "$user_scenes/andromeda.json"
    refuses '.*andromeda: neither a file nor' scene print andromeda
}

case_a_users_scene_may_have_any_letters() {
    keep_scene 'Möwe 日本 v1.2' 321
    prints 'Möwe 日本 v1.2' 321
    mote scene list
    says '^Möwe 日本 v1.2 +321 particles'
}

case_a_users_scene_stands_in_for_a_builtin_one() {
    keep_scene life 321
    prints life 321
    mote scene list
    ends 0
    [ "$(grep -c '^life ' stdout)" -eq 1 ] || fail "life is not listed once"
    says '^life +321 particles  mine$'
    says '^Your own, in .*[/\\]mote[/\\]scenes:$'
    rm "$user_scenes/life.json"
    prints life 10000
    mote scene list
    says '^life +10000 particles'
}

case_a_file_comes_before_a_users_scene_and_a_folder_after() {
    keep_scene andromeda 321
    mkdir andromeda
    prints andromeda 321
    rmdir andromeda
    echo '{"particles": 123}' >andromeda
    prints andromeda 123
    mkdir life
    prints life 10000
}

case_a_users_scene_that_is_wrong_is_listed_as_such() {
    keep_scene broken many
    mote scene list
    ends 0
    says '^broken +wrong: .*broken\.json:1'
    says '^snakes '
    refuses '.*broken\.json:1' run broken --steps 1
}

case_a_csv_beside_a_users_scene_is_found() {
    make_folder
    printf '{"particles": 2, "species": 1, "start": {"pattern": "csv", "file": "crowd.csv"}}\r\n' >"$user_scenes/crowd.json"
    printf 'x,y\r\n0.25,0.5\r\n0.75,0.5\r\n' >"$user_scenes/crowd.csv"
    mote run crowd --backend cpu --steps 1 --dump position:p.bin -q
    ends 0
    [ "$(wc -c <p.bin)" -eq 16 ] || fail "not two positions"
}

# as_nobody ARGS: the program as a user who may not read what root may.
as_nobody() {
    last="mote $* as nobody"
    as=
    if [ "$(id -u)" -eq 0 ]; then
        chmod 755 "$scratch" .
        as="setpriv --reuid 65534 --regid 65534 --clear-groups"
        cp "$program" ./program
        $as ./program --version >/dev/null 2>&1 || skip "cannot run as another user"
    else
        ln -sf "$program" program
    fi
    $as ./program "$@" </dev/null >stdout 2>stderr
    code=$?
}

case_a_folder_that_cannot_be_read_is_named_and_the_rest_listed() {
    not_on_windows "its folders have other permissions"
    keep_scene andromeda 321
    trap 'chmod 755 "$XDG_DATA_HOME/mote" "$user_scenes"; rm -rf "$user_scenes"' EXIT
    for closed in "$user_scenes" "$XDG_DATA_HOME/mote"; do
        chmod 000 "$closed"
        as_nobody scene list
        ends 1
        says '^snakes +12000 particles'
        tells "^mote: cannot list your own scenes in $user_scenes: permission denied; change"
        [ "$(wc -l <stderr)" -eq 1 ] || fail "more than one line of error"
        ! grep -q write stderr || fail "speaks of writing"
        as_nobody run andromeda --backend cpu --steps 1
        ends 2
        tells "^mote: andromeda: neither a file .*$user_scenes: permission denied; change"
        as_nobody run life -n 9 --backend cpu --steps 1
        ends 0
        chmod 755 "$closed"
    done
    chmod 444 "$user_scenes" # may be listed, but nothing in it looked at
    as_nobody scene list
    ends 0
    says '^andromeda +wrong: cannot read andromeda\.json: permission denied; change'
    as_nobody run andromeda --backend cpu --steps 1
    ends 2
    tells '^mote: cannot read .*andromeda\.json: permission denied; change'
    chmod 755 "$user_scenes"
    chmod 000 "$user_scenes/andromeda.json"
    as_nobody scene list
    ends 0
    says '^andromeda +wrong: cannot read andromeda\.json: permission denied; change'
}

case_a_folder_that_is_a_file_is_named() {
    mkdir -p "${user_scenes%/*}"
    trap 'rm -rf "$user_scenes"' EXIT
    echo text >"$user_scenes"
    mote scene list
    ends 1
    says '^snakes +12000 particles'
    tells '^mote: cannot list your own scenes in .*: it is not a folder'
}

case_a_folder_that_is_a_link_to_nothing_is_named() {
    not_on_windows "Wine takes such a link for nothing"
    mkdir -p "${user_scenes%/*}"
    trap 'rm -rf "$user_scenes"' EXIT
    ln -sf nowhere "$user_scenes"
    mote scene list
    ends 1
    says '^snakes +12000 particles'
    tells '^mote: cannot list your own scenes in .*: it is a link that leads to nothing'
    export XDG_DATA_HOME=/dev/null
    mote scene list
    ends 0
    [ ! -s stderr ] || fail "where there can be no folder"
}

# wrong NAME WHY: so says the list, and whoever asks for the scene.
wrong() {
    mote scene list
    ends 0
    says "^$1 +wrong: .*$1\.json.*$2"
    says '^snakes '
    refuses ".*$1\.json.*$2" run "$1" --backend cpu --steps 1
}

case_whatever_is_in_the_folder_is_explained() {
    make_folder
    mkdir "$user_scenes/folder.json"
    wrong folder 'it is a folder, not a file'
    head -c 10000000 "$program" >"$user_scenes/junk.json"
    wrong junk 'not a scene in JSON'
    : >"$user_scenes/empty.json"
    wrong empty 'not a scene in JSON'
}

case_links_and_pipes_in_the_folder_are_explained() {
    not_on_windows "it knows no pipes among files"
    make_folder
    program="timeout -s KILL 20 $program" # a pipe would have it wait for ever
    mote() {
        last="mote $*"
        $program "$@" </dev/null >stdout 2>stderr
        code=$?
    }
    ln -s nowhere "$user_scenes/dangling.json"
    wrong dangling 'it is a link that leads to nothing'
    ln -s circle.json "$user_scenes/circle.json"
    wrong circle 'the link leads back to itself'
    mkfifo "$user_scenes/pipe.json"
    wrong pipe 'it is a pipe or device, not a file'
    ln -s /dev/zero "$user_scenes/zero.json"
    wrong zero 'it is a pipe or device, not a file'
    echo '{"start": {"pattern": "csv", "file": "pipe.json"}}' >"$user_scenes/crowd.json"
    mote scene list
    ends 0
    says '^crowd +wrong: pipe\.json: expected a file, found a pipe'
}

# What the current folder has under a scene's name is not what the list describes.
case_the_list_is_not_misled_by_files_of_the_current_folder() {
    keep_scene andromeda 321
    keep_scene chains 123
    echo junk >andromeda
    echo '{"particles": 7}' >chains
    echo junk >snakes
    mote scene list
    ends 0
    says '^andromeda +321 particles'
    says '^chains +123 particles'
    says '^snakes +12000 particles'
    refuses '.*andromeda:1:.*; this file of the current folder comes before' scene print andromeda
    refuses '.*snakes:1:.*; this file of the current folder comes before' scene print snakes
    echo junk >other.json
    refuses '.*other\.json:1:' scene print other.json
    ! grep -q 'comes before' stderr || fail "no scene is called other.json"
}

case_the_list_shows_what_scenes_say_without_control_characters() {
    make_folder
    printf '{"particles": 1, "description": "\\u001b[31m\\u009b1m\\n%0500d"}' 7 >"$user_scenes/loud.json"
    echo '{"model": "\u001b[31m"}' >"$user_scenes/wrong.json"
    mote scene list
    ends 0
    says '^loud +1 particle   \?\[31m\?1m 0+\.\.\.$'
    says '^wrong .*found "\?\[31m"$'
    ! LC_ALL=C grep -q $'\x1b\|\xc2\x9b' stdout || fail "control characters"
    [ "$(wc -L <stdout)" -le 132 ] || fail "a line of $(wc -L <stdout)"
    mote scene print loud
    ends 0
    ! LC_ALL=C grep -q $'\x1b\|\xc2\x9b' stdout || fail "control characters"
    says '"description": "\\u001[bB]\[31m\\u009b1m\\n0'
}

case_names_of_files_are_shown_without_control_characters() {
    not_on_windows "names of files have no control characters"
    make_folder
    echo '{"particles": 5}' >"$user_scenes"/$'red\x1b[31m\nrow.json'
    mote scene list
    says '^red\?\[31m row +5 particles'
    refuses '.*your own are .*red\?\[31m row' run elephants
    cp "$user_scenes"/red*.json .
    mote scene check *.json
    ends 0
    says '^red\?\[31m row\.json: right: life, 5 particles of'
}

# The place where a row of `mote scene list` says how many particles.
column_of() {
    sed -n "s/^\($1 .*[^ ]\) particles\? .*/\1/p" stdout | LC_ALL=C.UTF-8 wc -m
}

case_columns_hold_whatever_the_names() {
    keep_scene 'Möwe 日本' 321
    for name in '' _of_twenty_six_letters "$(printf '%060d' 0)"; do
        keep_scene "a$name" 321
        mote scene list
        [ "$(column_of snakes)" -gt 20 ] || fail "no column"
        [ "$(column_of Möwe)" -eq "$(column_of snakes)" ] || fail "Möwe is out of line"
        [ "$(column_of a"$name")" -eq "$(column_of snakes)" ] || [ ${#name} -eq 60 ] ||
            fail "a$name is out of line"
    done
    # A name that is too long has a line of its own.
    [ "$(grep -A 1 "^a$name\$" stdout | sed -n 's/^\( .*[^ ]\) particles.*/\1/p' | wc -m)" -eq "$(column_of snakes)" ] ||
        fail "a long name is out of line"
}

case_on_a_terminal_the_list_fits_its_width() {
    not_on_windows "Wine's console has a width of its own"
    command -v script >/dev/null || skip "no program script, which makes a terminal"
    for columns in 80 100; do
        NO_COLOR=1 TERM=xterm script -qec "stty cols $columns; $program scene list" /dev/null \
            </dev/null >stdout 2>&1
        [ "$(tr -d '\r' <stdout | wc -L)" -eq "$columns" ] || fail "not $columns columns"
    done
}

case_names_are_suggested() {
    keep_scene andromeda 321
    refuses '.*the built-in ones are .*, threads.*; your own are andromeda$' run elephants
    refuses '.*did you mean "andromeda"' scene print andromda
    refuses '.*did you mean "snakes"' scene print snaks
}

case_a_path_is_not_looked_for_among_the_users() {
    keep_scene andromeda 321
    refuses '.*cannot read \./andromeda' scene print ./andromeda
    refuses '.*cannot read sub/andromeda' scene print sub/andromeda
}

case_help_names_the_folder() {
    mote scene --help
    ends 0
    tr '\n' ' ' <stdout | grep -q '\*\.json of .*mote[/\\]scenes' || fail "no folder"
}

case_without_a_data_folder_the_home_has_one() {
    not_on_windows "the folder comes from LOCALAPPDATA"
    mkdir -p home/.local/share/mote/scenes
    echo '{"particles": 77}' >home/.local/share/mote/scenes/dust.json
    for data in "" relative; do
        export XDG_DATA_HOME=$data HOME=$PWD/home
        prints dust 77
    done
    unset XDG_DATA_HOME
    prints dust 77
    unset HOME
    refuses '.*dust: neither a file nor' scene print dust
}

run_all_cases
