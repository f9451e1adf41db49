#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whether functions.def has all functions of OpenGL that are called, and no others.

cd "$2/src" || exit 1
called=$(grep -rhoE '\bgl[A-Z][A-Za-z0-9]*\(' --include='*.c' . |
    sed 's/^gl//; s/($//' | grep -v '^GetGraphicsResetStatus' | sort -u)
listed=$(sed -n 's/^FUNCTION([A-Z]*, \([A-Za-z0-9]*\),.*/\1/p' gl/functions.def | sort)
difference=$(diff <(echo "$listed") <(echo "$called")) || {
    echo "src/gl/functions.def (<) and the calls (>) differ:"
    echo "$difference"
    exit 1
}
