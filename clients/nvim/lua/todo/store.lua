--- Reads what a view shows from the server, by pages, as a model (model.lua).
local connection = require('todo.connection')
local model_of = require('todo.model')

local M = {}

local FIELDS = { 'title', 'category', 'isCompleted', 'isToday', 'dueOn', 'revision' }
local LARGEST_PAGE = 1000

local function page_params(view, wanted, cursor)
  local params = { fields = FIELDS, limit = math.min(LARGEST_PAGE, math.max(1, wanted)), cursor = cursor }
  params.filter = view.filter
  return params
end

--- The categories, each with its first todo: that alone tells the category, for a title may be made up.
local function categories(sections)
  for _, section in ipairs(sections) do
    local first = section.todos[1]
    if first then
      section.category = first.category
    end
  end
  return sections
end

--- Reads pages until the model has `wanted` todos or all of them.
local function read_on(model, view, wanted, callback)
  local have = vim.tbl_count(model.todos)
  if have >= wanted or not model.cursor then
    return M.measure(model, view, callback)
  end
  connection.request('todo.list', page_params(view, wanted - have, model.cursor), function(error, page)
    if error then
      return callback(error)
    end
    model.cursor = page.nextCursor
    for _, todo in ipairs(page.todos) do
      model_of.append(model, todo)
    end
    read_on(model, view, wanted, callback)
  end)
end

--- What is known of the todos that were not loaded.
function M.measure(model, view, callback)
  for _, section in ipairs(model.order) do
    section.is_cut = false
  end
  model.more = nil
  if model.cursor then
    model.order[#model.order].is_cut = true
    if view.is_whole then
      local total = 0
      for _, section in ipairs(model.sections) do
        total = total + section.count
      end
      model.more = math.max(1, total - vim.tbl_count(model.todos))
    end
  end
  callback(nil, model)
end

--- callback(error, model)
function M.load(view, wanted, callback)
  local sections, failure
  local params = { includeEmpty = true, limit = 1, fields = { 'category' } }
  connection.request('sections.list', params, function(error, result)
    sections, failure = result, error
  end)
  -- The server answers in order, so the sections are there when the page comes, and their revision is the older.
  connection.request('todo.list', page_params(view, wanted), function(error, page)
    if error or not sections then
      return callback(error or failure)
    end
    local model = model_of.new(page.todos, {
      sections = categories(sections.sections),
      index = sections.index,
      today = sections.today,
      revision = sections.revision,
      cursor = page.nextCursor,
    })
    read_on(model, view, wanted, callback)
  end)
end

--- The titles of all categories by their ids, which a rename does not change; or nil and the error.
function M.section_titles()
  local result, error = connection.call('sections.list', { includeTodos = false, includeEmpty = true })
  local titles = {}
  for _, section in ipairs(result and result.sections or {}) do
    titles[section.id] = section.title
  end
  return result and titles, error
end

--- Adds the todos to `model` that it lacks, without a place in it: lines that came from another buffer. The model
--- does not get those that are nowhere any more.
function M.fetch(model, ids)
  local result, error = connection.call('todo.list', { filter = { ids = ids }, fields = FIELDS, limit = LARGEST_PAGE })
  if error then
    return error
  end
  for _, todo in ipairs(result.todos) do
    model.todos[todo.id] = todo
  end
end

return M
