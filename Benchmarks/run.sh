#!/bin/sh
# Speed beside the baselines, as ratios of medians of one run on one machine, and the goals that they are held against.
#   sh Benchmarks/run.sh PATH-OF-SERVER FOLDER-OF-HARNESS [ROUNDS]
# SIZES names the stores for the growth of costs (1e3,1e4,1e5); a million todos (1e6) takes several minutes more.
set -eu

server=$1
harness=$2
rounds=${3:-5}
sizes=${SIZES:-1e3,1e4,1e5}

if [ ! -f "$harness/compare.py" ]; then
    echo "make bench needs the benchmark harness: make bench BENCH=FOLDER" >&2
    exit 1
fi

# The harness's folder may be read-only, and is never written to.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -s -C "$harness/baselines" BIN="$work/bin"
export BENCH_BIN="$work/bin" SERVER="$server" PYTHONDONTWRITEBYTECODE=1

peers() { # FIGURES PEER...
    figures=$1
    shift
    python3 "$harness/compare.py" --rounds "$rounds" --only "$figures" --sizes "$sizes" --folder "$work/stores" \
        --json "$work/runs.json" "$@" >/dev/null
}

peers cold,noop,work cat "echo C" "node*" "C + SQLite" "C + SQLite, group commit" "Python*" todo-server
peers growth todo-server "C + SQLite, group commit"
python3 "$harness/goals.py" "$work/runs.json" todo-server "C + SQLite, group commit"

# The sizes of this run, and the operations that are to stay within twice the cost among a hundred times as many todos.
python3 - "$work/runs.json" "$sizes" <<'PYTHON'
import json
import statistics
import sys

with open(sys.argv[1]) as file:
    runs = json.load(file)["todo-server"]
small, large = (str(int(float(size))) for size in (sys.argv[2].split(",")[0], sys.argv[2].split(",")[-1]))
print(f"\n| one at a time, among {large} todos / among {small} | ratio (lowest–highest) |\n|---|---|")
for kind in ("get", "list_page", "sections", "create", "update", "move", "move_index"):
    found = [run[f"{kind}@{large}_us"] / run[f"{kind}@{small}_us"] for run in runs if f"{kind}@{large}_us" in run]
    if found:
        print(f"| {kind} | {statistics.median(found):.2f} ({min(found):.2f}–{max(found):.2f}) |")
PYTHON
