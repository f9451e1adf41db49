#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tidy.sh BUILD: clang-tidy over all of our C, each file once: the kernels are compiled many
# times over, and clang-tidy would read them as often.
set -eu
build=$1
once=$(mktemp -d)
trap 'rm -rf "$once"' EXIT
python3 - "$build/compile_commands.json" "$once" <<'PYTHON'
import json, os, sys
seen = {}
for entry in json.load(open(sys.argv[1])):
    file = os.path.realpath(entry["file"])
    if not file.startswith(os.path.realpath(os.path.dirname(sys.argv[1]))):
        seen.setdefault(file, entry)
json.dump(list(seen.values()), open(sys.argv[2] + "/compile_commands.json", "w"))
open(sys.argv[2] + "/files", "w").write("\n".join(sorted(seen)) + "\n")
PYTHON
xargs -a "$once/files" -d '\n' -n 4 -P "$(nproc)" clang-tidy --quiet \
    --extra-arg=-UNDEBUG -p "$once" 2>/dev/null
