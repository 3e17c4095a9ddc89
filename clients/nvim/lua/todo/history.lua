--- Undo and redo of writes as a whole. The server takes back one change at a time, the newest of this session first;
--- how many belong together is known here.
local connection = require('todo.connection')
local marks = require('todo.marks')

local M = {}

--- { count, session } for each write; the session is another one after a restart of the server.
local undoable = {}
--- { revisions } for each undo, in the order in which they are to be taken back.
local redoable = {}

function M.add(count)
  if count > 0 then
    table.insert(undoable, { count = count, session = connection.session })
    redoable = {}
  end
end

local function describe(todos, verb)
  local names = {}
  for _, todo in ipairs(todos or {}) do
    table.insert(names, todo ~= vim.NIL and '“' .. todo.title .. '”' or nil)
  end
  return verb .. (#names > 0 and ': ' .. table.concat(names, ', ', 1, math.min(3, #names)) or '')
end

--- Takes back changes one after the other. Gives the revisions of the undos, newest first, the todos, and the error
--- that ended it early.
local function take_back(steps)
  local revisions, todos = {}, {}
  for _, params in ipairs(steps) do
    local result, error = connection.call('todo.undo', next(params) and params or nil)
    if error then
      return revisions, todos, error
    end
    table.insert(revisions, 1, result.revision)
    vim.list_extend(todos, result.todos or {})
  end
  return revisions, todos, nil
end

local function report(verb, revisions, todos, error)
  if error then
    local part = #revisions == 1 and '1 change taken back, then: ' or #revisions .. ' changes taken back, then: '
    marks.warn((#revisions > 0 and part or '') .. error.message)
  else
    marks.say(describe(todos, verb))
  end
end

--- is_anyones: the newest change in the store, whoever made it; else the last write of this Neovim.
function M.undo(is_anyones)
  local last = undoable[#undoable]
  local steps = {}
  if is_anyones then
    steps = { { scope = 'store' } }
  elseif not last then
    return marks.warn('nothing of yours to undo; :Todo! undo takes back the newest change, whoever made it')
  elseif last.session ~= connection.session then
    undoable = {}
    return marks.warn('the server was started again since; :Todo! undo takes back the newest change in the store')
  else
    for _ = 1, last.count do
      table.insert(steps, vim.empty_dict())
    end
  end
  local revisions, todos, error = take_back(steps)
  if #revisions > 0 then
    table.insert(redoable, { revisions = revisions, is_anyones = is_anyones })
  end
  if not is_anyones and (#revisions > 0 or (error and error.code ~= 503)) then
    table.remove(undoable)
  end
  report('taken back', revisions, todos, error)
end

function M.redo()
  local last = table.remove(redoable)
  if not last then
    return marks.warn('nothing to redo')
  end
  local steps = {}
  for _, revision in ipairs(last.revisions) do
    table.insert(steps, { revision = revision })
  end
  local revisions, todos, error = take_back(steps)
  if #revisions > 0 and not last.is_anyones then
    table.insert(undoable, { count = #revisions, session = connection.session })
  elseif error and error.code == 503 then
    table.insert(redoable, last)
  end
  report('done again', revisions, todos, error)
end

return M
