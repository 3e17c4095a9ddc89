# Completion of todo-server for fish; todo.fish uses it too.
# What can be completed is found out by the script todo-candidates.

set -g __todo_server_home (dirname (realpath (status filename)))
# Installed, the script is in a folder of its own.
test -x $__todo_server_home/todo-candidates; or set -g __todo_server_home $__todo_server_home/../../../libexec/todo-server

function __todo_server_candidates
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l front ''
    # "--log=debug" is one word here, and two for the script.
    if string match -q -- '--*=*' $current
        set -l parts (string split -m 1 = -- $current)
        set front $parts[1]=
        set -a words $parts[1]
        set current $parts[2]
    end
    for line in ($__todo_server_home/todo-candidates $words $current)
        switch $line
            case \tfiles
                printf '%s\n' $front(__fish_complete_path $current)
            case \tfolders
                printf '%s\n' $front(__fish_complete_directories $current)
            case '*'
                printf '%s\n' $front$line
        end
    end
end

complete -c todo-server -f -k -a '(__todo_server_candidates)'
