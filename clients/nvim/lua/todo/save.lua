--- `:w` in a list: what was edited becomes the least set of changes, and the buffer learns what became of them.
local buffers = require('todo.buffer')
local diff = require('todo.diff')
local edit = require('todo.edit')
local history = require('todo.history')
local marks = require('todo.marks')
local model_of = require('todo.model')
local store = require('todo.store')
local unclear = require('todo.unclear')
local write = require('todo.write')

local M = {}

--- By kind: what is said of one, and of several where that is another word.
local WORDS = {
  { 'create', 'created' },
  { 'update', 'changed' },
  { 'move', 'moved' },
  { 'delete', 'deleted' },
  { 'rename', 'renamed' },
  { 'section', 'section moved', 'sections moved' },
}

local function summary(counts)
  local parts = {}
  for _, word in ipairs(WORDS) do
    local number = counts[word[1]]
    if number then
      table.insert(parts, number .. ' ' .. (number > 1 and word[3] or word[2]))
    end
  end
  return #parts > 0 and table.concat(parts, ', ') or 'nothing to change'
end

local function count(list)
  return vim.tbl_count(list)
end

--- What a todo typed into this view gets, and where it goes when a new heading stands between others.
local function make_plan(state, parsed)
  for _, section in ipairs(parsed.sections) do
    for _, item in ipairs(section.items) do
      if not item.id or not state.model.todos[item.id] then
        item.isToday = item.isToday or state.view.new.isToday or false
      end
    end
  end
  local plan = diff.diff(state.model, parsed)
  plan.sections = diff.wanted_sections(state.model, parsed, plan.renames)
  return plan
end

--- Lines with numbers that this buffer does not know come from another one, or from before a deletion. When such a
--- line was made is not known, so where it says something else than the store, the user decides. Gives the error.
local function fetch_strangers(state, parsed, is_forced)
  local strangers, model = {}, state.model
  for _, section in ipairs(parsed.sections) do
    for _, item in ipairs(section.items) do
      if item.id and not model.todos[item.id] and #strangers < 1000 then
        table.insert(strangers, item)
      end
    end
  end
  local ids = vim.tbl_map(function(item) return item.id end, strangers)
  local failure = #ids > 0 and store.fetch(model, ids) or nil
  for _, item in ipairs(failure and {} or strangers) do
    local todo = model.todos[item.id]
    if todo and not is_forced and next(diff.changed_fields(todo, item, model.today)) then
      state.conflicts[item.id] = { current = todo, operation = { kind = 'move', id = item.id } }
    end
  end
  return failure
end

--- Headings that someone else has renamed get their new titles, unless this user has changed them too. Gives the error.
local function follow_renames(buffer)
  local model = buffers.state(buffer).model
  local titles, error = store.section_titles()
  for _, section in ipairs(titles and model.sections or {}) do
    local before, now = section.category, titles[section.id]
    if before and before ~= '' and now and now ~= before and edit.rename_heading(buffer, before, now) then
      model_of.rename(model, before, now)
    end
  end
  return error
end

--- Numbers for the created; marks where nobody knows; deleted ones that someone else has changed come back.
local function follow_up(buffer, outcome)
  local state, hints = buffers.state(buffer), {}
  for _, created in ipairs(outcome.created) do
    if created.operation.line then
      edit.number(buffer, created.operation.line, created.todo.id)
    end
  end
  for _, id in ipairs(outcome.updated) do
    edit.show_as_stored(buffer, id)
  end
  for _, request in ipairs(outcome.doubt) do
    local operation = request.operation
    request.mark = operation.kind == 'create' and operation.line and marks.set_doubt(buffer, operation.line) or nil
    table.insert(state.doubt, request)
  end
  for id, conflict in pairs(outcome.conflicts) do
    if conflict.operation.kind == 'delete' then
      edit.revive(buffer, id, conflict.current)
      table.insert(hints, { id = id, message = 'Someone else has changed it, so it was not deleted.' })
    else
      state.conflicts[id] = conflict
    end
  end
  edit.show_problems(buffer, outcome.failures, hints)
  return hints
end

--- Learns what became of the changes of the last write that had no answer.
local function settle_doubt(buffer)
  local state = buffers.state(buffer)
  local requests = state.doubt
  state.doubt = {}
  for _, request in ipairs(requests) do
    request.operation.line = request.mark and marks.take_doubt(buffer, request.mark) or nil
  end
  return write.repeat_doubtful(requests, state.model)
end

--- What the user has put back as it was is no wish any more, and so no conflict.
local function drop_settled_conflicts(state, plan)
  local wished = {}
  for _, list in ipairs({ plan.structure, plan.updates }) do
    for _, operation in ipairs(list) do
      wished[operation.id or 0] = true
    end
  end
  for _, id in ipairs(vim.tbl_keys(state.conflicts)) do
    state.conflicts[id] = wished[id] and state.conflicts[id] or nil
  end
end

local function is_clean(outcome)
  return not outcome.refusal and next(outcome.conflicts) == nil and #outcome.failures == 0 and #outcome.doubt == 0
end

local function say(buffer, outcome, hints)
  local state = buffers.state(buffer)
  local made = outcome.made > 0 and summary(outcome.counts) .. '; ' or ''
  if outcome.refusal then
    marks.warn(made .. outcome.refusal.message .. ' Your text is kept; :w tries again')
  elseif count(state.conflicts) > 0 then
    marks.warn(made .. 'someone else has changed what you edited: ' .. count(state.conflicts) .. ' not written')
  elseif #outcome.failures > 0 then
    marks.warn(made .. outcome.failures[1].error.message)
  elseif #hints > 0 then
    marks.warn(made .. #hints .. ' changed by someone else, so not deleted')
  end
end

local function finish(buffer, outcome)
  local state, hints = buffers.state(buffer), follow_up(buffer, outcome)
  history.add(outcome.made)
  if not is_clean(outcome) then
    return say(buffer, outcome, hints)
  end
  vim.bo[buffer].modified = false
  local failure = buffers.reload(buffer)
  if failure then
    state.is_stale = true
    marks.show_news(buffer, failure.message)
  end
  marks.say(summary(outcome.counts))
end

--- Says what in the text may be meant in two ways. Then nothing at all is written: of half a list nobody knows.
local function is_unclear(buffer, parsed)
  local model = buffers.state(buffer).model
  local found = unclear.find(parsed, function(id)
    return model.todos[id] or write.graves[id]
  end, model)
  if #found > 0 then
    edit.show_problems(buffer, {}, {}, found)
    marks.warn('line ' .. found[1].line .. ': ' .. found[1].brief .. '; nothing was written')
  end
  return #found > 0
end

local function save(buffer, is_forced)
  local state = buffers.state(buffer)
  local settled = settle_doubt(buffer)
  if not is_clean(settled) then
    return finish(buffer, settled)
  end
  follow_up(buffer, settled)
  history.add(settled.made)
  for _, id in ipairs(is_forced and vim.tbl_keys(state.conflicts) or {}) do
    edit.take_mine(buffer, id)
  end
  local failure = follow_renames(buffer)
  local parsed = buffers.parse(buffer)
  failure = failure or fetch_strangers(state, parsed, is_forced)
  if failure then
    return marks.warn(failure.message .. ' Your text is kept; :w tries again')
  end
  if is_unclear(buffer, parsed) then
    return
  end
  local plan = make_plan(state, parsed)
  drop_settled_conflicts(state, plan)
  local outcome = write.run(plan, state.model, state.conflicts, diff.section_moves)
  finish(buffer, outcome)
end

function M.save(buffer, is_forced)
  local state = buffers.state(buffer)
  if not state or not state.model then
    return marks.warn('nothing was loaded, so there is nothing to write; :e tries again')
  elseif state.is_writing then
    return marks.warn('a write is under way')
  end
  state.is_writing = true
  local ok, problem = xpcall(save, debug.traceback, buffer, is_forced)
  state.is_writing = false
  if not ok then
    error(problem, 0)
  end
end

--- Whether the text says what the model says, so that nothing is left to write.
function M.is_settled(buffer)
  local state = buffers.state(buffer)
  return next(state.conflicts) == nil and diff.is_empty(make_plan(state, buffers.parse(buffer)))
end

return M
