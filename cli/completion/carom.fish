# Completion of `carom` for fish. The tool itself says what may stand where: carom --complete.
function __carom_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] --complete $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            # Of --option=FILE only the file is completed, but all of the word is replaced.
            set -l word $words[-1]
            set -l prefix (string match -r -- '^--[^=]*=' $word)
            __fish_complete_path (string replace -r -- '^--[^=]*=' '' $word) | string replace -r -- '^' "$prefix"
        else
            printf '%s\n' $line
        end
    end
end
complete -c carom -f -a '(__carom_complete)'
