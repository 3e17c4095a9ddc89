vim9script
# `:w` in a list: what was edited becomes the least set of changes, and the buffer learns what became of them.

import autoload 'todo/buffer.vim' as buffers
import autoload 'todo/diff.vim'
import autoload 'todo/edit.vim'
import autoload 'todo/history.vim'
import autoload 'todo/marks.vim'
import autoload 'todo/model.vim' as models
import autoload 'todo/store.vim'
import autoload 'todo/unclear.vim'
import autoload 'todo/write.vim'

# By kind: what is said of one, and of several where that is another word.
const WORDS = [
  ['create', 'created'],
  ['update', 'changed'],
  ['move', 'moved'],
  ['delete', 'deleted'],
  ['rename', 'renamed'],
  ['section', 'section moved', 'sections moved'],
]

def Summary(counts: dict<any>): string
  final present = copy(WORDS)->filter((_, word) => has_key(counts, word[0]))
  final parts = mapnew(present, (_, word) => counts[word[0]] .. ' ' .. (counts[word[0]] > 1 ? word[-1] : word[1]))
  return empty(parts) ? 'nothing to change' : join(parts, ', ')
enddef

# What a todo typed into this view gets, and where it goes when a new heading stands between others.
def MakePlan(state: dict<any>, document: list<dict<any>>): dict<any>
  final todos: dict<any> = state.model.todos # With its type, for else Vim looks for that in all of it each time.
  for section in get(state.view.new, 'isToday', false) ? document : []
    for item in section.items
      item.isToday = item.isToday || !has_key(todos, item.id)
    endfor
  endfor
  final plan = diff.Diff(state.model, document)
  plan.sections = diff.WantedSections(state.model, document, plan.renames)
  return plan
enddef

# Lines with numbers that this buffer does not know come from another one, or from before a deletion. When such a line
# was made is not known, so where it says something else than the store, the user decides. Gives the error.
def FetchStrangers(state: dict<any>, document: list<dict<any>>, is_forced: bool): dict<any>
  final model = state.model
  final todos: dict<any> = model.todos
  var strangers: list<dict<any>> = []
  for section in document
    for item in section.items
      if item.id > 0 && !has_key(todos, item.id)
        strangers->add(item)
      endif
    endfor
  endfor
  strangers = strangers[: 999]
  final failure = empty(strangers) ? {} : store.Fetch(model, mapnew(strangers, (_, item) => item.id))
  for item in empty(failure) ? strangers : []
    final todo = get(model.todos, item.id, {})
    if !empty(todo) && !is_forced && !empty(diff.ChangedFields(todo, item, model.today))
      state.conflicts[item.id] = {current: todo, operation: {kind: 'move', id: item.id}}
    endif
  endfor
  return failure
enddef

# Headings that someone else has renamed get their new titles, unless this user has changed them too. Gives the error.
def FollowRenames(buffer: number): dict<any>
  final model = buffers.StateOf(buffer).model
  final listed = store.SectionTitles()
  for section in model.sections
    final before = get(section, 'category', '')
    final now = get(listed.titles, section.id, before)
    if before != '' && now !=# before && edit.RenameHeading(buffer, before, now)
      models.Rename(model, before, now)
    endif
  endfor
  return listed.error
enddef

# Numbers for the created; marks where nobody knows; deleted ones that someone else has changed come back.
def FollowUp(buffer: number, outcome: dict<any>): list<dict<any>>
  final state = buffers.StateOf(buffer)
  var hints: list<dict<any>> = []
  for created in outcome.created
    if created.operation.line > 0
      edit.Number(buffer, created.operation.line, created.todo.id)
    endif
  endfor
  for id in outcome.updated
    edit.ShowAsStored(buffer, id)
  endfor
  for request in outcome.doubt
    final operation = request.operation
    request.mark = operation.kind == 'create' && operation.line > 0 ? marks.SetDoubt(buffer, operation.line) : 0
    state.doubt->add(request)
  endfor
  for [name, conflict] in items(outcome.conflicts)
    final id = str2nr(name)
    if conflict.operation.kind == 'delete'
      edit.Revive(buffer, id, conflict.current)
      hints->add({id: id, message: 'Someone else has changed it, so it was not deleted.'})
    else
      state.conflicts[id] = conflict
    endif
  endfor
  edit.ShowProblems(buffer, outcome.failures, hints)
  return hints
enddef

# Learns what became of the changes of the last write that had no answer.
def SettleDoubt(buffer: number): dict<any>
  final state = buffers.StateOf(buffer)
  final requests = remove(state, 'doubt')
  state.doubt = []
  for request in requests
    request.operation.line = request.mark > 0 ? marks.TakeDoubt(buffer, request.mark) : 0
  endfor
  return write.RepeatDoubtful(requests, state.model)
enddef

# What the user has put back as it was is no wish any more, and so no conflict.
def DropSettledConflicts(state: dict<any>, plan: dict<any>)
  final wished = mapnew(plan.structure + plan.updates, (_, operation) => get(operation, 'id', 0))
  filter(state.conflicts, (id, _) => index(wished, str2nr(id)) >= 0)
enddef

def SayOutcome(buffer: number, outcome: dict<any>, hints: list<dict<any>>)
  final made = outcome.made > 0 ? Summary(outcome.counts) .. '; ' : ''
  final conflicts = len(buffers.StateOf(buffer).conflicts)
  if !empty(outcome.refusal)
    marks.Warn(made .. outcome.refusal.message .. ' Your text is kept; :w tries again')
  elseif conflicts > 0
    marks.Warn(made .. 'someone else has changed what you edited: ' .. conflicts .. ' not written')
  elseif !empty(outcome.failures)
    marks.Warn(made .. outcome.failures[0].error.message)
  elseif !empty(hints)
    marks.Warn(made .. len(hints) .. ' changed by someone else, so not deleted')
  endif
enddef

def Finish(buffer: number, outcome: dict<any>)
  final state = buffers.StateOf(buffer)
  final hints = FollowUp(buffer, outcome)
  history.Add(outcome.made)
  if !write.IsAllDone(outcome)
    SayOutcome(buffer, outcome, hints)
    return
  endif
  setbufvar(buffer, '&modified', 0)
  final failure = buffers.Reload(buffer)
  if !empty(failure)
    state.is_stale = true
    marks.ShowNews(buffer, failure.message)
  endif
  marks.Say(Summary(outcome.counts))
enddef

# Says what in the text may be meant in two ways. Then nothing at all is written: of half a list nobody knows.
def IsUnclear(buffer: number, document: list<dict<any>>): bool
  final found = unclear.Find(document, buffers.StateOf(buffer).model, write.Grave)
  if !empty(found)
    edit.ShowProblems(buffer, [], [], found)
    marks.Warn('line ' .. found[0].line .. ': ' .. found[0].brief .. '; nothing was written')
  endif
  return !empty(found)
enddef

def SaveNow(buffer: number, is_forced: bool)
  final state = buffers.StateOf(buffer)
  final settled = SettleDoubt(buffer)
  if !write.IsAllDone(settled)
    Finish(buffer, settled)
    return
  endif
  FollowUp(buffer, settled)
  history.Add(settled.made)
  for id in is_forced ? keys(state.conflicts) : []
    edit.TakeMine(buffer, str2nr(id))
  endfor
  final failure = FollowRenames(buffer)
  final document = buffers.Parse(buffer)
  final problem = empty(failure) ? FetchStrangers(state, document, is_forced) : failure
  if !empty(problem)
    marks.Warn(problem.message .. ' Your text is kept; :w tries again')
    return
  endif
  if IsUnclear(buffer, document)
    return
  endif
  final plan = MakePlan(state, document)
  DropSettledConflicts(state, plan)
  Finish(buffer, write.Run(plan, state.model, state.conflicts))
enddef

export def Save(buffer: number, is_forced: bool)
  final state = buffers.StateOf(buffer)
  if empty(get(state, 'model', {}))
    marks.Warn('nothing was loaded, so there is nothing to write; :e tries again')
    return
  elseif state.is_writing
    marks.Warn('a write is under way')
    return
  endif
  state.is_writing = true
  try
    SaveNow(buffer, is_forced)
  finally
    state.is_writing = false
  endtry
enddef

# Whether the text says what the model says, so that nothing is left to write.
export def IsSettled(buffer: number): bool
  final state = buffers.StateOf(buffer)
  return empty(state.conflicts) && diff.IsEmpty(MakePlan(state, buffers.Parse(buffer)))
enddef
