#!/bin/sh
# SPDX-License-Identifier: MIT
# summary.sh LOG: counts the cases in CTest's LastTest.log and prints them on one line,
# after the names of those that failed or were skipped. A test that names no cases (a shell
# script, or a program that crashed) counts as one.
set -u
awk '
function report(word, case_name) {
    if (!((name, case_name) in told)) {
        told[name, case_name] = 1
        print word ": " name (case_name == "" ? "" : ": " case_name)
        return 1
    }
    return 0
}
/^[0-9]+\/[0-9]+ Testing: / { name = $3; status = -1; ok = bad = skip = 0 }
/^\[       OK \] / { ok++ }
/^\[  FAILED  \] / && NF == 4 { bad += report("failed", $4) }
/^\[  SKIPPED \] / && NF == 4 { skip += report("skipped", $4) }
/^run_cases: status / { status = $3 }
/^<end of output>$/ {
    if (status != 0 && status != 77 && bad == 0) { bad += report("failed", "") }
    if (status == 77 && skip == 0) { skip += report("skipped", "") }
    if (ok + bad + skip == 0) { ok = 1 }
    passed += ok; failed += bad; skipped += skip
}
END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }
' "$1"
