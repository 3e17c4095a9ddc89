# What the tests of packaging are written with. Each test is a function that runs in a subshell and a folder of its own.
# shellcheck shell=sh
root=$(cd "$(dirname "$0")/../../.." && pwd)
SERVER=${SERVER:-$root/.build/release/todo-server}
case $SERVER in /*) ;; *) SERVER=$PWD/$SERVER ;; esac
export SERVER
[ -x "$SERVER" ] || { echo "no server at $SERVER (build it, or set SERVER)" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0 skipped=0
unset DESTDIR PREFIX PARTS ZSH SOURCE_DATE_EPOCH TODO_SERVER TODO_SERVER_STORE

fail() { printf '%s\n' "$1"; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1: expected $3, got $2"; }
# skip REASON: the test cannot be done on this machine.
skip() { printf '%s\n' "$1"; exit 77; }
has() { command -v "$1" >/dev/null; }

# it SENTENCE FUNCTION
it() {
    work=$scratch/$2
    mkdir "$work"
    (cd "$work" && set -e && "$2") >"$scratch/said" 2>&1
    case $? in
        0) passed=$((passed + 1)); printf 'ok - %s\n' "$1" ;;
        77) skipped=$((skipped + 1)); printf 'skipped - %s: %s\n' "$1" "$(tail -n 1 "$scratch/said")" ;;
        *) failed=$((failed + 1)); printf 'not ok - %s\n' "$1"; tail -n 40 "$scratch/said" | sed 's/^/# /' ;;
    esac
}

report() {
    printf '%d passed, %d failed, %d skipped\n' $passed $failed $skipped
    [ $failed -eq 0 ]
}
