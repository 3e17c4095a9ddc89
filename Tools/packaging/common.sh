# Read by deb.sh and dist.sh: what a package of this checkout is called and dated, and how it becomes the same, byte for
# byte, each time.
# shellcheck shell=sh disable=SC2034  # the names are used there
root=$(cd "$(dirname "$0")/../.." && pwd)
umask 022
export LC_ALL=C TZ=UTC

[ -x "$SERVER" ] || { echo "no executable at $SERVER; make build first" >&2; exit 1; }
version=$("$SERVER" --version | cut -d ' ' -f 2)

# The time of the last commit is that of everything in a package.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct); fi
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# install_parts DESTDIR PREFIX PART...
install_parts() (
    export DESTDIR="$1" PREFIX="$2" SERVER ZSH
    shift 2
    PARTS="$*" sh "$root/Tools/packaging/install.sh" install >/dev/null
)

# sources FOLDER...: the files of these that are under version control, without tests and what only developers need.
sources() {
    (cd "$root" && git ls-files -- "$@") | grep -v -e '/tests/' -e '\.gitignore$'
}
