#!/bin/sh
# Makes todo-server-VERSION.vsix, which the editor installs: package.sh [FOLDER]
#
# A .vsix is a zip archive with a manifest for the marketplace, a list of content types, and the extension in a folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$PWD}
folder=$(cd "$folder" && pwd)
for need in zip node; do
    command -v $need >/dev/null 2>&1 || { echo "package.sh needs $need" >&2; exit 1; }
done

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
trap 'exit 130' INT TERM
mkdir "$stage/extension"
cd "$here"
cp -R package.json package.nls*.json README.md pet.png src media l10n "$stage/extension/"
cp ../../LICENSE "$stage/extension/LICENSE.txt"
node "$here/packaging/manifest.js" "$stage"

version=$(node -p 'require("./package.json").version')
target=$folder/todo-server-$version.vsix
rm -f "$target"
# Without times of its own the same sources make the same archive.
find "$stage" -exec touch -t 200001010000 {} +
cd "$stage"
find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X "$target" -@
echo "$target"
