#!/usr/bin/env bash
# All that wants quiet cores, in some twelve minutes: figures go into docs/figures.md, and a run into bench/compare.json.
#
#   bench/quiet.sh [PROGRAM]     PROGRAM is `analyze` of octal-games, if somebody built it (see bench/octal.py)
#
# Nothing else may be at work. A step that fails or takes too long is named at the end, and stops no other.
cd "$(dirname "$0")/.." || exit 1
unset PYTHONDONTWRITEBYTECODE # users have bytecode
python=${PYTHON:-python}
export PYTHONPATH=$PWD/src${PYTHONPATH:+:$PYTHONPATH}
failed=()

step() { # seconds, then a program of bench/ with its options
    local most=$1 begin=$SECONDS
    shift
    echo "== bench/$*"
    timeout "$most" "$python" "bench/$1" "${@:2}" || failed+=("$*")
    echo "   $((SECONDS - begin)) s"
}

"$python" -m heapwise check games/nim/nim.claims --claim grundy > /dev/null # bytecode, and what is compiled
step 150 speedup.py --write
step 150 sweeps.py --write
step 120 start.py --write
step 120 limits.py --write
step 60 sequences.py --write
[ $# -gt 0 ] && step 40 octal.py --program "$1" --write
step 90 compare.py --store
step 150 cliffs.py --seconds 2 --write
printf 'failed: %s\n' "${failed[@]:-nothing}"
exit "${#failed[@]}"
