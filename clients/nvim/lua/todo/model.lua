--- What a buffer was made from: the todos as the server gave them, and their order. Pure.
---
---     todos     by id
---     order     { { category, ids, is_cut } }; is_cut: the section goes on beyond what was loaded
---     sections  every category of the store, empty ones too: { id, category?, title, indexTitle, count, … }
---     cursor    of the next page, where there is one; more: how many todos are beyond it, where known
---     today, revision
local M = {}

function M.new(todos, extra)
  local model = { todos = {}, order = {}, sections = {} }
  for name, value in pairs(extra or {}) do
    model[name] = value
  end
  for _, todo in ipairs(todos) do
    M.append(model, todo)
  end
  return model
end

function M.append(model, todo)
  if model.todos[todo.id] then
    return
  end
  model.todos[todo.id] = todo
  table.insert(M.section(model, todo.category).ids, todo.id)
end

--- The section of a category, made at the end if it is not there.
function M.section(model, category)
  for _, section in ipairs(model.order) do
    if section.category == category then
      return section
    end
  end
  local section = { category = category, ids = {}, is_cut = false }
  table.insert(model.order, section)
  return section
end

--- The headings by which a person may mean the todos without a category, as a set: what the server calls them, unless
--- there is a category of that very title. A store that never had such todos has no title for them either.
function M.titles_of_none(model)
  local titles = { ['No category'] = true, ['분류 없음'] = true }
  for _, section in ipairs(model.sections) do
    if section.category == '' and section.title then
      titles[section.title] = true
    end
  end
  for _, list in ipairs({ model.sections, model.order }) do
    for _, section in ipairs(list) do
      titles[section.category or ''] = section.category == '' or nil
    end
  end
  return titles
end

--- Where a todo stands: its section and its place in it.
function M.find(model, id)
  for _, section in ipairs(model.order) do
    for place, other in ipairs(section.ids) do
      if other == id then
        return section, place
      end
    end
  end
end

local function take_out(model, id)
  local section, place = M.find(model, id)
  if section then
    table.remove(section.ids, place)
  end
end

local function put_in(model, id, params)
  local anchor = params.before or params.after
  if anchor then
    local section, place = M.find(model, anchor)
    if section then
      table.insert(section.ids, params.before and place or place + 1, id)
      return section
    end
  end
  local section = M.section(model, params.category or '')
  local place = params.index and math.min(params.index + 1, #section.ids + 1) or #section.ids + 1
  table.insert(section.ids, place, id)
  return section
end

--- Takes over what the server has done. todo: as the server answered it; may be absent in tests of orders.
function M.apply(model, operation, todo)
  local id, params = operation.id or (todo and todo.id), operation.params
  if operation.kind == 'delete' then
    take_out(model, id)
    model.todos[id] = nil
  elseif operation.kind == 'update' then
    model.todos[id] = todo or vim.tbl_extend('force', model.todos[id], params)
  else
    take_out(model, id)
    local section = put_in(model, id, params)
    model.todos[id] = todo or vim.tbl_extend('force', model.todos[id] or params, { id = id })
    model.todos[id].category = section.category
  end
end

function M.rename(model, from, to)
  for _, section in ipairs(model.order) do
    if section.category == from then
      section.category = to
      for _, id in ipairs(section.ids) do
        model.todos[id] = vim.tbl_extend('force', model.todos[id], { category = to })
      end
    end
  end
  for _, section in ipairs(model.sections) do
    if section.category == from then
      section.category, section.title = to, to
    end
  end
end

return M
