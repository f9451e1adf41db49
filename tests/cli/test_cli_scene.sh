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
    keep_scene galaxy 321
    prints galaxy 321
    mote run galaxy --backend cpu --steps 2 -q --hash
    ends 0
    cp stdout by_name
    mote run "$user_scenes/galaxy.json" --backend cpu --steps 2 -q --hash
    cmp stdout by_name || fail "another hash by name than by file"
    mote compare galaxy --backend cpu,cpu --steps 2
    ends 0
    rm "$user_scenes/galaxy.json"
    refuses '.*galaxy: neither a file nor' scene print galaxy
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
    says '^life +321 particles  mine \(.*[/\\]mote[/\\]scenes/life\.json\)$'
    rm "$user_scenes/life.json"
    prints life 10000
    mote scene list
    says '^life +10000 particles'
}

case_a_file_comes_before_a_users_scene_and_a_folder_after() {
    keep_scene galaxy 321
    mkdir galaxy
    prints galaxy 321
    rmdir galaxy
    echo '{"particles": 123}' >galaxy
    prints galaxy 123
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
    printf '{"particles": 2, "species": 1, "start": {"file": "crowd.csv"}}\r\n' >"$user_scenes/crowd.json"
    printf 'x,y\r\n0.25,0.5\r\n0.75,0.5\r\n' >"$user_scenes/crowd.csv"
    mote run crowd --backend cpu --steps 1 --dump position:p.bin -q
    ends 0
    [ "$(wc -c <p.bin)" -eq 16 ] || fail "not two positions"
}

case_names_are_suggested() {
    keep_scene galaxy 321
    refuses '.*did you mean "galaxy"' scene print galxy
    refuses '.*did you mean "snakes"' scene print snaks
}

case_a_path_is_not_looked_for_among_the_users() {
    keep_scene galaxy 321
    refuses '.*cannot read \./galaxy' scene print ./galaxy
    refuses '.*cannot read sub/galaxy' scene print sub/galaxy
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
