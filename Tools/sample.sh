#!/bin/sh
# Shows what the server does: a sample list, through the command-line client, on a store of its own.
#   sh Tools/sample.sh PATH-OF-SERVER
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$here/clients/python/todo.py" --server "$1" --store "$folder/sample.sqlite" demo
echo
echo "Your own list: clients/python/todo.py add   (the server is $1)"
