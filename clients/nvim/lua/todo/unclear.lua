--- Lines that may be meant in two ways, so that a write asks rather than guesses. Pure.
local dates = require('todo.dates')

local M = {}

local function last_word(text)
  return text:match('(%S+)$')
end

--- Of `@32`: a day that was meant otherwise, or the end of a title? Two sentences: for the line, and a brief one.
function M.about_mark(word, today)
  local brief = string.format('“%s” is no day', word)
  if dates.resolve(word:sub(2), today) then
    brief = string.format('“%s” is one day too many', word)
  end
  local message = '%s. A day is @today, @fri, @+7, @2030-01-31; “%s \\” has the word in the title.'
  return string.format(message, brief, word), brief
end

--- Of `12 Milk`, where nothing else is todo 12: a todo that would be deleted and made anew, if it were believed.
local function about_number(number)
  local message = 'This has no box: “%d [ ] …” is todo %d, “[ ] %d …” a new one.'
  return string.format(message, number, number, number), string.format('%d has lost its box', number)
end

--- As { { line, message, brief } }. todo_of(id): a todo as it was written last, with the marks that its title may
--- keep; nil where nobody knows it.
function M.find(document, todo_of, model)
  local found, has_line = {}, {}
  for _, section in ipairs(document.sections) do
    for _, item in ipairs(section.items) do
      has_line[item.id or 0] = true
    end
  end
  for _, section in ipairs(document.sections) do
    for _, item in ipairs(section.items) do
      local message, brief
      local todo = item.id and todo_of(item.id)
      local number = not item.id and tonumber(item.text:match('^%s*(%d+)%f[%s%[%z]'))
      if item.unclear and not (todo and last_word(todo.title) == item.unclear) then
        message, brief = M.about_mark(item.unclear, model.today)
      elseif number and model.todos[number] and not has_line[number] then
        message, brief = about_number(number)
      end
      if message then
        table.insert(found, { line = item.line, message = message, brief = brief })
      end
    end
  end
  return found
end

return M
