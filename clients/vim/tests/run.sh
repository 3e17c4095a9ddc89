#!/bin/sh
# Tests of the Vim client against a real server.
#
#   tests/run.sh [WORD]      all tests, or those with WORD in their name
#
# SERVER is the executable (default: the release build of this package), VIM_PROGRAM the editor (default: vim).
# Every test has a store of its own. The last line is 'N passed, N failed'.
set -u
here=$(cd "$(dirname "$0")" && pwd)
SERVER=${SERVER:-$here/../../../.build/release/todo-server}
case $SERVER in /*) ;; *) SERVER=$PWD/$SERVER ;; esac
vim=${VIM_PROGRAM:-vim}
LIMIT=${LIMIT:-300}

command -v "$vim" >/dev/null || { echo "skipped: no $vim on this machine"; exit 0; }
"$vim" -es -Nu NONE -i NONE --cmd 'if has("patch-9.0.0067") && has("channel") && has("textprop") | qall! | endif' \
    --cmd 'cquit!' </dev/null >/dev/null 2>&1 || { echo "skipped: $vim is too old or too small"; exit 0; }
for need in python3 timeout; do
    command -v $need >/dev/null || { echo "skipped: the tests need $need"; exit 0; }
done
[ -x "$SERVER" ] || { echo "no server at $SERVER (build it, or set SERVER)" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
export SERVER HERE="$here" SCRATCH="$scratch" ONLY="${1:-}" LANG=C.UTF-8 TZ=UTC TERM=xterm HOME="$scratch"
export XDG_DATA_HOME="$scratch" XDG_CACHE_HOME="$scratch"
unset LC_ALL LC_MESSAGES TODO_SERVER TODO_SERVER_STORE

for spec in "$here"/*_spec.vim; do
    SPEC="$spec" timeout "$LIMIT" "$vim" -es -Nu NONE -i NONE -n --cmd "set runtimepath^=$here/.." \
        -S "$here/harness.vim" </dev/null >"$scratch/out" 2>&1
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
