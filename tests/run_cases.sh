#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs one test for CTest and prints the status it ended with, for summary.sh. A cmocka
# program that skips cases ends with 0, which CTest would show as passed; this ends with
# 77 instead (SKIP_RETURN_CODE) when nothing failed but something was skipped.
set -u
# Threads that wait do not spin: others may be testing on the same cores.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
{
    "$@" 2>&1
    echo $? >"$scratch/status"
} | tee "$scratch/output"
status=$(cat "$scratch/status")
if [ "$status" -eq 0 ] && grep -q '^\[  SKIPPED \] ' "$scratch/output"; then
    status=77
fi
echo "run_cases: status $status"
exit "$status"
