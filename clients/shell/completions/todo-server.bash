# Completion of todo-server for bash 4.4 or newer; todo.bash uses it too.
# What can be completed is found out by the script todo-candidates.

_todo_server_home=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
# Installed, the script is in a folder of its own.
[[ -x $_todo_server_home/todo-candidates ]] || _todo_server_home+=/../../../libexec/todo-server

_todo_server_complete() {
    local current=${COMP_WORDS[COMP_CWORD]} quote='' word line
    local -a words=() found=() meanings=()
    # "--log=debug" is three words here, and two for the script.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $word == = ]] && continue
        case $word in
            \"*\" | \'*\') words+=("${word:1:-1}") ;;
            *) words+=("${word//\\/}") ;;
        esac
    done
    if [[ $current == = ]]; then current=; fi
    case $current in
        \"* | \'*) quote=${current:0:1} current=${current:1} ;;
    esac
    if [[ $quote != \' ]]; then current=${current//\\/}; fi

    while IFS= read -r line; do
        word=${line%%$'\t'*}
        case $line in
            $'\tfiles') compopt -o default ;;
            $'\tfolders') compopt -o dirnames ;;
            "$current"*$'\t'* | "$current"*)
                [[ $word == "$current"* ]] || continue
                found+=("$(_todo_server_quote "$quote" "$word")")
                if [[ $line == *$'\t'?* ]]; then meanings+=("  ${line#*$'\t'}"); else meanings+=(''); fi
                ;;
        esac
    done < <("$_todo_server_home/todo-candidates" "${COMP_WORDS[0]}" "${words[@]}" "$current")

    compopt -o nosort
    # Several are listed with what they mean. It must not stand there where it would be put into the line: as a whole, or
    # as blanks within quotes, which two candidates have in common.
    if ((${#found[@]} > 1)) && [[ ! $quote && $COMP_TYPE != 37 && $COMP_TYPE != 42 ]]; then
        local -i each width=0
        for word in "${found[@]}"; do if ((${#word} > width)); then width=${#word}; fi; done
        for each in "${!found[@]}"; do
            if [[ ${meanings[each]} ]]; then printf -v "found[each]" '%-*s%s' "$width" "${found[each]}" "${meanings[each]}"; fi
        done
    fi
    COMPREPLY=("${found[@]}")
}

# _todo_server_quote QUOTE WORD: the word as it has to be typed behind that quote, or without one.
_todo_server_quote() {
    case $1 in
        \') printf '%s' "${2//\'/\'\\\'\'}" ;;
        \") printf '%s' "$2" | sed 's/[\\"$`]/\\&/g' ;;
        *)
            # To readline, a colon or an equals sign would begin another word.
            if [[ $2 =~ [^[:alnum:]._-] && $2 != -* ]]; then printf '%s' "$2" | sed 's/[][ \\"'\''$`!#&();<>|*?{}~^:=@,%+]/\\&/g'; else printf '%s' "$2"; fi
            ;;
    esac
}

complete -F _todo_server_complete todo-server
