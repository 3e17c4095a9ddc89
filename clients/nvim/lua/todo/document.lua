--- The whole list as lines, and lines as a list. Pure.
local line = require('todo.line')

local M = {}

--- The lines of a model (see model.lua). Also: what stands on each line, as { id = … } or { category = … }.
function M.render(model)
  local lines, places, width = {}, {}, 1
  for id in pairs(model.todos) do
    width = math.max(width, #tostring(id))
  end
  for _, section in ipairs(model.order) do
    if #section.ids > 0 then
      if #lines > 0 then
        table.insert(lines, '')
      end
      table.insert(lines, line.render_heading(section.category))
      places[#lines] = { category = section.category }
      for _, id in ipairs(section.ids) do
        table.insert(lines, line.render(model.todos[id], width, model.today))
        places[#lines] = { id = id }
      end
    end
  end
  if model.cursor then
    table.insert(lines, line.render_more(model.more))
  end
  return lines, places
end

--- What the lines say: sections in order, { category, line?, items = { { line, id?, title, … } } }. Todos above
--- every heading have no category; a heading that comes twice is one section. none: the titles that mean no category
--- too, as a set.
function M.parse(lines, today, none)
  local sections, by_category, current = {}, {}, nil
  local function enter(category, number)
    current = by_category[category]
    if not current then
      current = { category = category, line = number, items = {} }
      by_category[category] = current
      table.insert(sections, current)
    end
  end
  for number, text in ipairs(lines) do
    local said = line.parse(text, today)
    if said and said.heading then
      enter(none and none[said.heading] and '' or said.heading, number)
    elseif said then
      if not current then
        enter('', nil)
      end
      said.line = number
      said.text = text
      table.insert(current.items, said)
    end
  end
  return { sections = sections }
end

return M
