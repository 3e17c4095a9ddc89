--- The options: require('todo').setup({ … }), or g:todo_server, g:todo_store, g:todo_arguments, g:todo_limit.
local M = {}

local given = {}

function M.set(options)
  given = options or {}
end

local function option(name, default)
  if given[name] ~= nil then
    return given[name]
  end
  local value = vim.g['todo_' .. name]
  return value == nil and default or value
end

--- The server named by the user, the one on the PATH, or the build of the repository that this file is in.
local function find_server()
  local named = option('server', vim.env.TODO_SERVER)
  if named and named ~= '' then
    return vim.fn.expand(named)
  end
  if vim.fn.executable('todo-server') == 1 then
    return 'todo-server'
  end
  local here = vim.fn.resolve(debug.getinfo(1, 'S').source:sub(2))
  return vim.fn.fnamemodify(here, ':p:h:h:h:h:h') .. '/.build/release/todo-server'
end

--- The command line of the server, as a list.
function M.command()
  local words = { find_server() }
  local store = option('store')
  if store and store ~= '' then
    vim.list_extend(words, { '--store', vim.fn.expand(store) })
  end
  return vim.list_extend(words, option('arguments', {}))
end

--- How many todos are loaded at first, and with each `:Todo more`.
function M.limit()
  return math.max(1, option('limit', 500))
end

return M
