--- Todos of todo-server in Neovim. See doc/todo.txt.
local M = {}

--- options: { server, store, arguments, limit }; see :help todo-options.
function M.setup(options)
  require('todo.config').set(options)
end

--- For the autocommands and mappings of plugin/ and ftplugin/.

function M.read(buffer)
  local buffers = require('todo.buffer')
  buffers.follow()
  buffers.read(buffer)
end

function M.save(buffer, is_forced)
  local view = require('todo.views').of(vim.api.nvim_buf_get_name(buffer))
  if view and view.detail then
    require('todo.detail').save(buffer, is_forced)
  else
    require('todo.save').save(buffer, is_forced)
  end
end

--- The edits are gone (by u, say): what the store has can be shown again.
function M.on_modified_set(buffer)
  local buffers = require('todo.buffer')
  local state = buffers.state(buffer)
  if state and state.is_stale and not state.is_writing and not vim.bo[buffer].modified then
    buffers.refresh(buffer)
  end
end

local function each_item(first, last, change)
  local buffers, line = require('todo.buffer'), require('todo.line')
  local state = buffers.state(0)
  if not state or not state.model then
    return
  end
  local width = 1
  for id in pairs(state.model.todos) do
    width = math.max(width, #tostring(id))
  end
  for number = first, last do
    local item = line.parse(vim.fn.getline(number), state.model.today)
    if item and not item.heading then
      change(item)
      vim.fn.setline(number, line.render(item, width, state.model.today))
    end
  end
end

--- Sets a mark on all todos of a range: the opposite of what the first of them has.
local function toggle(field, first, last)
  local wish = nil
  each_item(first, last, function(item)
    if wish == nil then
      wish = not item[field]
    end
    item[field] = wish
  end)
end

function M.tick(first, last)
  toggle('isCompleted', first, last)
end

function M.star(first, last)
  toggle('isToday', first, last)
end

return M
