--- One line of the list, in both directions. Pure.
---
---     # Home                          a heading; `#` alone is for todos without a category
---      12 [x] Water the plants ★ @2030-01-31
---     [ ] Buy bread @fri              a new todo; the box may be left out
---
--- The number is the todo's id. Behind the title may stand ★ (or *) for today's list and @ with a day. A title
--- whose own end would be taken for these gets a backslash behind it. A last word that begins as a day does and is
--- none is kept as `unclear`, beside the title that it would be the end of: see unclear.lua.
local dates = require('todo.dates')

local M = {}

local STAR = '★'
local STOP = '\\'

local function trim(text)
  return text:match('^%s*(.-)%s*$')
end

--- Splits what stands behind the box.
local function parse_text(text, today)
  local title, found = trim(text), { isToday = false, dueOn = nil }
  while true do
    local before, word = title:match('^(.-)%s*(%S+)$')
    if not word or (before ~= '' and not title:sub(#before + 1, #before + 1):match('%s')) then
      break
    end
    if word == STOP and before ~= '' then
      title, found.has_stop = before, true
      break
    end
    local is_day = word:sub(1, 1) == '@'
    local due = is_day and not found.dueOn and dates.resolve(word:sub(2), today)
    if due then
      found.dueOn = due
    elseif word == STAR or word == '*' then
      found.isToday = true
    else
      found.unclear = is_day and word or nil
      break
    end
    title = before
  end
  found.title = title
  return found
end

local function needs_stop(title, today)
  local parsed = parse_text(title, today)
  return parsed.title ~= title or parsed.isToday or parsed.dueOn ~= nil
end

function M.render_heading(category)
  return category == '' and '#' or '# ' .. category
end

--- width: of the widest id, so that the boxes stand in one column. has_stop: the user has put a backslash there.
function M.render(todo, width, today)
  local words = { todo.title }
  if todo.has_stop or needs_stop(todo.title, today) then
    table.insert(words, STOP)
  end
  if todo.isToday then
    table.insert(words, STAR)
  end
  if todo.dueOn then
    table.insert(words, '@' .. todo.dueOn)
  end
  local box = todo.isCompleted and '[x]' or '[ ]'
  local number = todo.id and string.format('%' .. width .. 'd ', todo.id) or ''
  return number .. box .. ' ' .. table.concat(words, ' ')
end

function M.render_more(count)
  return count and string.format('… %d more: :Todo more', count) or '… more: :Todo more'
end

--- What a line says: { heading = category }, an item { id?, title, isCompleted, isToday, dueOn?, unclear?, has_stop? },
--- or nil where it says nothing.
function M.parse(text, today)
  if text:match('^%s*$') or text:match('^… %d* ?more: :Todo more$') then
    return nil
  end
  local heading = text:match('^#%s+(.*)$') or (text == '#' and '')
  if heading then
    return { heading = trim(heading) }
  end
  local id, mark, rest = text:match('^%s*(%d+)%s+%[([ xX]?)%](.*)$')
  if not id then
    mark, rest = text:match('^%s*[-*]?%s*%[([ xX]?)%](.*)$')
  end
  local item = parse_text(rest or text, today)
  item.id = tonumber(id)
  item.isCompleted = mark ~= nil and mark:lower() == 'x'
  if not item.id and item.title == '' then
    return nil
  end
  return item
end

--- The todo as its line can say it: what the line cannot hold must not look like an edit.
function M.as_read(todo, today)
  return M.parse(M.render(todo, 1, today), today)
end

return M
