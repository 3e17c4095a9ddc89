#!/bin/sh
# Checks and tests the VS Code client against a real server, with a stand-in for the editor.
#
#   tests/run.sh [REGEXP]     everything, or only the tests whose names match
#
# SERVER is the executable (default: the release build of this package), NODE the runtime (node). The last line counts
# what passed and what failed; the exit status is 0 if nothing failed. Where there is no Node, or one older than 18,
# nothing is done, and that is no failure. What needs tsc, zip or chromium is left out where these are missing.
set -u
here=$(cd "$(dirname "$0")" && pwd)
SERVER=${SERVER:-$here/../../../.build/release/todo-server}
case $SERVER in /*) ;; *) SERVER=$PWD/$SERVER ;; esac
NODE=${NODE:-node}
LIMIT=${LIMIT:-300}

for need in "$NODE" python3 timeout; do
    command -v "$need" >/dev/null 2>&1 || { echo "skipped: the tests need $need"; exit 0; }
done
"$NODE" -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || { echo "skipped: this Node is older than 18"; exit 0; }
[ -x "$SERVER" ] || { echo "no server at $SERVER (build it, or set SERVER)" >&2; exit 2; }

SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 130' INT TERM
unset LC_ALL LC_MESSAGES TODO_SERVER TODO_SERVER_STORE CAT_API_KEY DOG_API_KEY NODE_OPTIONS
export SERVER SCRATCH TZ=UTC LANG=C.UTF-8 HOME="$SCRATCH" XDG_DATA_HOME="$SCRATCH" XDG_CACHE_HOME="$SCRATCH"

[ -z "${1:-}" ] || set -- "--test-name-pattern=$1"
timeout "$LIMIT" "$NODE" --test --test-reporter=tap "$@" "$here"/*.test.js >"$SCRATCH/out" 2>&1 </dev/null
status=$?
grep -E '^(not )?ok ' "$SCRATCH/out" | grep -v 'does not match pattern'
if [ $status -ne 0 ]; then sed -n '/^not ok/,/^  \.\.\.$/s/^/# /p' "$SCRATCH/out"; fi
passed=$(grep -E '^# pass ' "$SCRATCH/out" | tail -n 1 | tr -dc 0-9)
failed=$(grep -E '^# (fail|cancelled) ' "$SCRATCH/out" | tr -dc '0-9\n' | awk '{ sum += $1 } END { print sum + 0 }')
if [ $status -ne 0 ] && [ "$failed" -eq 0 ]; then failed=1; fi
echo "${passed:-0} passed, $failed failed"
[ "$failed" -eq 0 ] && [ "${passed:-0}" -gt 0 ]
