--- vim.lsp.rpc of Neovim 0.7 to 0.11, as one interface. Only this file knows the differences.
local M = {}

--- Later versions may make what was a table of functions an object with methods.
local function bind(client, name)
  local is_function = rawget(client, name) ~= nil
  return function(...)
    if is_function then
      return client[name](...)
    end
    return client[name](client, ...)
  end
end

--- handlers: on_notification(method, params), on_exit(code), both called where the API may be used.
--- nil and a sentence when the server cannot be started.
function M.start(command, handlers)
  if vim.fn.executable(command[1]) ~= 1 then
    return nil, command[1] .. ' is not there: put todo-server on the PATH, or name it in g:todo_server'
  end
  local dispatchers = {
    notification = handlers.on_notification,
    on_exit = vim.schedule_wrap(handlers.on_exit),
    on_error = function() end,
  }
  local ok, client
  if vim.fn.has('nvim-0.10') == 1 then
    ok, client = pcall(vim.lsp.rpc.start, command, dispatchers)
  else
    ok, client = pcall(vim.lsp.rpc.start, command[1], vim.list_slice(command, 2), dispatchers)
  end
  if not ok or not client then
    return nil, command[1] .. ' could not be started' .. (ok and '' or ': ' .. tostring(client))
  end
  return M.wrap(client)
end

function M.wrap(client)
  local request, notify = bind(client, 'request'), bind(client, 'notify')
  local rpc = { notify = notify }

  --- callback(error, result), always once, unless the server ends. Gives the id of the request.
  function rpc.request(method, params, callback)
    local is_answered = false
    local function answer(error, result)
      if not is_answered then
        is_answered = true
        callback(error, result)
      end
    end
    -- vim.lsp.rpc keeps the answer to a cancelled request to itself, but for this second callback.
    local function has_come()
      vim.schedule(function()
        answer({ code = -32800, message = 'cancelled', data = { kind = 'cancelled' } })
      end)
    end
    local is_sent, id = request(method, params, answer, has_come)
    return is_sent and id or nil
  end

  --- Ends the server, at once where that is possible.
  function rpc.stop()
    if client.handle and not client.handle:is_closing() then
      client.handle:kill('sigkill')
    elseif client.terminate then
      bind(client, 'terminate')()
    end
  end
  return rpc
end

return M
