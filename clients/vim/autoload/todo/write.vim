vim9script
# Carries out a plan (diff.vim) and says what became of it. It knows nothing of buffers.
#
# Every change is made only if the todo is as it was when the buffer was made (`ifRevision`), and carries a key. A
# change without an answer is kept with its key, and sent again before the next write: then it is known whether it was
# made, and it is never made twice.

import autoload 'todo/connection.vim'
import autoload 'todo/diff.vim'
import autoload 'todo/model.vim' as models
import autoload 'todo/store.vim'

const METHODS = {create: 'todo.create', move: 'todo.move', delete: 'todo.delete', update: 'todo.update'}

# Todos that this Vim has deleted, as they were: a line that is put back gets its detail again.
final graves: dict<any> = {}

export def Grave(id: number): dict<any>
  return get(graves, id, {})
enddef

var counter = 0
const SEED = sha256(reltimestr(reltime()) .. ' ' .. getpid() .. ' ' .. localtime() .. ' ' .. rand())[: 23]

# A key that no other request has.
export def NewRequestKey(): string
  counter += 1
  return 'vim-' .. SEED .. '-' .. counter
enddef

# revision: that the todo must have; 0 for the one that the model knows.
def RequestOf(operation: dict<any>, model: dict<any>, revision: number = 0): dict<any>
  final params = extend(copy(operation.params), {key: NewRequestKey()})
  if operation.kind == 'create'
    params.category = operation.category
    final grave = get(graves, operation.copies, {})
    if get(grave, 'detail', '') != ''
      params.detail = grave.detail
    endif
  else
    params.ifRevision = revision > 0 ? revision : model.todos[operation.id].revision
  endif
  return {method: METHODS[operation.kind], params: params, operation: operation}
enddef

# What became of a write: `made` changes, `counts` by kind, `created` todos, `updated` ids, `conflicts` by id,
# `failures` that are the line's own fault, `doubt` without an answer, `refusal` by which all stopped. The model keeps
# step.
def NewOutcome(model: dict<any>): dict<any>
  return {
    model: model,
    made: 0,
    counts: {},
    created: [],
    updated: [],
    conflicts: {},
    failures: [],
    doubt: [],
    refusal: {},
  }
enddef

# What an answer means

# Somebody has changed other fields than this update does: both can be had.
def CanMerge(operation: dict<any>, current: dict<any>, model: dict<any>): bool
  if operation.kind != 'update' || empty(current)
    return false
  endif
  for field in keys(operation.params)
    if field != 'id' && current[field] !=# model.todos[operation.id][field]
      return false
    endif
  endfor
  return true
enddef

# The todo next to which it was to stand is gone, or in another section: the end of the section is the next best. {}
# where it isn't that.
def WithoutAnchor(operation: dict<any>, error: dict<any>): dict<any>
  final anchor = get(operation.params, 'before', get(operation.params, 'after', 0))
  final data = get(error, 'data', {})
  final is_gone = error.code == 404 && get(data, 'id', 0) == anchor
  final is_elsewhere = error.code == -32602 && get(data, 'reason', '') == 'conflicting'
  if anchor == 0 || !(is_gone || is_elsewhere)
    return {}
  endif
  final params = copy(operation.params)->filter((name, _) => name != 'before' && name != 'after')
  params.category = operation.category
  return extend(copy(operation), {params: params})
enddef

def Count(outcome: dict<any>, kind: string)
  outcome.made += 1
  outcome.counts[kind] = get(outcome.counts, kind, 0) + 1
enddef

# Takes an answer over. What comes back is to be sent behind it, if anything.
def Succeed(outcome: dict<any>, request: dict<any>, result: dict<any>): dict<any>
  final operation = request.operation
  final kind = operation.kind
  final todo = store.PlainTodo(result)
  if kind == 'delete'
    graves[operation.id] = todo
  endif
  final before = get(outcome.model.todos, get(operation, 'id', 0), {})
  if kind == 'delete' || empty(before) || before.revision != todo.revision
    Count(outcome, kind)
  endif
  models.Apply(outcome.model, operation, todo)
  if kind == 'create'
    outcome.created->add({operation: operation, todo: todo})
  elseif kind == 'update'
    outcome.updated->add(operation.id)
  elseif kind == 'move' && todo.category !=# operation.category
    # Its new neighbour has been moved to another section meanwhile.
    final params = {id: operation.id, category: operation.category}
    return RequestOf(extend(copy(operation), {params: params}), outcome.model)
  endif
  return {}
enddef

def Fail(outcome: dict<any>, request: dict<any>, error: dict<any>, current: dict<any>)
  final operation = request.operation
  final id = get(operation, 'id', 0)
  if error.code == 503
    outcome.refusal = error
  elseif !empty(current)
    outcome.conflicts[id] = {current: current, operation: operation}
  elseif error.code == 404 && id > 0 && get(get(error, 'data', {}), 'id', 0) == id
    outcome.conflicts[id] = {current: {}, operation: operation}
  else
    outcome.failures->add({operation: operation, error: error})
  endif
enddef

# Sorts an answer in. What comes back is to be sent instead, if anything.
def Settle(outcome: dict<any>, request: dict<any>, answer: dict<any>): dict<any>
  final operation = request.operation
  final error = answer.error
  if empty(error)
    return Succeed(outcome, request, answer.result)
  elseif get(error, 'is_lost', false)
    outcome.doubt->add(request)
    outcome.refusal = empty(outcome.refusal) ? error : outcome.refusal
    return {}
  elseif operation.kind == 'delete' && error.code == 404
    models.Apply(outcome.model, operation, {}) # Gone is what it was to be.
    return {}
  elseif error.code == -32800
    return {} # Called off behind one that the store refused: the same as not sent.
  endif
  final other = WithoutAnchor(operation, error)
  if !empty(other)
    return RequestOf(other, outcome.model)
  endif
  final data = get(error, 'data', {})
  final current = error.code == 409 && has_key(data, 'current') ? store.PlainTodo(data.current) : {}
  if CanMerge(operation, current, outcome.model)
    return RequestOf(operation, outcome.model, current.revision)
  endif
  Fail(outcome, request, error, current)
  return {}
enddef

# Sends requests, and what their answers call for, until there is nothing left or the store refuses.
def RunRequests(outcome: dict<any>, first: list<dict<any>>)
  var requests = first
  var rounds = 0
  while !empty(requests) && empty(outcome.refusal) && rounds < 5
    rounds += 1
    final answers = connection.CallServerMany(requests)
    var again: list<dict<any>> = []
    for number in range(len(requests))
      final follow_up = empty(answers[number]) ? {} : Settle(outcome, requests[number], answers[number])
      if !empty(follow_up)
        again->add(follow_up)
      endif
    endfor
    requests = again
  endwhile
  for request in empty(outcome.refusal) ? requests : []
    final error = {code: 409, message: 'Others change this all the time; try again.'}
    outcome.failures->add({operation: request.operation, error: error})
  endfor
enddef

# The parts of a plan

# Gives the error that ends the write, if there is one. Titles have no revision, so whether somebody else has renamed
# the category meanwhile is asked just before.
def RunRename(outcome: dict<any>, rename: dict<any>, titles: dict<string>): dict<any>
  final ids = keys(titles)->filter((_, id) => titles[id] ==# rename.from)
  var error: dict<any> = {code: 409, message: rename.from .. ' has been renamed by someone else.'}
  if !empty(ids)
    error = connection.CallServer('sections.rename', {id: ids[0], title: rename.to}).error
  endif
  if empty(error)
    models.Rename(outcome.model, rename.from, rename.to)
    Count(outcome, 'rename')
  elseif error.code == 503 || get(error, 'is_lost', false)
    return error
  else
    outcome.failures->add({operation: {kind: 'rename', line: rename.line}, error: error})
  endif
  return {}
enddef

def RunRenames(outcome: dict<any>, renames: list<dict<any>>)
  if empty(renames)
    return
  endif
  final listed = store.SectionTitles()
  outcome.refusal = listed.error
  for rename in renames
    if empty(outcome.refusal)
      outcome.refusal = RunRename(outcome, rename, listed.titles)
    endif
  endfor
enddef

# In conflict, or gone with a deletion of the same write: not sent.
def RequestsOf(operations: list<dict<any>>, outcome: dict<any>): list<dict<any>>
  var requests: list<dict<any>> = []
  final todos: dict<any> = outcome.model.todos
  for operation in operations
    final id = get(operation, 'id', 0)
    if id == 0 || (!has_key(outcome.conflicts, id) && has_key(todos, id))
      requests->add(RequestOf(operation, outcome.model))
    endif
  endfor
  return requests
enddef

def RunSectionMoves(outcome: dict<any>, wanted: list<string>)
  final listed = connection.CallServer('sections.list', {includeEmpty: true, limit: 1, fields: ['category']})
  if !empty(listed.error)
    outcome.refusal = listed.error
    return
  endif
  var ids: dict<string> = {}
  var present: list<string> = []
  for section in listed.result.sections
    if !empty(section.todos)
      ids[section.todos[0].category] = section.id
      present->add(section.todos[0].category)
    endif
  endfor
  final calls = diff.SectionMoves(present, wanted)->map((_, move) => {
    final side = has_key(move, 'before') ? 'before' : 'after'
    return {method: 'sections.move', params: {id: ids[move.category], [side]: ids[move[side]]}}
  })
  for answer in connection.CallServerMany(calls)
    if !empty(answer) && empty(answer.error)
      Count(outcome, 'section')
    elseif !empty(answer)
      outcome.refusal = answer.error
    endif
  endfor
enddef

# Carries out a plan on the store and on `model`. skip: conflicts by id that the user has not settled yet.
export def Run(plan: dict<any>, model: dict<any>, skip: dict<any>): dict<any>
  final outcome = NewOutcome(model)
  extend(outcome.conflicts, skip)
  RunRenames(outcome, plan.renames)
  if empty(outcome.refusal)
    RunRequests(outcome, RequestsOf(plan.structure, outcome))
  endif
  if empty(outcome.refusal)
    # Behind the moves, whose answers have told the revisions.
    RunRequests(outcome, RequestsOf(plan.updates, outcome))
  endif
  if !empty(plan.sections) && IsAllDone(outcome)
    RunSectionMoves(outcome, plan.sections)
  endif
  return outcome
enddef

# Sends again, as it was, what is in doubt since the last write.
export def RepeatDoubtful(requests: list<dict<any>>, model: dict<any>): dict<any>
  final outcome = NewOutcome(model)
  RunRequests(outcome, requests)
  return outcome
enddef

# Whether all that was wished is done.
export def IsAllDone(outcome: dict<any>): bool
  return empty(outcome.refusal) && empty(outcome.conflicts) && empty(outcome.failures) && empty(outcome.doubt)
enddef
