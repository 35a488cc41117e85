# Completion of `carom` for bash. `carom --complete` prints the candidates.
_carom() {
    local IFS=$'\n' word='' candidate
    local -a words=() found=()
    local i
    # Bash splits --option=value at the `=`. Join the parts again.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((${#words[@]} > 0)) && [[ $word == "=" && ${words[-1]} == --* ]]; then
            words[-1]+='='
        elif ((${#words[@]} > 0)) && [[ ${words[-1]} == --*= ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    word=${words[-1]}
    # Only the text behind the `=` is replaced.
    local kept=''
    if [[ $word == --*=* && $COMP_WORDBREAKS == *=* ]]; then
        kept=${word%%=*}=
    fi
    COMPREPLY=()
    while IFS= read -r candidate; do
        if [[ $candidate == :files ]]; then
            compopt -o filenames 2>/dev/null
            COMPREPLY+=($(compgen -f -- "${word#"$kept"}"))
        else
            candidate=${candidate%%$'\t'*}
            COMPREPLY+=("${candidate#"$kept"}")
        fi
    done < <("${COMP_WORDS[0]}" --complete "${words[@]}" 2>/dev/null)
}
complete -F _carom carom
