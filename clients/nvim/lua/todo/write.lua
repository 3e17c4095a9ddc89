--- Carries out a plan (diff.lua) and says what became of it. It knows nothing of buffers.
---
--- Every change is made only if the todo is as it was when the buffer was made (`ifRevision`), and carries a key.
--- A change without an answer is kept with its key, and sent again before the next write: then it is known whether it
--- was made, and it is never made twice.
local connection = require('todo.connection')
local model_of = require('todo.model')

local M = {}

local METHODS = { create = 'todo.create', move = 'todo.move', delete = 'todo.delete', update = 'todo.update' }

--- Todos that this Neovim has deleted, as they were: a line that is put back gets its detail again.
M.graves = {}

local counter, seed = 0, nil

local function new_key()
  seed = seed or vim.fn.sha256(table.concat({ vim.loop.hrtime(), vim.fn.getpid(), vim.loop.cwd() or '' }, ' ')):sub(1, 24)
  counter = counter + 1
  return 'nvim-' .. seed .. '-' .. counter
end

-- vim.deepcopy of Neovim 0.7 cannot copy vim.NIL.
local function copy(members)
  return vim.tbl_extend('force', {}, members)
end

--- revision: that the todo must have; by default the one that the model knows.
local function request_of(operation, model, revision)
  local params = copy(operation.params)
  params.key = new_key()
  if operation.kind == 'create' then
    local grave = M.graves[operation.copies or 0]
    params.detail = grave and grave.detail ~= '' and grave.detail or nil
    params.category = operation.category
  else
    params.ifRevision = revision or model.todos[operation.id].revision
  end
  return { method = METHODS[operation.kind], params = params, operation = operation }
end

-- What an answer means

local function same(left, right, fields)
  for field in pairs(fields) do
    if field ~= 'id' and left[field] ~= right[field] then
      return false
    end
  end
  return true
end

--- Somebody has changed other fields than this update does: both can be had.
local function can_merge(operation, current, model)
  return operation.kind == 'update' and current ~= nil and same(current, model.todos[operation.id], operation.params)
end

--- The todo next to which it was to stand is gone, or in another section: the end of the section is the next best.
--- nil where it isn't that.
local function without_anchor(operation, error, model)
  local params = operation.params
  local anchor = params.before or params.after
  local data = error.data or {}
  local is_gone = error.code == 404 and data.id == anchor
  local is_elsewhere = error.code == -32602 and data.reason == 'conflicting'
  if not anchor or not (is_gone or is_elsewhere) then
    return nil
  end
  local other = copy(operation)
  other.params = copy(params)
  other.params.before, other.params.after = nil, nil
  other.params.category = operation.category
  return other
end

local function succeed(outcome, request, result)
  local operation, model = request.operation, outcome.model
  if operation.kind == 'delete' then
    M.graves[operation.id] = result
  end
  local before = model.todos[operation.id or 0]
  if operation.kind == 'delete' or not before or before.revision ~= result.revision then
    outcome.made = outcome.made + 1
    outcome.counts[operation.kind] = (outcome.counts[operation.kind] or 0) + 1
  end
  model_of.apply(model, operation, result)
  if operation.kind == 'create' then
    table.insert(outcome.created, { operation = operation, todo = result })
  elseif operation.kind == 'update' then
    table.insert(outcome.updated, operation.id)
  elseif operation.kind == 'move' and result.category ~= operation.category then
    -- Its new neighbour has been moved to another section meanwhile.
    local params = { id = operation.id, category = operation.category }
    return request_of({ kind = 'move', id = operation.id, category = operation.category, params = params }, model)
  end
end

--- A deletion of what is gone already is done.
local function is_done_already(operation, error)
  return operation.kind == 'delete' and error.code == 404
end

local function fail(outcome, request, error)
  local operation = request.operation
  if error.code == 503 then
    outcome.refusal = error
  elseif error.code == 409 and error.data and error.data.current then
    outcome.conflicts[operation.id] = { current = error.data.current, operation = operation }
  elseif error.code == 404 and operation.id and error.data and error.data.id == operation.id then
    outcome.conflicts[operation.id] = { current = nil, operation = operation }
  else
    table.insert(outcome.failures, { operation = operation, error = error })
  end
end

--- Sorts an answer in. What comes back is to be sent instead.
local function settle(outcome, request, answer)
  local operation, error, model = request.operation, answer.error, outcome.model
  if not error then
    return succeed(outcome, request, answer.result)
  elseif error.is_lost then
    table.insert(outcome.doubt, request)
    outcome.refusal = outcome.refusal or error
    return
  elseif is_done_already(operation, error) then
    return model_of.apply(model, operation)
  elseif error.code == -32800 then
    return -- Called off behind one that the store refused: the same as not sent.
  end
  local other = without_anchor(operation, error, model)
  if other then
    return request_of(other, model)
  end
  local current = error.code == 409 and error.data and error.data.current or nil
  if can_merge(operation, current, model) then
    return request_of(operation, model, current.revision)
  end
  fail(outcome, request, error)
end

--- Sends requests, and what their answers call for, until there is nothing left or the store refuses.
local function run(outcome, requests)
  local rounds = 0
  while #requests > 0 and not outcome.refusal and rounds < 5 do
    rounds = rounds + 1
    local answers, again = connection.call_all(requests), {}
    for number, request in ipairs(requests) do
      local follow_up = answers[number] and settle(outcome, request, answers[number])
      if follow_up then
        table.insert(again, follow_up)
      end
    end
    requests = again
  end
  for _, request in ipairs(outcome.refusal and {} or requests) do
    local error = { code = 409, message = 'Others change this all the time; try again.' }
    table.insert(outcome.failures, { operation = request.operation, error = error })
  end
end

-- The parts of a plan

--- What became of a write: `made` changes, `counts` by kind, `created` todos, `updated` ids, `conflicts` by id, `failures` that are
--- the line's own fault, `doubt` without an answer, `refusal` by which all stopped. The model keeps step.
local function new_outcome(model)
  return {
    model = model,
    made = 0,
    counts = {},
    created = {},
    updated = {},
    conflicts = {},
    failures = {},
    doubt = {},
    refusal = nil,
  }
end

--- Titles have no revision, so whether somebody else has renamed it meanwhile is asked just before.
local function run_renames(outcome, renames)
  if #renames == 0 then
    return
  end
  local listed, error = connection.call('sections.list', { includeTodos = false, includeEmpty = true })
  for _, rename in ipairs(listed and renames or {}) do
    local operation = { kind = 'rename', line = rename.line }
    local found
    for _, section in ipairs(listed.sections) do
      found = section.title == rename.from and section or found
    end
    local _, problem
    if not found then
      problem = { code = 409, message = rename.from .. ' has been renamed by someone else.' }
    else
      _, problem = connection.call('sections.rename', { id = found.id, title = rename.to })
    end
    if not problem then
      model_of.rename(outcome.model, rename.from, rename.to)
      outcome.made = outcome.made + 1
      outcome.counts.rename = (outcome.counts.rename or 0) + 1
    elseif problem.code == 503 or problem.is_lost then
      error = problem
      break
    else
      table.insert(outcome.failures, { operation = operation, error = problem })
    end
  end
  outcome.refusal = error
end

local function requests_of(operations, model, outcome)
  local requests = {}
  for _, operation in ipairs(operations) do
    if not outcome.conflicts[operation.id or 0] and (not operation.id or model.todos[operation.id]) then
      table.insert(requests, request_of(operation, model))
    end
  end
  return requests
end

local function run_section_moves(outcome, wanted, section_moves)
  local listed, error = connection.call('sections.list', { includeEmpty = true, limit = 1, fields = { 'category' } })
  if error then
    outcome.refusal = error
    return
  end
  local ids, present = {}, {}
  for _, section in ipairs(listed.sections) do
    local category = section.todos[1] and section.todos[1].category
    if category then
      ids[category] = section.id
      table.insert(present, category)
    end
  end
  local calls = {}
  for _, move in ipairs(section_moves(present, wanted)) do
    local params = { id = ids[move.category], after = ids[move.after], before = ids[move.before] }
    table.insert(calls, { method = 'sections.move', params = params })
  end
  for number, answer in pairs(connection.call_all(calls)) do
    if answer.error then
      outcome.refusal = answer.error
    elseif calls[number] then
      outcome.made = outcome.made + 1
      outcome.counts.section = (outcome.counts.section or 0) + 1
    end
  end
end

--- Carries out a plan on the store and on `model`. skip: ids whose conflicts the user has not settled yet.
function M.run(plan, model, skip, section_moves)
  local outcome = new_outcome(model)
  for id, conflict in pairs(skip) do
    outcome.conflicts[id] = conflict
  end
  run_renames(outcome, plan.renames)
  if not outcome.refusal then
    run(outcome, requests_of(plan.structure, model, outcome))
  end
  if not outcome.refusal then
    -- Behind the moves, whose answers have told the revisions.
    run(outcome, requests_of(plan.updates, model, outcome))
  end
  if plan.sections and not outcome.refusal and next(outcome.conflicts) == nil and #outcome.failures == 0 then
    run_section_moves(outcome, plan.sections, section_moves)
  end
  return outcome
end

--- Sends again, as it was, what is in doubt since the last write.
function M.repeat_doubtful(requests, model)
  local outcome = new_outcome(model)
  run(outcome, requests)
  return outcome
end

return M
