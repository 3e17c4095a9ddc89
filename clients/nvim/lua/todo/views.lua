--- Which todos a buffer shows, by its name: todo://list, todo://today, todo://upcoming, todo://search/TEXT,
--- todo://id/NUMBER; and todo://detail/NUMBER, which is another kind of buffer (detail.lua). Pure.
local M = {}

local PREFIX = 'todo://'

--- filter: for todo.list. new: what a todo typed into this view gets, so that it does not vanish from it.
--- is_whole: whether it shows every todo, so that the sections' counts are those of what is shown.
function M.of(name)
  local kind, rest = name:match('^' .. PREFIX .. '(%a+)/?(.*)$')
  if kind == 'list' then
    return { title = 'all', filter = nil, new = {}, is_whole = true }
  elseif kind == 'today' then
    return { title = 'today', filter = { section = 'today' }, new = { isToday = true } }
  elseif kind == 'upcoming' then
    return { title = 'upcoming', filter = { section = 'upcoming' }, new = {} }
  elseif kind == 'search' and rest ~= '' then
    return { title = 'search ' .. rest, filter = { text = rest }, new = {} }
  elseif kind == 'id' and tonumber(rest) then
    return { title = 'todo ' .. rest, filter = { ids = { tonumber(rest) } }, new = {} }
  elseif kind == 'detail' and tonumber(rest) then
    return { title = 'detail ' .. rest, detail = tonumber(rest) }
  end
  return nil
end

function M.name(kind, rest)
  return PREFIX .. kind .. (rest and '/' .. rest or '')
end

return M
