--- A buffer that is the detail of one todo: todo://detail/NUMBER.
local connection = require('todo.connection')
local history = require('todo.history')
local marks = require('todo.marks')

local M = {}

--- By buffer: the todo as it was loaded, and what someone else has made of it since.
local states = {}
local counter = 0

local function show(buffer, todo)
  states[buffer] = { todo = todo }
  vim.bo[buffer].modifiable = true
  local levels = vim.bo[buffer].undolevels
  vim.bo[buffer].undolevels = -1
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(todo.detail, '\n', { plain = true }))
  vim.bo[buffer].undolevels = levels
  vim.bo[buffer].modified = false
  marks.show_news(buffer, '  ' .. marks.describe(todo, nil))
  marks.show_problems(buffer, {})
end

function M.read(buffer, id)
  vim.bo[buffer].buftype, vim.bo[buffer].swapfile = 'acwrite', false
  vim.bo[buffer].modified, vim.bo[buffer].modifiable = false, false
  local todo, error = connection.call('todo.get', { id = id })
  if not todo then
    return marks.warn(error.message)
  end
  show(buffer, todo)
end

--- Sends the detail on top of the version that was loaded, or of `conflict` if the user says so.
local function send(state, detail, is_forced)
  local base = is_forced and state.conflict or state.todo
  local wish = detail .. '\n' .. base.revision
  if not state.key or state.wish ~= wish then
    counter = counter + 1
    state.key = vim.fn.sha256(table.concat({ vim.loop.hrtime(), vim.fn.getpid(), counter }, ' ')):sub(1, 32)
    state.wish = wish
  end
  local params = { id = base.id, detail = detail, ifRevision = base.revision, key = state.key }
  return connection.call('todo.update', params)
end

function M.save(buffer, is_forced)
  local state = states[buffer]
  if not state then
    return marks.warn('nothing was loaded, so there is nothing to write; :e tries again')
  end
  local detail = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  local todo, error = send(state, detail, is_forced)
  local current = error and error.data and error.data.current
  if current and current.detail == state.todo.detail then
    state.todo = current -- Someone else has changed something else: both can be had.
    todo, error = send(state, detail, false)
    current = error and error.data and error.data.current
  end
  if todo then
    history.add(todo.revision ~= state.todo.revision and 1 or 0)
    show(buffer, todo)
    marks.say('detail of ' .. todo.id .. ' written')
  elseif current then
    state.conflict = current
    local theirs = 'Someone else has made it: ' .. current.detail
    marks.show_problems(buffer, { { line = 1, message = theirs:gsub('\n', ' ⏎ ') } })
    marks.warn('someone else has changed it; :w! writes yours, :e! shows theirs')
  else
    marks.warn(error.message .. ' Your text is kept')
  end
end

--- Follows the store, as far as the user has not edited.
local function follow(buffer, state)
  connection.request('todo.get', { id = state.todo.id }, function(error, todo)
    if states[buffer] ~= state or not vim.api.nvim_buf_is_loaded(buffer) then
      return
    elseif error then
      marks.show_news(buffer, error.message)
    elseif todo.revision == state.todo.revision then
      return
    elseif vim.bo[buffer].modified then
      marks.show_news(buffer, 'It has changed in the store: ' .. marks.describe(todo, nil))
    else
      show(buffer, todo)
    end
  end)
end

connection.listen(function(event)
  for buffer, state in pairs(event ~= 'down' and states or {}) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      follow(buffer, state)
    end
  end
end)

return M
