#!/bin/sh
# Installs the packages of package-lock.json into node_modules, for all that is written in JavaScript here. Packages
# that are installed already are left as they are.
set -eu
cd "$(dirname "$0")/.."
command -v npm >/dev/null 2>&1 || { echo "carom: npm is not installed" >&2; exit 1; }
wanted=$({ node --version; pwd; cat package-lock.json; } | sha256sum)
[ "$(cat node_modules/wanted.sha256 2>/dev/null || true)" != "$wanted" ] || exit 0
echo "carom: installing the packages of package-lock.json"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! npm ci >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
echo "$wanted" >node_modules/wanted.sha256
