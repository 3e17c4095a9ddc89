vim9script
# Undo and redo of writes as a whole. The server takes back one change at a time, the newest of this session first;
# how many belong together is known here.

import autoload 'todo/connection.vim'
import autoload 'todo/marks.vim'

# {count, session} for each write; the session is another one after a restart of the server.
var undoable: list<dict<any>> = []
# {revisions} for each undo, in the order in which they are to be taken back.
var redoable: list<dict<any>> = []

export def Add(count: number)
  if count > 0
    undoable->add({count: count, session: connection.Session()})
    redoable = []
  endif
enddef

# Takes back changes one after the other. {revisions} of the undos, newest first, {todos}, and the {error} that ended
# it early.
def TakeBack(steps: list<dict<any>>): dict<any>
  final taken = {revisions: [], todos: [], error: {}}
  for params in steps
    final answer = connection.CallServer('todo.undo', params)
    if !empty(answer.error)
      taken.error = answer.error
      break
    endif
    insert(taken.revisions, answer.result.revision)
    extend(taken.todos, answer.result.todos)
  endfor
  return taken
enddef

def Report(verb: string, taken: dict<any>)
  if !empty(taken.error)
    final part = len(taken.revisions)
    final before = part == 0 ? '' : part .. (part == 1 ? ' change' : ' changes') .. ' taken back, then: '
    marks.Warn(before .. taken.error.message)
    return
  endif
  final names = copy(taken.todos)->filter((_, todo) => type(todo) == v:t_dict)->map((_, todo) => '“' .. todo.title .. '”')
  marks.Say(verb .. (empty(names) ? '' : ': ' .. join(names[: 2], ', ')))
enddef

# is_anyones: the newest change in the store, whoever made it; else the last write of this Vim.
export def Undo(is_anyones: bool)
  var steps: list<dict<any>> = []
  if is_anyones
    steps = [{scope: 'store'}]
  elseif empty(undoable)
    marks.Warn('nothing of yours to undo; :Todo! undo takes back the newest change, whoever made it')
    return
  elseif undoable[-1].session != connection.Session()
    undoable = []
    marks.Warn('the server was started again since; :Todo! undo takes back the newest change, whoever made it')
    return
  else
    steps = repeat([{}], undoable[-1].count)
  endif
  final taken = TakeBack(steps)
  if !empty(taken.revisions)
    redoable->add({revisions: taken.revisions, is_anyones: is_anyones})
  endif
  if !is_anyones && (!empty(taken.revisions) || get(taken.error, 'code', 503) != 503)
    remove(undoable, -1)
  endif
  Report('taken back', taken)
enddef

export def Redo()
  if empty(redoable)
    marks.Warn('nothing to redo')
    return
  endif
  final last = remove(redoable, -1)
  final taken = TakeBack(mapnew(last.revisions, (_, revision) => ({revision: revision})))
  if !empty(taken.revisions) && !last.is_anyones
    undoable->add({count: len(taken.revisions), session: connection.Session()})
  elseif get(taken.error, 'code', 0) == 503
    redoable->add(last)
  endif
  Report('done again', taken)
enddef
