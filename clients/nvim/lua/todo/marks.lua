--- What stands in a buffer beside its text: counts behind headings, who is in conflict with whom, what is due.
local dates = require('todo.dates')
local line = require('todo.line')

local M = {}

local counts = vim.api.nvim_create_namespace('todo-counts')
local news = vim.api.nvim_create_namespace('todo-news')
local doubts = vim.api.nvim_create_namespace('todo-doubts')
local problems = vim.api.nvim_create_namespace('todo-problems')

vim.diagnostic.config({ virtual_text = { prefix = '' }, signs = true, underline = false }, problems)

local function virtual(buffer, namespace, row, text, group)
  vim.api.nvim_buf_set_extmark(buffer, namespace, row, 0, { virt_text = { { text, group } }, virt_text_pos = 'eol' })
end

--- Counts behind the headings, and the titles that the server gives to what has none.
function M.show_counts(buffer, model, places, is_whole)
  vim.api.nvim_buf_clear_namespace(buffer, counts, 0, -1)
  local by_category = {}
  for _, section in ipairs(model.sections) do
    if section.category then
      by_category[section.category] = section
    end
  end
  for number, place in pairs(places) do
    local section = place.category and by_category[place.category]
    if section then
      local title = place.category == '' and section.title .. ' ' or ''
      local count = is_whole and section.completedCount .. '/' .. section.count or ''
      virtual(buffer, counts, number - 1, title .. count, 'todoCount')
    end
  end
  if next(model.todos) == nil then
    virtual(buffer, counts, 0, 'Nothing here. Type a line, and :w makes it a todo.', 'todoCount')
  end
end

--- Marks what is due, by a pattern of days, so that it follows what is typed.
function M.show_due(buffer, today)
  if vim.b[buffer].todo_due == today then
    return
  end
  vim.b[buffer].todo_due = today
  vim.api.nvim_buf_call(buffer, function()
    vim.cmd('silent! syntax clear todoDue')
    vim.cmd('syntax match todoDue /@' .. dates.pattern_until(today) .. '\\>/ contained')
  end)
end

function M.show_news(buffer, text)
  vim.api.nvim_buf_clear_namespace(buffer, news, 0, -1)
  if text then
    virtual(buffer, news, 0, text, 'todoNews')
  end
end

--- list: { { line, message, is_hint? } }
function M.show_problems(buffer, list)
  local diagnostics = {}
  for _, problem in ipairs(list) do
    table.insert(diagnostics, {
      lnum = problem.line - 1,
      col = 0,
      message = problem.message,
      severity = problem.is_hint and vim.diagnostic.severity.INFO or vim.diagnostic.severity.WARN,
      source = 'todo',
    })
  end
  vim.diagnostic.set(problems, buffer, diagnostics)
end

--- Lines of which it is not known whether the store has them. A mark stays with its line through edits.
function M.set_doubt(buffer, number)
  return vim.api.nvim_buf_set_extmark(buffer, doubts, number - 1, 0, {})
end

function M.take_doubt(buffer, mark)
  local position = vim.api.nvim_buf_get_extmark_by_id(buffer, doubts, mark, {})
  vim.api.nvim_buf_del_extmark(buffer, doubts, mark)
  return position[1] and position[1] + 1
end

--- One sentence at the bottom of the screen.
function M.say(text, group)
  vim.api.nvim_echo({ { 'todo: ' .. text, group } }, true, {})
end

function M.warn(text)
  M.say(text, 'WarningMsg')
end

function M.describe(todo, today)
  return vim.trim(line.render(todo, 1, today))
end

return M
