--- The conversation with the server. It outlives the server: one that ends is started again, and what it left
--- unanswered is sent again where that is safe, which is what only reads, what takes a `key`, and what says
--- the same thing when it is said twice.
local config = require('todo.config')
local rpc = require('todo.rpc')

local M = {}

local PAUSES = { 0, 50, 200, 500, 1000 } -- Milliseconds before each further start; after the last it is given up.
local MOST_TRIES = 5 -- Of one request, should it be what ends the server.
local WINDOW = 64 -- How many requests of a write are under way at once.
M.timeout = 20000

local REPEATABLE = {
  ['todo.get'] = true,
  ['todo.list'] = true,
  ['sections.list'] = true,
  ['sections.rename'] = true, -- Only ever to a title that it then has.
  ['sections.move'] = true, -- Only ever next to a section by which it then stands.
  ['pet.random'] = true,
  ['pet.image'] = true,
}

local phase = 'down' -- then 'starting', then 'up'
local server, run, failures = nil, 0, 0
local queue, outstanding, hearers = {}, {}, {}
M.session = nil

local function lost(message)
  return { code = 0, is_lost = true, message = message }
end

local function may_repeat(request)
  return (REPEATABLE[request.method] or (request.params and request.params.key ~= nil)) and request.tries < MOST_TRIES
end

local function tell(event, params)
  for _, hearer in ipairs(hearers) do
    hearer(event, params)
  end
end

--- hearer(event, params): 'changed' with the params of todo.didChange; 'back' when a server that ended was started
--- again, so that notifications may have been missed; 'down' when that failed.
function M.listen(hearer)
  table.insert(hearers, hearer)
end

-- Sending

local function send(request)
  request.tries = request.tries + 1
  table.insert(outstanding, request)
  -- Not sent: the server is just ending, and on_exit takes care of all that is outstanding.
  request.id = server.request(request.method, request.params, function(error, result)
    for place, other in ipairs(outstanding) do
      if other == request then
        table.remove(outstanding, place)
        failures = 0
        request.callback(error, result)
        return
      end
    end
  end)
end

local function flush()
  local waiting = queue
  queue = {}
  for _, request in ipairs(waiting) do
    send(request)
  end
end

-- Starting

local start

local function give_up(message)
  phase, failures = 'down', 0
  local waiting = queue
  queue = {}
  tell('down', { message = message })
  for _, request in ipairs(waiting) do
    request.callback(lost(message))
  end
end

local function try_again(message)
  failures = failures + 1
  local pause = PAUSES[failures]
  if not pause then
    return give_up(message)
  end
  phase = 'starting'
  local this_run = run
  vim.defer_fn(function()
    if run == this_run and phase == 'starting' then
      start()
    end
  end, pause)
end

local function on_exit(this_run, code)
  if this_run ~= run then
    return
  end
  local message = 'the server has ended (exit status ' .. tostring(code) .. ')'
  local left, failed = outstanding, {}
  outstanding, server = {}, nil
  local kept = {}
  for _, request in ipairs(left) do
    table.insert(may_repeat(request) and kept or failed, request)
  end
  queue = vim.list_extend(kept, queue)
  try_again(message)
  for _, request in ipairs(failed) do
    request.callback(lost(message))
  end
end

local function is_greeted(this_run, is_return, error, result)
  if this_run ~= run then
    return
  end
  if error then
    return give_up(error.message)
  end
  M.session = result.session
  phase = 'up'
  flush()
  if is_return then
    tell('back')
  end
end

function start()
  run = run + 1
  local this_run, is_return, message = run, M.session ~= nil, nil
  phase = 'starting'
  server, message = rpc.start(config.command(), {
    on_notification = function(method, params)
      if this_run == run and method == 'todo.didChange' then
        tell('changed', params)
      end
    end,
    on_exit = function(code)
      on_exit(this_run, code)
    end,
  })
  if not server then
    return give_up(message)
  end
  local params = { processId = vim.fn.getpid(), clientInfo = { name = 'todo.nvim' } }
  server.request('initialize', params, function(error, result)
    is_greeted(this_run, is_return, error, result)
  end)
end

-- For everyone

--- callback(error, result) is called once, later. error: { code, message, data? }, or is_lost when nobody knows
--- whether the request was carried out.
function M.request(method, params, callback)
  local request = { method = method, params = params, callback = callback, tries = 0 }
  if phase == 'up' then
    send(request)
  else
    table.insert(queue, request)
    if phase == 'down' then
      vim.schedule(function()
        if phase == 'down' then
          start()
        end
      end)
    end
  end
  return request
end

function M.cancel(request)
  if request.id and server then
    server.notify('$/cancelRequest', { id = request.id })
  end
end

--- Lets go of a server that does not answer. Nobody waits any more: what is outstanding is lost.
function M.restart()
  local left, old = vim.list_extend(outstanding, queue), server
  outstanding, queue, server = {}, {}, nil
  run, phase = run + 1, 'down'
  if old then
    old.stop()
  end
  for _, request in ipairs(left) do
    request.callback(lost('the server has been given up'))
  end
end

--- Waits for the result: result, or nil and the error.
function M.call(method, params)
  local answers = M.call_all({ { method = method, params = params } })
  return answers[1].result, answers[1].error
end

--- Sends requests in order, many at once, and waits until all are answered. Each answer, { result } or { error }, is
--- in the place of its request; none where it was not sent, which is so behind one that the store refused (503):
--- each would wait as long as that one.
function M.call_all(calls)
  local answers, under_way, next_call, is_stopped, done = {}, {}, 1, false, 0
  local width, advance = 1, nil
  local function take(number, error, result)
    answers[number] = error and { error = error } or { result = result }
    under_way[number] = nil
    done = done + 1
    if error and error.code == 503 and not is_stopped then
      is_stopped = true
      for _, request in pairs(under_way) do
        M.cancel(request)
      end
    end
    is_stopped = is_stopped or (error ~= nil and error.is_lost == true)
    width = WINDOW
    advance()
  end
  function advance()
    while not is_stopped and next_call <= #calls and next_call - 1 - done < width do
      local number = next_call
      next_call = next_call + 1
      under_way[number] = M.request(calls[number].method, calls[number].params, function(error, result)
        take(number, error, result)
      end)
    end
  end
  advance()
  local function is_finished()
    return next(under_way) == nil and (is_stopped or next_call > #calls)
  end
  local before
  repeat
    before = done
    vim.wait(M.timeout, function()
      return is_finished() or done > before
    end, 5)
  until is_finished() or done == before
  if not is_finished() then
    is_stopped = true
    M.restart()
  end
  return answers
end

--- Ends the server in good order, as Neovim's end does too.
function M.stop()
  local old = server
  outstanding, queue, server = {}, {}, nil
  run, phase, failures, M.session = run + 1, 'down', 0, nil
  if old then
    old.request('shutdown', nil, function() end)
    old.notify('exit')
  end
end

return M
