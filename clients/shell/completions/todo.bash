# Completion of todo for bash.

# shellcheck source=clients/shell/completions/todo-server.bash
source "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/todo-server.bash"

complete -F _todo_server_complete todo
