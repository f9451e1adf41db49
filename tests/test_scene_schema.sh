# SPDX-License-Identifier: MIT
# assets/scene.schema.json is what the program writes from its tables. To mend it:
#     build/mote scene schema >assets/scene.schema.json
set -u
mote=$1
source_dir=$2
"$mote" scene schema | diff - "$source_dir/assets/scene.schema.json" || exit 1
for scene in "$source_dir"/assets/scenes/*.json; do
    "$mote" scene check "$scene" || exit 1
done
