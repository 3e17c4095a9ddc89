--- The least that makes a model (model.lua) say what a document (document.lua) says. Pure.
local line = require('todo.line')

local M = {}

--- Which of the numbers in `list` (false: none) form its longest rising subsequence, as a set of places.
local function longest_rising(list)
  local tails, before = {}, {}
  for place, value in ipairs(list) do
    if value then
      local low, high = 1, #tails + 1
      while low < high do
        local middle = math.floor((low + high) / 2)
        if list[tails[middle]] < value then
          low = middle + 1
        else
          high = middle
        end
      end
      before[place] = tails[low - 1]
      tails[low] = place
    end
  end
  local chosen, place = {}, tails[#tails]
  while place do
    chosen[place] = true
    place = before[place]
  end
  return chosen
end

-- Who is who

--- Gives each todo of the model to one line. Of lines with the same number the unchanged one is the todo, or the
--- first; the others are copies: new todos.
local function identify(model, document)
  local owner, width = {}, 1
  for id in pairs(model.todos) do
    width = math.max(width, #tostring(id))
  end
  for _, section in ipairs(document.sections) do
    for _, item in ipairs(section.items) do
      local todo = item.id and model.todos[item.id]
      if todo then
        local unchanged = item.text == line.render(todo, width, model.today)
        if not owner[item.id] or (unchanged and not owner[item.id].unchanged) then
          owner[item.id] = { item = item, unchanged = unchanged }
        end
      end
    end
  end
  return function(item)
    local owned = item.id and owner[item.id]
    return owned and owned.item == item and item.id or nil
  end
end

-- Headings

local function titles(model)
  local known = {}
  for _, section in ipairs(model.sections) do
    known[section.category or section.title] = true
  end
  for _, section in ipairs(model.order) do
    known[section.category] = true
  end
  return known
end

--- How many todos of each category of the model stand in a section of the document.
local function origins(section, identity, category_of)
  local count = {}
  for _, item in ipairs(section.items) do
    local category = category_of[identity(item) or false]
    if category then
      count[category] = (count[category] or 0) + 1
    end
  end
  return count
end

--- A heading that is new and has all that is left of one that is gone is that one with another title. Below no
--- heading at all todos have no category, which is no title.
local function find_renames(model, document, identity)
  local known, category_of, in_document, total = titles(model), {}, {}, {}
  for _, section in ipairs(model.order) do
    for _, id in ipairs(section.ids) do
      category_of[id] = section.category
    end
  end
  local counts = {}
  for _, section in ipairs(document.sections) do
    in_document[section.category] = true
    counts[section] = origins(section, identity, category_of)
    for category, count in pairs(counts[section]) do
      total[category] = (total[category] or 0) + count
    end
  end
  local renames = {}
  for _, section in ipairs(document.sections) do
    local best
    local is_new = section.category ~= '' and not known[section.category]
    for category, count in pairs(is_new and counts[section] or {}) do
      local is_gone = category ~= '' and not in_document[category] and count == total[category]
      if is_gone and (not best or count > counts[section][best] or (count == counts[section][best] and category < best)) then
        best = category
      end
    end
    if best then
      table.insert(renames, { kind = 'rename', from = best, to = section.category, line = section.line })
    end
  end
  return renames
end

-- Places

--- category: of the section, also where the place alone would tell it.
local function operation(item, id, category, place)
  if id then
    local params = vim.tbl_extend('force', { id = id }, place)
    return { kind = 'move', id = id, line = item.line, category = category, params = params }
  end
  local params = vim.tbl_extend('force', { title = item.title }, place)
  params.isCompleted = item.isCompleted or nil
  params.isToday = item.isToday or nil
  params.dueOn = item.dueOn
  return { kind = 'create', line = item.line, copies = item.id, category = category, params = params }
end

--- The end of a section. Of one that goes on unseen that is behind the last todo that stays, so each goes there
--- before the one that stands in front of it.
local function place_at_end(run, section, last, is_cut, add)
  if not is_cut then
    for _, member in ipairs(run) do
      add(operation(member.item, member.id, section.category, { category = section.category }))
    end
    return
  end
  local place = last and { after = last } or { category = section.category, index = 0 }
  for number = #run, 1, -1 do
    add(operation(run[number].item, run[number].id, section.category, place))
  end
end

local function place_section(section, identity, base, add)
  local places = {}
  for place, id in ipairs(base and base.ids or {}) do
    places[id] = place
  end
  local was = {}
  for number, item in ipairs(section.items) do
    was[number] = places[identity(item) or false] or false
  end
  local stays, run, last = longest_rising(was), {}, nil
  for number, item in ipairs(section.items) do
    local id = identity(item)
    if stays[number] then
      for _, member in ipairs(run) do
        add(operation(member.item, member.id, section.category, { before = id }))
      end
      run, last = {}, id
    else
      table.insert(run, { item = item, id = id })
    end
  end
  place_at_end(run, section, last, base and base.is_cut, add)
end

-- What is in a todo

--- The fields in which a line says something else than its todo.
function M.changed_fields(todo, item, today)
  local read, params = line.as_read(todo, today), {}
  for _, field in ipairs({ 'title', 'isCompleted', 'isToday' }) do
    if item[field] ~= read[field] then
      params[field] = item[field]
    end
  end
  if item.dueOn ~= read.dueOn then
    params.dueOn = item.dueOn or vim.NIL
  end
  return params
end

local function find_updates(model, document, identity)
  local updates, seen = {}, {}
  for _, section in ipairs(document.sections) do
    for _, item in ipairs(section.items) do
      local id = identity(item)
      if id then
        seen[id] = true
        local params = M.changed_fields(model.todos[id], item, model.today)
        if next(params) then
          params.id = id
          table.insert(updates, { kind = 'update', id = id, line = item.line, params = params })
        end
      end
    end
  end
  return updates, seen
end

local function find_deletes(model, seen)
  local deletes = {}
  for _, section in ipairs(model.order) do
    for _, id in ipairs(section.ids) do
      if not seen[id] then
        table.insert(deletes, { kind = 'delete', id = id, params = { id = id } })
      end
    end
  end
  return deletes
end

--- The plan: `renames` of categories; `structure`, creates, moves and deletes, whose order matters; `updates`,
--- whose order does not.
function M.diff(model, document)
  local identity = identify(model, document)
  local renames = find_renames(model, document, identity)
  local base_of = {}
  for _, section in ipairs(model.order) do
    base_of[section.category] = section
  end
  for _, rename in ipairs(renames) do
    base_of[rename.to] = base_of[rename.from]
  end
  local structure = {}
  for _, section in ipairs(document.sections) do
    place_section(section, identity, base_of[section.category], function(each)
      table.insert(structure, each)
    end)
  end
  local updates, seen = find_updates(model, document, identity)
  vim.list_extend(structure, find_deletes(model, seen))
  return { renames = renames, structure = structure, updates = updates }
end

function M.is_empty(plan)
  return #plan.renames == 0 and #plan.structure == 0 and #plan.updates == 0
end

--- The least moves that bring sections from one order into another: { { category, before? | after? } }. What only
--- one of the two knows is left where it is.
function M.section_moves(present, wanted)
  local places, list, known = {}, {}, {}
  for place, category in ipairs(present) do
    places[category] = place
  end
  for _, category in ipairs(wanted) do
    if places[category] then
      table.insert(known, category)
      table.insert(list, places[category])
    end
  end
  local stays, moves, run, previous = longest_rising(list), {}, {}, nil
  for number, category in ipairs(known) do
    if stays[number] then
      for _, other in ipairs(run) do
        table.insert(moves, { category = other, before = category })
      end
      run, previous = {}, category
    else
      table.insert(run, category)
    end
  end
  for _, category in ipairs(run) do
    table.insert(moves, { category = category, after = previous })
    previous = category
  end
  return moves
end

--- Whether the headings stand in another order than they did, or new ones not at the end.
function M.wanted_sections(model, document, renames)
  local places, is_sorted, last = {}, true, 0
  for place, section in ipairs(model.order) do
    places[section.category] = place
  end
  for _, rename in ipairs(renames) do
    places[rename.to] = places[rename.from]
  end
  local wanted = {}
  for _, section in ipairs(document.sections) do
    if #section.items > 0 then
      local place = places[section.category] or #model.order + 1
      is_sorted = is_sorted and place >= last
      last = place
      table.insert(wanted, section.category)
    end
  end
  return not is_sorted and wanted or nil
end

return M
