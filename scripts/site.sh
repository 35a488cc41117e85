#!/bin/sh
# Builds the site into build/site: site.sh [--serve | --test]
#
# --serve serves it at port $PORT (8000). --test tests it in a browser; CHROMIUM names another than Debian's.
set -eu
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
sh scripts/playground.sh --build
echo "site: the Python reference"
sh scripts/docs_python.sh
cd site
case "${1:-}" in
"") node build.mjs ;;
--serve)
    node build.mjs
    npx serve --listen "${PORT:-8000}" --config "$PWD/serve.json" ../build/site
    ;;
--test)
    npm run --silent check
    node build.mjs
    sh ../scripts/build.sh release
    node --test test/*.test.mjs >"$log" 2>&1 || {
        cat "$log"
        exit 1
    }
    sed -n 's/^[#ℹ] \(pass\|skipped\) /site: \1 /p' "$log"
    ;;
*)
    echo "usage: site.sh [--serve | --test]" >&2
    exit 2
    ;;
esac
