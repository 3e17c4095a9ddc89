--- Edits of the buffer's text that follow from answers: numbers for new todos, todos that come back, conflicts
--- that the user settles.
local buffers = require('todo.buffer')
local line = require('todo.line')
local marks = require('todo.marks')
local model_of = require('todo.model')

local M = {}

local function set_line(buffer, number, text)
  vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { text })
end

local function width_of(model)
  local width = 1
  for id in pairs(model.todos) do
    width = math.max(width, #tostring(id))
  end
  return width
end

--- The line on which a todo stands; nil where none does.
function M.line_of(buffer, id)
  for _, section in ipairs(buffers.parse(buffer).sections) do
    for _, item in ipairs(section.items) do
      if item.id == id then
        return item.line
      end
    end
  end
end

--- Gives a line the number under which the store now has it; the rest stays as the user has left it. nil: no number.
function M.number(buffer, row, id)
  local model = buffers.state(buffer).model
  local text = vim.api.nvim_buf_get_lines(buffer, row - 1, row, false)[1]
  local item = line.parse(text or '', model.today)
  if item and not item.heading then
    item.id = id
    set_line(buffer, row, line.render(item, width_of(model), model.today))
  end
end

--- Makes a todo's line say what the store has.
function M.show_as_stored(buffer, id)
  local model, row = buffers.state(buffer).model, M.line_of(buffer, id)
  if row then
    set_line(buffer, row, line.render(model.todos[id], width_of(model), model.today))
  end
end

--- Gives a heading another title; false where there is no such heading.
function M.rename_heading(buffer, before, now)
  for row, text in ipairs(buffers.lines(buffer)) do
    local said = line.parse(text, nil)
    if said and said.heading == before then
      set_line(buffer, row, line.render_heading(now))
      return true
    end
  end
  return false
end

--- Puts a todo that has no line behind the one that it follows in the model, or under its heading.
function M.put_back(buffer, id)
  local model = buffers.state(buffer).model
  local section, place = model_of.find(model, id)
  local row
  for before = place - 1, 1, -1 do
    row = row or M.line_of(buffer, section.ids[before])
  end
  for _, other in ipairs(row and {} or buffers.parse(buffer).sections) do
    if other.category == section.category then
      row = other.line or 0
    end
  end
  local text = line.render(model.todos[id], width_of(model), model.today)
  local lines = { text }
  if not row then
    lines = { line.render_heading(section.category), text }
    row = vim.api.nvim_buf_line_count(buffer)
  end
  vim.api.nvim_buf_set_lines(buffer, row, row, false, lines)
end

-- Conflicts

local function take_out(model, id)
  model_of.apply(model, { kind = 'delete', id = id, params = {} })
end

--- The model follows the store, as far as this todo goes: what differs from it is then this user's wish.
local function accept(model, id, current)
  if not current then
    return take_out(model, id)
  end
  local section = model_of.find(model, id)
  if section and section.category == current.category then
    model.todos[id] = current
  else
    local params = { id = id, category = current.category }
    model_of.apply(model, { kind = 'move', id = id, params = params }, current)
  end
end

--- A todo that was deleted here and changed elsewhere is shown again, as it is now.
function M.revive(buffer, id, current)
  accept(buffers.state(buffer).model, id, current)
  M.put_back(buffer, id)
end

--- The user's version shall be: the next write makes it, on top of what the store has.
function M.take_mine(buffer, id)
  local state = buffers.state(buffer)
  local conflict = state.conflicts[id]
  state.conflicts[id] = nil
  accept(state.model, id, conflict.current)
end

--- The store's version shall be.
function M.take_theirs(buffer, id)
  local state = buffers.state(buffer)
  local conflict, row = state.conflicts[id], M.line_of(buffer, id)
  state.conflicts[id] = nil
  accept(state.model, id, conflict.current)
  if row then
    vim.api.nvim_buf_set_lines(buffer, row - 1, row, false, {})
  end
  if conflict.current then
    M.put_back(buffer, id)
  end
end

--- Says beside each line what is wrong with it. hints: { { id, message } }; failures: { { operation, error } };
--- others, if any: { { line, message } }.
function M.show_problems(buffer, failures, hints, others)
  local state, list = buffers.state(buffer), vim.list_extend({}, others or {})
  for id, conflict in pairs(state.conflicts) do
    local row, now = M.line_of(buffer, id), conflict.current
    local what = now and 'Someone else has made it: ' .. marks.describe(now, state.model.today)
      or 'Someone else has deleted it.'
    if row then
      table.insert(list, { line = row, message = what .. '  (:w! yours, :Todo theirs)' })
    end
  end
  for _, failure in ipairs(failures) do
    local operation = failure.operation
    table.insert(list, { line = operation.line or 1, message = failure.error.message })
  end
  for _, hint in ipairs(hints) do
    local row = M.line_of(buffer, hint.id)
    if row then
      table.insert(list, { line = row, message = hint.message, is_hint = true })
    end
  end
  marks.show_problems(buffer, list)
end

return M
