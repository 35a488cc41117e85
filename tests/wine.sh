# A small Windows under wine for tests: sourced, with the folder for it in $work. Then `prepare_wine`
# sets $wine, or fails if wine is missing. Call `stop_wine` at the end.

# Debian's package wine64 installs its programs outside of PATH.
find_program() {
    command -v "$1" || { [ -x "/usr/lib/wine/$1" ] && echo "/usr/lib/wine/$1"; } || return 1
}

export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
unset DISPLAY

stop_wine() {
    server=$(find_program wineserver64 || find_program wineserver) && "$server" -k || true
}

prepare_wine() {
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
    server=$(find_program wineserver64 || find_program wineserver) && "$server" -p
}
