#!/bin/sh
# Says what the build and the tests need and the machine does not have, and installs it with the system's package manager.
set -eu

missing=""
need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

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
