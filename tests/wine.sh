# Wine for tests: sourced, with an empty folder in $work. start_wine sets wine to the program that
# runs Windows programs; stop_wine ends its server.

# Debian's package wine64 installs its programs outside of PATH.
find_program() {
    command -v "$1" || { [ -x "/usr/lib/wine/$1" ] && echo "/usr/lib/wine/$1"; } || return 1
}

# start_wine: status 1 if wine is not installed.
start_wine() {
    export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
    unset DISPLAY
    wine=$(find_program wine64 || find_program wine) || return 1

    # Console programs need only a few of wine's libraries. Without them wine creates a complete
    # Windows of 700 MB.
    system="$WINEPREFIX/drive_c/windows/system32"
    libraries=$(find /usr/lib /usr/lib64 /opt -path '*/x86_64-windows/kernelbase.dll' 2>/dev/null | head -n 1)
    if [ -n "$libraries" ]; then
        mkdir -p "$system"
        echo disable >"$WINEPREFIX/.update-timestamp"
        for name in ntdll kernel32 kernelbase msvcrt ucrtbase advapi32 sechost rpcrt4; do
            ln -s "$(dirname "$libraries")/$name.dll" "$system/$name.dll"
        done
    fi

    # If two programs started at once, both would try to start the server.
    server=$(find_program wineserver64 || find_program wineserver) && "$server" -p >/dev/null 2>&1
}

# stop_wine: does nothing before start_wine, so that no other wine's server is stopped.
stop_wine() {
    [ -n "${wine:-}" ] || return 0
    server=$(find_program wineserver64 || find_program wineserver) && "$server" -k || true
}
