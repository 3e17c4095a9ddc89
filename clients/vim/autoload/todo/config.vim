vim9script
# The options: g:todo_server, g:todo_store, g:todo_arguments, g:todo_limit.

const REPOSITORY = expand('<sfile>:p')->resolve()->fnamemodify(':h:h:h:h:h')

# The server named by the user, the one on the PATH, or the build of the repository that this file is in.
def FindServer(): string
  final named = get(g:, 'todo_server', getenv('TODO_SERVER') ?? '')
  if !empty(named)
    return expand(named)
  endif
  return executable('todo-server') ? 'todo-server' : REPOSITORY .. '/.build/release/todo-server'
enddef

# The command line of the server.
export def Command(): list<string>
  var words = [FindServer()]
  final store = get(g:, 'todo_store', '')
  if !empty(store)
    words += ['--store', expand(store)]
  endif
  return words + get(g:, 'todo_arguments', [])
enddef

# How many todos are loaded at first, and with each `:Todo more`.
export def Limit(): number
  return max([1, get(g:, 'todo_limit', 500)])
enddef
