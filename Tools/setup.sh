#!/bin/sh
# Says what the build and the tests need and the machine does not have, and installs it with the system's package manager.
#
#   setup.sh            what the build needs
#   setup.sh shells     what the tests of completions, recipes and manual pages need; without it they are skipped
#   setup.sh instructions   what counting instructions needs
set -eu

missing=""
need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

case "${1:-}" in
    shells) optional="zsh fish fzf tmux mandoc" ;;
    instructions) optional="valgrind" ;;
    *) optional="" ;;
esac
if [ -n "$optional" ]; then
    for each in $optional; do need "$each" "$each"; done
    if [ -z "$missing" ]; then exit 0; fi
    # Nobody is asked for a password for these.
    if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" != 0 ]; then
        echo "not on this machine, so what needs it is skipped:$missing"
        exit 0
    fi
    apt-get update -qq || :
    # shellcheck disable=SC2086  # a list of words
    apt-get install -y -qq --no-install-recommends $missing || echo "could not be installed, so it is skipped:$missing"
    exit 0
fi

if ! command -v swift >/dev/null 2>&1; then
    echo "todo-server needs a Swift toolchain, 6.2 or later: https://www.swift.org/install" >&2
    exit 1
fi
need curl curl
need jq jq
need python3 python3
need cc gcc
{ echo '#include <sqlite3.h>' | cc -E -x c -; } >/dev/null 2>&1 || missing="$missing libsqlite3-dev"

if [ -z "$missing" ]; then exit 0; fi
echo "missing on this machine:$missing"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "install these with the system's package manager, then try again" >&2
    exit 1
fi
sudo=""
if [ "$(id -u)" != 0 ]; then sudo="sudo"; fi
$sudo apt-get update -qq
# shellcheck disable=SC2086  # a list of words
$sudo apt-get install -y -qq --no-install-recommends $missing
