#!/bin/sh
# Checks and tests the Emacs client against a real server, without a display.
#
#   tests/run.sh [REGEXP]     everything, or only the tests whose names match
#
# SERVER is the executable (default: the release build of this package), EMACS the Emacs (emacs).
# The last line counts what passed and what failed; the exit status is 0 if nothing failed. Where
# there is no Emacs, or one older than 27, nothing is done, and that is no failure.
set -u
here=$(cd "$(dirname "$0")" && pwd)
SERVER=${SERVER:-$here/../../../.build/release/todo-server}
case $SERVER in /*) ;; *) SERVER=$PWD/$SERVER ;; esac
EMACS=${EMACS:-emacs}
only=${1:-}
VANDAL=$here/../../python/tests/vandal.py
export SERVER VANDAL

command -v "$EMACS" >/dev/null 2>&1 || { echo "skipped: there is no Emacs on this machine"; exit 0; }
"$EMACS" -Q --batch --eval '(kill-emacs (if (and (>= emacs-major-version 27) (fboundp (quote json-serialize))) 0 1))' ||
    { echo "skipped: this Emacs is older than 27, or has no JSON"; exit 0; }
[ -x "$SERVER" ] || { echo "no server at $SERVER (build it, or set SERVER)" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
# In batch mode Emacs would die of a server that ends while it is written to; otherwise it ignores that.
trap '' PIPE
unset LC_ALL LC_MESSAGES TODO_SERVER TODO_SERVER_STORE CAT_API_KEY DOG_API_KEY
export LANG=C.UTF-8 HOME="$scratch/home" XDG_DATA_HOME="$scratch/data" XDG_CACHE_HOME="$scratch/cache"
mkdir "$HOME"

passed=0 failed=0
count() { # SENTENCE STATUS FILE: one check, and what it said if it failed
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok - $1"
    else
        failed=$((failed + 1))
        echo "not ok - $1"
        sed 's/^/# /' "$3"
    fi
}

run() { # SECONDS ARGUMENT...: Emacs in batch mode
    limit=$1
    shift
    timeout "$limit" "$EMACS" -Q --batch "$@" </dev/null
}

# What is compiled is a copy: the tree stays as it is, and the tests run what was compiled.
mkdir "$scratch/lisp"
cp "$here"/../*.el "$here"/*.el "$scratch/lisp"
cd "$scratch/lisp" || exit 2

if [ -z "$only" ]; then
    run 120 -L . --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile todo-server*.el support.el ./*-tests.el >said 2>&1
    count 'every file compiles without a warning' $? said
    run 120 -l check-doc.el todo-server*.el >said 2>&1
    count 'checkdoc has nothing to say' $? said
    # Without -Q, which would hide the packages of the system.
    timeout 120 "$EMACS" --batch -l check-package.el todo-server*.el >said 2>&1 </dev/null
    status=$?
    if [ $status -eq 2 ]; then echo 'skipped: package-lint is not here'; else count 'package-lint has nothing to say' $status said; fi
fi

set --
for file in *-tests.el; do set -- "$@" -l "${file%.el}"; done
run 600 -L . "$@" --eval "(ert-run-tests-batch-and-exit \"$only\")" >said 2>&1
grep -E '^ +(passed|FAILED|skipped) +[0-9]+/' said
if grep -q '^Ran [0-9]* tests' said; then
    bad=$(sed -n 's/^Ran .*, \([0-9]*\) unexpected.*/\1/p' said)
    good=$(sed -n 's/^Ran [0-9]* tests, \([0-9]*\) results as expected.*/\1/p' said)
    passed=$((passed + good)) failed=$((failed + bad))
    # What the failed ones said, without the way there.
    [ "$bad" -eq 0 ] || sed -n '/^Test .* condition:/,/^   FAILED/s/^/# /p' said
else
    failed=$((failed + 1))
    echo 'not ok - the tests ran to their end'
    sed 's/^/# /' said
fi

printf '%d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ] && [ $passed -gt 0 ]
