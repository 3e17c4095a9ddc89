-- What the specs are written with. Each `it` has a folder with a store of its own, and a server of its own.
local results = io.open(vim.env.SCRATCH .. '/results', 'w')
local number = 0
local jobs = {}

messages = {} -- What the plugin has said since the test began.
vim.api.nvim_echo = function(chunks)
  table.insert(messages, chunks[1][1])
end
local real_notify = vim.notify
vim.notify = function(text, ...)
  table.insert(messages, text)
  return real_notify(text, ...)
end

vim.o.hidden = true
vim.cmd('runtime plugin/todo.lua')
vim.cmd('filetype plugin on')
vim.cmd('syntax on')

local function show(value)
  return type(value) == 'string' and value or vim.inspect(value)
end

function eq(expected, actual, what)
  if not vim.deep_equal(expected, actual) then
    error((what or 'value') .. '\nexpected: ' .. show(expected) .. '\ngot:      ' .. show(actual), 2)
  end
end

function ok(value, what)
  if not value then
    error((what or 'not so') .. '\nmessages: ' .. show(messages), 2)
  end
  return value
end

--- Waits for a condition, with a limit.
function wait(condition, what)
  local found
  vim.wait(60000, function()
    found = condition()
    return found
  end, 10)
  if not found then
    error('waited in vain: ' .. (what or '?') .. '\nmessages: ' .. show(messages), 2)
  end
  return found
end

function said(text)
  for _, message in ipairs(messages) do
    if message:find(text, 1, true) then
      return true
    end
  end
  return false
end

-- The store, from outside

local function server_command(...)
  return { vim.env.SERVER, '--store', folder .. '/todos.sqlite', '--cache', folder .. '/pets', ... }
end

--- What another client does: requests as { method, params }, each answered; the results or errors.
function other(...)
  local lines = {}
  for id, call in ipairs({ ... }) do
    local request = { jsonrpc = '2.0', id = id, method = call[1], params = call[2] }
    table.insert(lines, vim.json.encode(request))
  end
  local answers = {}
  for text in vim.gsplit(vim.fn.system(server_command(), table.concat(lines, '\n') .. '\n'), '\n') do
    if text ~= '' then
      local reply = vim.json.decode(text, { luanil = { object = true } })
      answers[reply.id] = reply.result or reply.error
    end
  end
  return unpack(answers)
end

--- Todos as 'title' or { title, category, … }; ids count up from 1.
function seed(...)
  local calls = {}
  for _, todo in ipairs({ ... }) do
    table.insert(calls, { 'todo.create', type(todo) == 'string' and { title = todo, category = 'Home' } or todo })
  end
  return other(unpack(calls))
end

function stored(id)
  return (other({ 'todo.get', { id = id } }))
end

--- The whole store as 'Category: title, title*' (* done) in order.
function outline()
  local parts, last = {}, nil
  for _, todo in ipairs(other({ 'todo.list', { limit = 1000 } }).todos) do
    if todo.category ~= last then
      table.insert(parts, todo.category .. ':')
      last = todo.category
    end
    table.insert(parts, todo.title .. (todo.isCompleted and '*' or ''))
  end
  return table.concat(parts, ' ')
end

function revision()
  return other({ 'sections.list', { includeTodos = false } }).revision
end

--- Holds the store's write lock until the function that comes back is called.
function lock()
  local program = [[
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
]]
  local is_locked = false
  local job = vim.fn.jobstart({ 'python3', '-c', program, folder .. '/todos.sqlite' }, {
    on_stdout = function()
      is_locked = true
    end,
  })
  jobs[job] = true
  wait(function()
    return is_locked
  end, 'the lock')
  return function()
    vim.fn.chanclose(job, 'stdin')
    vim.fn.jobwait({ job }, 5000)
    jobs[job] = nil
  end
end

-- The server under the plugin

--- Puts the proxy between, see proxy.py.
function use_proxy()
  local arguments = { vim.env.HERE .. '/proxy.py', folder }
  vim.list_extend(arguments, server_command('--cat-api', 'http://127.0.0.1:1', '--dog-api', 'http://127.0.0.1:1'))
  require('todo').setup({ server = 'python3', arguments = arguments })
end

function server_pids()
  local ok_to_read, lines = pcall(vim.fn.readfile, folder .. '/pids')
  return ok_to_read and lines or {}
end

function kill_server()
  local pids = server_pids()
  vim.loop.kill(tonumber(pids[#pids]), 'sigkill')
  return #pids
end

function write_file(name, text)
  local file = io.open(folder .. '/' .. name, 'w')
  file:write(text or '')
  file:close()
end

-- The buffer

--- `:Todo` and words, and what they open is loaded.
function todo(words)
  vim.cmd('Todo ' .. words)
  wait(function()
    return vim.bo.modifiable
  end, 'the list')
end

function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

function set_lines(list)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, list)
end

function find(text)
  for row, each in ipairs(lines()) do
    if each:find(text, 1, true) then
      return row
    end
  end
end

--- Replaces in the line that contains `text`.
function change(text, pattern, replacement)
  local row = ok(find(text), 'no line with ' .. text)
  vim.fn.setline(row, (vim.fn.getline(row):gsub(pattern, replacement)))
end

--- Waits until the buffer has these lines.
function shows(expected)
  vim.wait(60000, function()
    return vim.deep_equal(expected, lines())
  end, 10)
  eq(expected, lines(), 'lines')
end

function problems()
  local list = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, (diagnostic.lnum + 1) .. ' ' .. diagnostic.message)
  end
  table.sort(list)
  return list
end

--- Text that stands beside the buffer's own.
function virtual_text()
  local parts = {}
  for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
      for _, chunk in ipairs(mark[4].virt_text or {}) do
        table.insert(parts, (mark[2] + 1) .. ' ' .. chunk[1])
      end
    end
  end
  table.sort(parts)
  return parts
end

-- Running

function it(name, test)
  if not name:find(vim.env.ONLY or '', 1, true) then
    return
  end
  number = number + 1
  folder = vim.env.SCRATCH .. '/' .. vim.fn.getpid() .. '-' .. number
  vim.fn.mkdir(folder, 'p')
  messages = {}
  local arguments = { '--cache', folder .. '/pets', '--cat-api', 'http://127.0.0.1:1', '--dog-api', 'http://127.0.0.1:1' }
  require('todo').setup({ server = vim.env.SERVER, store = folder .. '/todos.sqlite', arguments = arguments })
  local passed, problem = xpcall(test, debug.traceback)
  for job in pairs(jobs) do
    vim.fn.jobstop(job)
  end
  jobs = {}
  require('todo.connection').stop()
  vim.cmd('silent! %bwipeout!')
  results:write((passed and 'ok' or 'not ok') .. ' - ' .. name .. '\n')
  for _, text in ipairs(passed and {} or vim.split(problem, '\n')) do
    results:write('# ' .. text .. '\n')
  end
  results:flush()
end

--- Runs a spec. Its 'end' says that nothing has cut it off.
function Run(spec)
  local passed, problem = xpcall(dofile, debug.traceback, spec)
  if not passed then
    results:write('not ok - ' .. spec .. '\n# ' .. problem:gsub('\n', '\n# ') .. '\n')
  end
  results:write('end\n')
  results:close()
  vim.cmd('qall!')
end
