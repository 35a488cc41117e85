# Completion of `carom` for fish. `carom --complete` prints the candidates.
function __carom_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] --complete $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            # In --option=FILE only the file is completed, but the whole word is replaced.
            set -l word $words[-1]
            set -l prefix (string match -r -- '^--[^=]*=' $word)
            __fish_complete_path (string replace -r -- '^--[^=]*=' '' $word) | string replace -r -- '^' "$prefix"
        else
            printf '%s\n' $line
        end
    end
end
complete -c carom -f -a '(__carom_complete)'
