#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A picture for particles (view.sprite) on the command line: where it is found, and what is
# said of one that cannot be drawn with.

. "$(dirname "$0")/support.sh"

# A PNG picture of 8 x 6 pixels: a frame of our own.
make_picture() {
    mote run $small --renderer soft --size 8x6 --frames 1 --set view.radius=0.2 --alpha \
        -q --out "$1.frames"
    ends 0
    mv "$1.frames/frame_000000.png" "$1"
}

make_scene() {
    cat >puffs.json <<TEXT
{
  "particles": 40,
  "view": {
    "radius": 0.1,
    "sprite": "$1"
  }
}
TEXT
}

draw() {
    mote run "$@" --backend cpu --renderer soft --size 64x48 --frames 1 -q --out frames
    ends 0
}

# make_bytes FILE BYTES: as printf spells them.
make_bytes() {
    printf "$2" >"$1"
}

case_a_picture_is_no_splat() {
    make_picture a.png
    make_scene a.png
    refuses 'particles cannot be drawn as splats here: only discs can .view\.sprite' \
        run puffs.json --set view.blend=add --draw splat --backend cpu --renderer soft --frames 1
}

case_a_picture_is_found_beside_the_scene() {
    mkdir -p here/pictures there
    cd here
    make_picture pictures/puff.png
    make_scene pictures/puff.png
    draw puffs.json
    cp frames/frame_000000.png as_picture.png
    draw puffs.json --set view.sprite=
    ! cmp -s frames/frame_000000.png as_picture.png || fail "drawn like discs"
    cd ../there
    draw ../here/puffs.json
    cmp frames/frame_000000.png ../here/as_picture.png || fail "another frame from elsewhere"
}

case_emitters_draw_a_picture() {
    make_picture puff.png
    mote scene check sparks --set view.sprite=puff.png
    ends 0
    draw sparks --set view.sprite=puff.png
    cp frames/frame_000000.png as_picture.png
    draw sparks
    ! cmp -s frames/frame_000000.png as_picture.png || fail "drawn like spots"
}

case_a_scene_prints_its_picture() {
    make_picture puff.png
    make_scene puff.png
    mote scene print puffs.json
    ends 0
    says '"sprite": "puff.png"'
}

case_a_missing_picture_is_named_with_its_line() {
    make_scene puff.png
    refuses 'puffs\.json:5: view\.sprite: cannot read .*puff\.png: no such file or folder' \
        scene print puffs.json
    mkdir puff.png
    refuses 'puffs\.json:5: view\.sprite: .*puff\.png: it is a folder' scene print puffs.json
    rmdir puff.png
    make_picture puff.png
    refuses 'view\.sprite: cannot read .*none\.png: no such file' \
        run puffs.json --set view.sprite=none.png
}

case_what_is_no_png_is_named() {
    make_scene puff.png
    local bytes found
    while read -r bytes found; do
        make_bytes puff.png "$bytes"
        refuses "puffs\\.json:5: view\\.sprite: .*puff\\.png: expected a PNG picture, found $found\$" \
            scene print puffs.json
    done <<'TEXT'
\xff\xd8\xff\xe0JFIF a JPEG picture
GIF89a... a GIF picture
RIFF\x10\x00\x00\x00WEBPVP8 a WebP picture
<svg> an SVG picture
{} a JSON text
nothing something else
TEXT
    : >puff.png
    refuses ".*puff\\.png: expected a PNG picture, found an empty file\$" scene print puffs.json
}

case_a_picture_that_is_too_large_is_refused() {
    make_picture puff.png
    make_scene puff.png
    # Its width, the third to sixth byte after the IHDR chunk's name.
    printf '\0\0\x10\x01' | dd of=puff.png bs=1 seek=16 conv=notrunc 2>/dev/null
    refuses 'puffs\.json:5: view\.sprite: .*puff\.png: the picture is 4097 x 6 pixels, larger than 4096' \
        scene print puffs.json
}

case_a_damaged_picture_is_refused() {
    make_picture whole.png
    make_scene puff.png
    local size at
    size=$(wc -c <whole.png)
    for at in 8 20 30 45 $((size - 20)); do
        head -c "$at" whole.png >puff.png
        refuses 'puffs\.json:5: view\.sprite: .*puff\.png: the PNG picture ' \
            scene print puffs.json
    done
}

case_a_particle_of_an_emitter_is_followed_by_its_number() {
    refuses 'cannot follow particle 15: a birth number modulo 16 is the emitter, here 15, and there are emitters 0 to 9' \
        run fireworks --backend cpu --renderer soft --size 64x48 --frames 1 --follow 15 --out x
    echo '{"model": "emitter", "emitter": {"emitters": [{"rate": 2000}]}}' >fountain.json
    draw fountain.json --follow 100
    cp frames/frame_000000.png followed.png
    draw fountain.json --follow 4000000000
    cp frames/frame_000000.png unborn.png
    draw fountain.json
    ! cmp -s frames/frame_000000.png followed.png || fail "does not follow"
    cmp frames/frame_000000.png unborn.png || fail "follows what is not born"
}

run_all_cases
