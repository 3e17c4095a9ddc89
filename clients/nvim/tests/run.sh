#!/bin/sh
# Tests of the Neovim client against a real server.
#
#   tests/run.sh [WORD]      all tests, or those with WORD in their name
#
# SERVER is the executable (default: the release build of this package), NVIM the editor (default: nvim).
# Every test has a store of its own. The last line is 'N passed, N failed'.
set -u
here=$(cd "$(dirname "$0")" && pwd)
SERVER=${SERVER:-$here/../../../.build/release/todo-server}
case $SERVER in /*) ;; *) SERVER=$PWD/$SERVER ;; esac
NVIM=${NVIM:-nvim}
LIMIT=${LIMIT:-300}

command -v "$NVIM" >/dev/null || { echo "skipped: no $NVIM on this machine"; exit 0; }
for need in python3 timeout; do
    command -v $need >/dev/null || { echo "skipped: the tests need $need"; exit 0; }
done
[ -x "$SERVER" ] || { echo "no server at $SERVER (build it, or set SERVER)" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
export SERVER HERE="$here" SCRATCH="$scratch" ONLY="${1:-}" LANG=C.UTF-8 TZ=UTC
export HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_DATA_HOME="$scratch" XDG_STATE_HOME="$scratch" XDG_CACHE_HOME="$scratch"
unset LC_ALL LC_MESSAGES TODO_SERVER TODO_SERVER_STORE

for spec in "$here"/*_spec.lua; do
    timeout "$LIMIT" "$NVIM" --headless -u NONE -i NONE -n --cmd "set runtimepath^=$here/.." \
        -c "luafile $here/harness.lua" -c "lua Run('$spec')" >"$scratch/out" 2>&1 </dev/null
    status=$?
    grep -E '^(ok|not ok|#) ' "$scratch/results" 2>/dev/null
    if [ $status -ne 0 ] || ! grep -q '^end$' "$scratch/results" 2>/dev/null; then
        echo "not ok - $(basename "$spec") ended early (status $status)" | tee -a "$scratch/early"
        tail -n 20 "$scratch/out" | sed 's/^/# /'
    fi
    cat "$scratch/results" >>"$scratch/all" 2>/dev/null
    rm -f "$scratch/results"
done
passed=$(grep -c '^ok ' "$scratch/all")
failed=$(cat "$scratch/all" "$scratch/early" 2>/dev/null | grep -c '^not ok ')
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
