--- A buffer that is the list: opened, shown, and kept up to date.
local config = require('todo.config')
local connection = require('todo.connection')
local document = require('todo.document')
local line = require('todo.line')
local marks = require('todo.marks')
local model_of = require('todo.model')
local store = require('todo.store')
local views = require('todo.views')

local M = {}

local FIRST_WAIT = 1000 -- Milliseconds for which opening waits, so that a quick server's list is there at once.
local REST = 100 -- Milliseconds between a notification and the refresh: what comes meanwhile is one refresh.

--- By buffer: view, model, wanted (how many todos), conflicts by id, doubt (requests), is_stale (the store has more
--- than is shown), has_said (that it has), is_writing, is_resting, load (the number of the newest load: what an older
--- one brings is dropped).
local states = {}

function M.state(buffer)
  return states[buffer == 0 and vim.api.nvim_get_current_buf() or buffer]
end

function M.lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

function M.parse(buffer)
  local model = states[buffer].model
  return document.parse(M.lines(buffer), model.today, model_of.titles_of_none(model))
end

-- Cursors

local function id_of(text, today)
  local said = line.parse(text or '', today)
  return said and said.id, said and said.heading
end

--- Where each window on the buffer looks, in todos rather than lines.
local function remember_windows(buffer)
  local remembered = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local position = vim.api.nvim_win_get_cursor(window)
    local text = vim.api.nvim_buf_get_lines(buffer, position[1] - 1, position[1], false)[1]
    local id, heading = id_of(text, nil)
    local top = vim.api.nvim_win_call(window, vim.fn.winsaveview).topline
    remembered[window] = { position = position, id = id, heading = heading, top = top }
  end
  return remembered
end

local function restore_windows(buffer, remembered, places)
  local line_of, line_of_heading = {}, {}
  for number, place in pairs(places) do
    if place.id then
      line_of[place.id] = number
    else
      line_of_heading[place.category] = number
    end
  end
  local last = vim.api.nvim_buf_line_count(buffer)
  for window, was in pairs(remembered) do
    local found = was.id and line_of[was.id] or was.heading and line_of_heading[was.heading] or was.position[1]
    local number = math.min(found, last)
    vim.api.nvim_win_set_cursor(window, { number, was.position[2] })
    -- Who saw the top sees it still, with the heading that a first todo gets.
    local is_near_top = was.top == 1 and number <= vim.api.nvim_win_get_height(window)
    local top = is_near_top and 1 or math.max(1, number - was.position[1] + was.top)
    vim.api.nvim_win_call(window, function()
      vim.fn.winrestview({ topline = top })
    end)
  end
end

-- Showing

--- Replaces the lines that differ, and forgets the edits before it: undoing them later would take back, as this
--- user's edit, what somebody else has done since.
local function replace_lines(buffer, lines)
  local old, first = M.lines(buffer), 1
  while first <= #old and first <= #lines and old[first] == lines[first] do
    first = first + 1
  end
  local old_last, last = #old, #lines
  while old_last >= first and last >= first and old[old_last] == lines[last] do
    old_last, last = old_last - 1, last - 1
  end
  if old_last < first and last < first then
    return
  end
  local levels = vim.bo[buffer].undolevels
  vim.bo[buffer].undolevels = -1
  vim.api.nvim_buf_set_lines(buffer, first - 1, old_last, false, vim.list_slice(lines, first, last))
  vim.bo[buffer].undolevels = levels
end

function M.show(buffer, model)
  local state, windows = states[buffer], remember_windows(buffer)
  local lines, places = document.render(model)
  state.model, state.conflicts, state.is_stale, state.has_said = model, {}, false, false
  vim.bo[buffer].modifiable = true
  replace_lines(buffer, #lines > 0 and lines or { '' })
  vim.bo[buffer].modified = false
  restore_windows(buffer, windows, places)
  marks.show_counts(buffer, model, places, state.view.is_whole)
  marks.show_due(buffer, model.today)
  marks.show_news(buffer, nil)
  marks.show_problems(buffer, {})
end

local function say_stale(buffer)
  local state = states[buffer]
  state.is_stale = true
  if not state.has_said then
    state.has_said = true
    marks.show_news(buffer, 'The store has changed. :w writes your edits, then shows it; :e! drops them.')
    marks.warn('the store has changed under your edits; nothing of yours is lost')
  end
end

-- Loading

local function is_usable(buffer)
  return states[buffer] ~= nil and vim.api.nvim_buf_is_loaded(buffer)
end

--- Loads anew. Behind edits it only says that there is news. done(error): optional.
function M.refresh(buffer, done)
  local state = states[buffer]
  state.load = state.load + 1
  local this_load = state.load
  store.load(state.view, state.wanted, function(error, model)
    if not is_usable(buffer) or states[buffer] ~= state or state.load ~= this_load then
      return
    end
    if error then
      marks.show_news(buffer, error.message)
    elseif state.model and vim.bo[buffer].modified then
      if model.revision > state.model.revision then
        say_stale(buffer)
      end
    elseif state.is_writing then
      state.is_stale = true
    else
      M.show(buffer, model)
    end
    if done then
      done(error)
    end
  end)
end

--- Loads and waits for it, whatever the buffer holds. The error, if there is one.
function M.reload(buffer)
  local state, is_done, failure, loaded = states[buffer], false, nil, nil
  state.load = state.load + 1
  store.load(state.view, state.wanted, function(error, model)
    is_done, failure, loaded = true, error, model
  end)
  -- Loading very much takes its time.
  vim.wait(connection.timeout + state.wanted, function()
    return is_done
  end, 5)
  if loaded then
    M.show(buffer, loaded)
    return nil
  end
  return failure or { message = 'no answer' }
end

-- Opening

local function set_options(buffer)
  local options = vim.bo[buffer]
  options.buftype, options.bufhidden, options.swapfile = 'acwrite', 'hide', false
  if options.filetype ~= 'todo' then
    options.filetype = 'todo'
  end
end

--- For BufReadCmd: fills the buffer by its name. Also for :e!, which drops what was edited.
function M.read(buffer)
  local view = views.of(vim.api.nvim_buf_get_name(buffer))
  if not view then
    return marks.warn('there is no such view; see :help todo-views')
  elseif view.detail then
    return require('todo.detail').read(buffer, view.detail)
  end
  local before = states[buffer]
  states[buffer] = {
    view = view,
    wanted = before and before.wanted or config.limit(),
    conflicts = {},
    doubt = {},
    load = before and before.load or 0,
  }
  set_options(buffer)
  vim.bo[buffer].modified = false
  vim.bo[buffer].modifiable = false
  local is_done = false
  M.refresh(buffer, function(error)
    is_done = true
    if error then
      marks.warn(error.message)
    end
  end)
  vim.wait(FIRST_WAIT, function()
    return is_done
  end, 5)
end

--- Shows the buffer of that name; where is a word such as 'vertical', for a window of its own.
function M.open(name, where)
  local buffer = vim.fn.bufadd(name)
  vim.bo[buffer].buflisted = true
  local window = vim.fn.win_findbuf(buffer)[1]
  if where and where ~= '' then
    vim.cmd(where .. ' split')
  elseif window and vim.api.nvim_win_get_tabpage(window) == vim.api.nvim_get_current_tabpage() then
    vim.api.nvim_set_current_win(window)
  end
  vim.cmd('hide buffer ' .. buffer)
  return buffer
end

function M.forget(buffer)
  states[buffer] = nil
end

-- Following the store

local function is_news(state, revision)
  return state.model == nil or revision == nil or revision > state.model.revision
end

local function refresh_later(buffer, state, revision)
  if state.is_resting then
    return
  end
  state.is_resting = true
  vim.defer_fn(function()
    state.is_resting = false
    if is_usable(buffer) and states[buffer] == state and is_news(state, revision) then
      M.refresh(buffer)
    end
  end, REST)
end

--- revision: the store's; nil when notifications may have been missed. is_own: this Neovim has made the change.
local function refresh_all(revision, is_own)
  for buffer, state in pairs(states) do
    if is_news(state, revision) and vim.api.nvim_buf_is_loaded(buffer) then
      local is_edited = state.model ~= nil and vim.bo[buffer].modified
      if is_edited and is_own then
        state.is_stale = true -- No news for this user, but to be shown when the edits are gone.
      elseif not (is_edited and state.has_said) then
        refresh_later(buffer, state, revision)
      end
    end
  end
end

local is_following = false

function M.follow()
  if is_following then
    return
  end
  is_following = true
  connection.listen(function(event, params)
    if event == 'changed' then
      refresh_all(params.revision, params.origin == 'self')
    elseif event == 'back' then
      refresh_all(nil, false)
    elseif event == 'down' then
      marks.warn(params.message .. '; the next command tries again')
    end
  end)
end

return M
