--- `:Todo` and its words.
local buffers = require('todo.buffer')
local config = require('todo.config')
local connection = require('todo.connection')
local edit = require('todo.edit')
local history = require('todo.history')
local line = require('todo.line')
local marks = require('todo.marks')
local save = require('todo.save')
local unclear = require('todo.unclear')
local views = require('todo.views')

local M = {}

local function current_list()
  local state = buffers.state(0)
  return state and state.model and state or nil
end

local function today()
  local state = current_list()
  return state and state.model.today or os.date('%Y-%m-%d')
end

-- Going places

local function go_to_line(buffer, number)
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    if window == vim.api.nvim_get_current_win() then
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(window, { number, 0 })
    end
  end
end

local function line_of_heading(buffer, category)
  for _, section in ipairs(buffers.parse(buffer).sections) do
    if section.category == category then
      return section.line or 1
    end
  end
end

--- Loads more of a list, which is possible only where nothing is edited.
local function load_more(buffer, wanted)
  local state = buffers.state(buffer)
  if vim.bo[buffer].modified then
    return marks.warn('write your edits first (:w), or drop them (:e!)')
  end
  state.wanted = wanted
  local error = buffers.reload(buffer)
  if error then
    marks.warn(error.message)
  end
end

local function more()
  local state = current_list()
  if not state then
    marks.warn(':Todo more works in a list')
  elseif not state.model.cursor then
    marks.say('that is all')
  else
    load_more(vim.api.nvim_get_current_buf(), vim.tbl_count(state.model.todos) + config.limit())
  end
end

--- The section of an index title, and how many todos stand before it.
local function find_index(model, title)
  for _, entry in ipairs(model.index) do
    if entry.title:lower() == title:lower() then
      local before = 0
      for number = 1, entry.section do
        before = before + model.sections[number].count
      end
      return model.sections[entry.section + 1], before
    end
  end
end

local function jump(title)
  local buffer = buffers.open(views.name('list'))
  local state = current_list()
  if not state then
    return
  end
  local section, before = find_index(state.model, title)
  if not section or not section.category then
    return marks.warn('nothing stands under ' .. title)
  end
  if not line_of_heading(buffer, section.category) and state.model.cursor then
    load_more(buffer, before + config.limit())
  end
  local number = line_of_heading(buffer, section.category)
  if number then
    go_to_line(buffer, number)
  end
end

local function go_to_todo(id)
  local buffer = buffers.open(views.name('list'))
  local number = current_list() and edit.line_of(buffer, id)
  if not number then
    buffer = buffers.open(views.name('id', id))
    number = current_list() and edit.line_of(buffer, id)
  end
  if number then
    go_to_line(buffer, number)
  end
end

local function pick(text)
  local params = { limit = 1000, fields = { 'title', 'category', 'isCompleted', 'isToday', 'dueOn' } }
  params.filter = text ~= '' and { text = text } or nil
  connection.request('todo.list', params, function(error, page)
    if error then
      return marks.warn(error.message)
    elseif #page.todos == 0 then
      return marks.say('no todos')
    end
    local function format(todo)
      return marks.describe(todo, nil) .. (todo.category ~= '' and '  · ' .. todo.category or '')
    end
    vim.ui.select(page.todos, { prompt = 'Todo', format_item = format, kind = 'todo' }, function(todo)
      if todo then
        go_to_todo(todo.id)
      end
    end)
  end)
end

-- Doing things

--- The category under whose heading the cursor stands, in a list.
local function category_here()
  local found = nil
  if current_list() then
    local row = vim.api.nvim_win_get_cursor(0)[1]
    for _, section in ipairs(buffers.parse(vim.api.nvim_get_current_buf()).sections) do
      if (section.line or 0) <= row then
        found = section.category
      end
    end
  end
  return found
end

local function add(text)
  local item = line.parse('[ ] ' .. text, today())
  if not item then
    return marks.warn('what is to be done? :Todo add TITLE')
  elseif item.unclear then
    return marks.warn((unclear.about_mark(item.unclear, today())))
  end
  local key = vim.fn.sha256(vim.loop.hrtime() .. ' ' .. vim.fn.getpid()):sub(1, 32)
  local params = { title = item.title, category = category_here(), dueOn = item.dueOn, key = key }
  params.isToday = item.isToday or nil
  connection.request('todo.create', params, function(error, todo)
    if error then
      return marks.warn(error.message)
    end
    history.add(1)
    marks.say('added ' .. marks.describe(todo, nil))
  end)
end

local function theirs(is_all)
  local state, buffer = current_list(), vim.api.nvim_get_current_buf()
  if not state then
    return marks.warn(':Todo theirs works in a list')
  end
  local here = line.parse(vim.api.nvim_get_current_line(), state.model.today)
  local ids = is_all and vim.tbl_keys(state.conflicts) or { here and here.id }
  for _, id in ipairs(ids) do
    if not state.conflicts[id] then
      return marks.warn('nobody else has changed this one')
    end
    edit.take_theirs(buffer, id)
  end
  edit.show_problems(buffer, {}, {})
  if save.is_settled(buffer) then
    buffers.reload(buffer)
  end
end

local function detail()
  local state = current_list()
  local here = state and line.parse(vim.api.nvim_get_current_line(), state.model.today)
  if not here or not here.id then
    return marks.warn('the cursor is not on a todo that the store has')
  end
  buffers.open(views.name('detail', here.id), 'belowright')
end

local function pet(kind)
  connection.request('pet.random', { kind = kind, allowOffline = true }, function(error, animal)
    if error then
      return marks.warn(error.message)
    end
    connection.request('pet.image', { kind = kind, id = animal.id }, function(image_error, image)
      local breeds = #animal.breeds > 0 and table.concat(animal.breeds, ', ') or 'of no known breed'
      local source = animal.source == 'network' and '' or ' (' .. animal.source .. ')'
      marks.say(kind .. ', ' .. breeds .. source .. ': ' .. (image and image.path or image_error.message))
    end)
  end)
end

-- The page of the keys. Where nobody has made the tags, as in a folder that was only put on 'runtimepath', they are made.
local function help()
  local function shows() return (pcall(vim.cmd, 'help todo-keys')) end
  if not shows() then
    local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h') .. '/doc'
    if not (pcall(vim.cmd, 'helptags ' .. vim.fn.fnameescape(folder)) and shows()) then
      marks.warn('there are no tags: ' .. folder .. '/todo.txt is the help')
    end
  end
end

-- The command

local WORDS = {
  add = { run = function(text) add(text) end },
  cat = { run = function() pet('cat') end },
  dog = { run = function() pet('dog') end },
  detail = { run = detail },
  help = { run = help },
  jump = { run = function(text) jump(text) end },
  list = { run = function(_, _, where) buffers.open(views.name('list'), where) end },
  more = { run = more },
  pick = { run = function(text) pick(text) end },
  redo = { run = function() history.redo() end },
  search = {
    run = function(text, _, where)
      if text == '' then
        return marks.warn('for what? :Todo search TEXT')
      end
      buffers.open(views.name('search', text), where)
    end,
  },
  stop = { run = function() connection.stop() end },
  theirs = { run = function(_, is_all) theirs(is_all) end },
  today = { run = function(_, _, where) buffers.open(views.name('today'), where) end },
  undo = { run = function(_, is_anyones) history.undo(is_anyones) end },
  upcoming = { run = function(_, _, where) buffers.open(views.name('upcoming'), where) end },
}

--- options: as nvim_create_user_command gives them.
function M.run(options)
  buffers.follow()
  local word, rest = options.args:match('^%s*(%S*)%s*(.-)%s*$')
  local command = WORDS[word == '' and 'list' or word]
  if not command then
    return marks.warn('there is no :Todo ' .. word .. '; see :Todo help')
  end
  command.run(rest, options.bang, options.mods)
end

local function starting_with(list, start)
  local found = {}
  for _, each in ipairs(list) do
    if each:lower():sub(1, #start) == start:lower() then
      table.insert(found, each)
    end
  end
  table.sort(found)
  return found
end

function M.complete(lead, command_line)
  local word = command_line:match('Todo!?%s+(%S+)%s')
  if not word then
    return starting_with(vim.tbl_keys(WORDS), lead)
  elseif word == 'jump' and current_list() then
    local titles = {}
    for _, entry in ipairs(current_list().model.index) do
      table.insert(titles, entry.title)
    end
    return starting_with(titles, lead)
  end
  return {}
end

return M
