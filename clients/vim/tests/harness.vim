vim9script
# What the specs are written with. Each test has a folder with a store of its own, and a server of its own.

import autoload 'todo/connection.vim'

set encoding=utf-8 hidden nomore
runtime plugin/todo.vim
filetype plugin on
syntax on

var number = 0
var locks: list<job> = []
const RESULTS = $SCRATCH .. '/results'
g:folder = ''

def g:Eq(expected: any, actual: any, what: string = 'value')
  if type(expected) != type(actual) || string(expected) !=# string(actual)
    throw what .. "\nexpected: " .. string(expected) .. "\ngot:      " .. string(actual)
  endif
enddef

def g:Ok(value: bool, what: string = 'not so')
  if !value
    throw what .. "\nmessages: " .. g:Messages()
  endif
enddef

# Waits for a condition, with a limit.
def g:Await(Condition: func, what: string)
  if !connection.WaitUntil(Condition, 60000)
    throw 'waited in vain: ' .. what .. "\nmessages: " .. g:Messages()
  endif
enddef

def g:Messages(): string
  return execute('messages')
enddef

def g:Said(text: string): bool
  return stridx(g:Messages(), text) >= 0
enddef

# The store, from outside

def ServerCommand(): list<string>
  return [$SERVER, '--store', g:folder .. '/todos.sqlite', '--cache', g:folder .. '/pets']
enddef

# What another client does: requests as [method, params], each answered; the results or errors.
def g:Other(...calls: list<list<any>>): list<any>
  final lines = mapnew(calls, (place, call) =>
    json_encode({jsonrpc: '2.0', id: place, method: call[0], params: call[1]}))
  final words = mapnew(ServerCommand(), (_, word) => shellescape(word))
  final answers = repeat([{}], len(calls))
  for text in systemlist(join(words, ' '), lines)
    final reply = json_decode(text)
    answers[reply.id] = get(reply, 'result', get(reply, 'error', {}))
  endfor
  return answers
enddef

# Todos as titles or dictionaries; ids count up from 1.
def g:Seed(...todos: list<any>)
  call(g:Other, mapnew(todos, (_, todo) =>
    ['todo.create', type(todo) == v:t_string ? {title: todo, category: 'Home'} : todo]))
enddef

def g:Stored(id: number): dict<any>
  return g:Other(['todo.get', {id: id}])[0]
enddef

# The whole store as 'Category: title, title*' (* done) in order.
def g:Outline(): string
  var parts: list<string> = []
  var last = '?'
  for todo in g:Other(['todo.list', {limit: 1000}])[0].todos
    if todo.category !=# last
      parts->add(todo.category .. ':')
      last = todo.category
    endif
    parts->add(todo.title .. (todo.isCompleted ? '*' : ''))
  endfor
  return join(parts, ' ')
enddef

def g:Revision(): number
  return g:Other(['sections.list', {includeTodos: false}])[0].revision
enddef

# Holds the store's write lock until Unlock().
def g:Lock()
  final program = join([
    'import sqlite3, sys',
    'store = sqlite3.connect(sys.argv[1], isolation_level=None)',
    'store.execute("BEGIN EXCLUSIVE")',
    'print("locked", flush=True)',
    'sys.stdin.read()',
  ], "\n")
  final state = {is_locked: false}
  locks->add(job_start(['python3', '-c', program, g:folder .. '/todos.sqlite'], {
    out_cb: (_, _) => extend(state, {is_locked: true}),
  }))
  g:Await(() => state.is_locked, 'the lock')
enddef

def g:Unlock()
  final lock = remove(locks, 0)
  ch_close_in(lock)
  g:Await(() => job_status(lock) == 'dead', 'the end of the lock')
enddef

# The server under the plugin

const NOWHERE = ['--cat-api', 'http://127.0.0.1:1', '--dog-api', 'http://127.0.0.1:1']

# Puts the proxy of the Neovim client's tests between.
def g:UseProxy()
  g:todo_server = 'python3'
  g:todo_store = ''
  g:todo_arguments = [$HERE .. '/../../nvim/tests/proxy.py', g:folder] + ServerCommand() + NOWHERE
enddef

def g:ServerPids(): list<string>
  return filereadable(g:folder .. '/pids') ? readfile(g:folder .. '/pids') : []
enddef

# Gives how many servers there have been.
def g:KillServer(): number
  system('kill -9 ' .. g:ServerPids()[-1])
  return len(g:ServerPids())
enddef

# Exactly this text, without a newline.
def g:WriteFile(name: string, text: string = '')
  writefile([text], g:folder .. '/' .. name, 'b')
enddef

# The buffer

# `:Todo` and words, and what they open is loaded.
def g:Todo(words: string, bang: string = '')
  execute 'Todo' .. bang words
  g:Await(() => !!&modifiable, 'the list')
enddef

def g:Lines(): list<string>
  return getline(1, '$')
enddef

def g:SetLines(lines: list<string>)
  deletebufline('', 1, '$')
  setline(1, lines)
enddef

def g:Find(text: string): number
  return 1 + indexof(g:Lines(), (_, each) => stridx(each, text) >= 0)
enddef

# Replaces in the line that contains `text`.
def g:Change(text: string, pattern: string, replacement: string)
  final lnum = g:Find(text)
  g:Ok(lnum > 0, 'no line with ' .. text)
  setline(lnum, substitute(getline(lnum), pattern, replacement, ''))
enddef

# Waits until the buffer has these lines.
def g:Shows(expected: list<string>)
  connection.WaitUntil(() => g:Lines() ==# expected, 60000)
  g:Eq(expected, g:Lines(), 'lines')
enddef

# What is wrong with which line, as the location list has it: ['LINE MESSAGE'].
def g:Problems(): list<string>
  return sort(mapnew(getloclist(0), (_, entry) => entry.lnum .. ' ' .. entry.text))
enddef

# The lines that have virtual text of a type beside them. What it says only a screen can tell; see screen_spec.vim.
def g:Marked(type: string): list<number>
  return range(1, line('$'))->filter((_, lnum) => !empty(prop_list(lnum, {types: [type]})))
enddef

# Running

def Report(text: string)
  writefile([text], RESULTS, 'a')
enddef

def g:It(name: string, Test: func())
  if stridx(name, $ONLY) < 0
    return
  endif
  number += 1
  g:folder = $SCRATCH .. '/' .. getpid() .. '-' .. number
  mkdir(g:folder, 'p')
  messages clear
  g:todo_server = $SERVER
  g:todo_store = g:folder .. '/todos.sqlite'
  g:todo_arguments = ['--cache', g:folder .. '/pets'] + NOWHERE
  var problem: list<string> = []
  try
    Test()
  catch
    problem = split(v:exception, "\n") + [v:throwpoint]
  endtry
  for lock in locks
    job_stop(lock)
  endfor
  locks = []
  connection.Stop()
  silent! :%bwipeout!
  Report((empty(problem) ? 'ok' : 'not ok') .. ' - ' .. name)
  for text in problem
    Report('# ' .. text)
  endfor
enddef

try
  execute 'source' fnameescape($SPEC)
catch
  Report('not ok - ' .. $SPEC)
  Report('# ' .. v:exception .. ' ' .. v:throwpoint)
endtry
Report('end')
qall!
