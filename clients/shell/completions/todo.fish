# Completion of todo for fish.

source (dirname (realpath (status filename)))/todo-server.fish

complete -c todo -f -k -a '(__todo_server_candidates)'
