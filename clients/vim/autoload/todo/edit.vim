vim9script
# Edits of the buffer's text that follow from answers: numbers for new todos, todos that come back, conflicts that the
# user settles. And those that the keys make.

import autoload 'todo/buffer.vim' as buffers
import autoload 'todo/line.vim' as oneline
import autoload 'todo/marks.vim'
import autoload 'todo/model.vim' as models

# The line on which a todo stands; 0 where none does.
export def LineOfTodo(buffer: number, id: number): number
  for section in buffers.Parse(buffer)
    for item in section.items
      if item.id == id
        return item.line
      endif
    endfor
  endfor
  return 0
enddef

def Rendered(todo: dict<any>, model: dict<any>): string
  return oneline.RenderTodo(todo, models.Width(model), model.today)
enddef

# Gives a line the number under which the store now has it; the rest stays as the user has left it.
export def Number(buffer: number, lnum: number, id: number)
  final model = buffers.StateOf(buffer).model
  final item = oneline.ParseLine(get(getbufline(buffer, lnum), 0, ''), model.today)
  if has_key(item, 'title')
    item.id = id
    setbufline(buffer, lnum, Rendered(item, model))
  endif
enddef

# Makes a todo's line say what the store has.
export def ShowAsStored(buffer: number, id: number)
  final model = buffers.StateOf(buffer).model
  final lnum = LineOfTodo(buffer, id)
  if lnum > 0
    setbufline(buffer, lnum, Rendered(model.todos[id], model))
  endif
enddef

# Gives a heading another title; false where there is no such heading.
export def RenameHeading(buffer: number, before: string, now: string): bool
  for section in buffers.Parse(buffer)
    if section.category ==# before && section.line > 0
      setbufline(buffer, section.line, oneline.RenderHeading(now))
      return true
    endif
  endfor
  return false
enddef

# Puts a todo that has no line behind the one that it follows in the model, or under its heading.
export def PutBackTodo(buffer: number, id: number)
  final model = buffers.StateOf(buffer).model
  final found = models.PlaceOfTodo(model, id)
  var lnum = -1
  for before in reverse(slice(found.section.ids, 0, found.place))
    final other = lnum < 0 ? LineOfTodo(buffer, before) : 0
    lnum = other > 0 ? other : lnum
  endfor
  for section in lnum < 0 ? buffers.Parse(buffer) : []
    lnum = section.category ==# found.section.category ? section.line : lnum
  endfor
  var lines = [Rendered(model.todos[id], model)]
  if lnum < 0
    insert(lines, oneline.RenderHeading(found.section.category))
    lnum = getbufinfo(buffer)[0].linecount
  endif
  appendbufline(buffer, lnum, lines)
enddef

# Conflicts

# The model follows the store, as far as this todo goes: what differs from it is then this user's wish.
def Accept(model: dict<any>, id: number, current: dict<any>)
  final found = models.PlaceOfTodo(model, id)
  if empty(current)
    models.Apply(model, {kind: 'delete', id: id, params: {}}, {})
  elseif !empty(found) && found.section.category ==# current.category
    model.todos[id] = current
  else
    models.Apply(model, {kind: 'move', id: id, params: {category: current.category}}, current)
  endif
enddef

# A todo that was deleted here and changed elsewhere is shown again, as it is now.
export def Revive(buffer: number, id: number, current: dict<any>)
  Accept(buffers.StateOf(buffer).model, id, current)
  PutBackTodo(buffer, id)
enddef

# The user's version shall be: the next write makes it, on top of what the store has.
export def TakeMine(buffer: number, id: number)
  final state = buffers.StateOf(buffer)
  Accept(state.model, id, remove(state.conflicts, id).current)
enddef

# The store's version shall be.
export def TakeTheirs(buffer: number, id: number)
  final state = buffers.StateOf(buffer)
  final current = remove(state.conflicts, id).current
  final lnum = LineOfTodo(buffer, id)
  Accept(state.model, id, current)
  if lnum > 0
    deletebufline(buffer, lnum)
  endif
  if !empty(current)
    PutBackTodo(buffer, id)
  endif
enddef

# Says beside each line what is wrong with it. failures: [{operation, error}]; hints: [{id, message}].
# others: [{line, message}].
export def ShowProblems(buffer: number, failures: list<dict<any>>, hints: list<dict<any>>, others: list<dict<any>> = [])
  final state = buffers.StateOf(buffer)
  var list = mapnew(others, (_, problem) => ({line: problem.line, message: problem.message}))
  for [id, conflict] in items(state.conflicts)
    final what = empty(conflict.current) ? 'Someone else has deleted it.'
      : 'Someone else has made it: ' .. marks.Describe(conflict.current, state.model.today)
    list->add({line: LineOfTodo(buffer, str2nr(id)), message: what .. '  (:w! yours, :Todo theirs)'})
  endfor
  for failure in failures
    list->add({line: get(failure.operation, 'line', 1), message: failure.error.message})
  endfor
  for hint in hints
    list->add({line: LineOfTodo(buffer, hint.id), message: hint.message})
  endfor
  marks.ShowProblems(buffer, filter(list, (_, problem) => problem.line > 0))
enddef

# Keys

# Sets a mark on all todos of a range: the opposite of what the first of them has.
export def Toggle(field: string, first: number, last: number)
  final state = buffers.StateOf(bufnr())
  if empty(get(state, 'model', {}))
    return
  endif
  var wish = -1
  for lnum in range(first, last)
    final item = oneline.ParseLine(getline(lnum), state.model.today)
    if has_key(item, 'title')
      wish = wish < 0 ? (item[field] ? 0 : 1) : wish
      item[field] = wish == 1
      setline(lnum, Rendered(item, state.model))
    endif
  endfor
enddef
