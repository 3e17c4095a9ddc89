-- What needs no server: lines, days, and what has changed between two lists.
local dates = require('todo.dates')
local diff = require('todo.diff')
local document = require('todo.document')
local line = require('todo.line')
local model_of = require('todo.model')

local TODAY = '2026-12-02' -- A Wednesday.

local function todo(id, title, category, extra)
  local base = { id = id, title = title, category = category or '', isCompleted = false, isToday = false, revision = id }
  return vim.tbl_extend('force', base, extra or {})
end

local function model(...)
  local made = model_of.new({ ... }, { today = TODAY })
  for _, section in ipairs(made.order) do
    table.insert(made.sections, { id = 'c' .. #made.sections, title = section.category, category = section.category })
  end
  return made
end

local function outline_of(made)
  local parts = {}
  for _, section in ipairs(made.order) do
    if #section.ids > 0 then
      table.insert(parts, section.category .. ': ' .. table.concat(section.ids, ' '))
    end
  end
  return parts
end

local function plan_for(made, text)
  return diff.diff(made, document.parse(vim.split(text, '\n'), TODAY))
end

local function brief(plan)
  local words = {}
  for _, list in ipairs({ plan.renames, plan.structure, plan.updates }) do
    for _, each in ipairs(list) do
      local params = vim.tbl_extend('force', {}, each.params or { from = each.from, to = each.to })
      params.id = nil
      local names = vim.tbl_keys(params)
      table.sort(names)
      local parts = { each.kind, each.id }
      for _, name in ipairs(names) do
        table.insert(parts, name .. '=' .. (params[name] == vim.NIL and 'none' or tostring(params[name])))
      end
      table.insert(words, table.concat(vim.tbl_filter(function(part) return part ~= nil end, parts), ' '))
    end
  end
  return words
end

it('A line says what a todo is', function()
  eq('12 [x] Repair the bicycle ★ @2030-01-31',
    line.render(todo(12, 'Repair the bicycle', '', { isCompleted = true, isToday = true, dueOn = '2030-01-31' }), 1, TODAY))
  eq('   1 [ ] Milk', line.render(todo(1, 'Milk'), 4, TODAY))
  local said = line.parse('  12 [X]  Repair it   @2030-01-31  * ', TODAY)
  eq({ 12, 'Repair it', true, true, '2030-01-31' }, { said.id, said.title, said.isCompleted, said.isToday, said.dueOn })
end)

it('A new todo may be typed with or without its box', function()
  for _, text in ipairs({ 'Milk', '[ ] Milk', '[] Milk', '- [ ] Milk', '  Milk  ', '* [ ]   Milk' }) do
    local said = line.parse(text, TODAY)
    eq({ 'Milk', false, false, nil }, { said.title, said.isCompleted, said.isToday, said.id }, text)
  end
  eq(true, line.parse('[x] Milk', TODAY).isCompleted)
  eq(nil, line.parse('[ ] ', TODAY))
  eq(nil, line.parse('   ', TODAY))
end)

it('A number counts as an id only before a box', function()
  eq('12 angry men', line.parse('12 angry men', TODAY).title)
  eq(nil, line.parse('12 angry men', TODAY).id)
  eq('#1 priority', line.parse('#1 priority', TODAY).title)
  eq('Home', line.parse('# Home', TODAY).heading)
  eq('', line.parse('#', TODAY).heading)
  eq('# x', line.parse('3 [ ] # x', TODAY).title)
end)

it('Any title survives the way through a line', function()
  local pieces = { 'a', '★', '*', '@today', '@2030-01-01', '\\', '#', '[x]', '12', '@home', '@fri', '한글', '…', '  b', '\t' }
  math.randomseed(tonumber(vim.env.TODO_TEST_SEED or 20261202))
  for _ = 1, 5000 do
    local words = {}
    for _ = 1, math.random(1, 4) do
      table.insert(words, pieces[math.random(#pieces)])
    end
    local title = vim.trim(table.concat(words, ' '))
    local extra = { isToday = math.random(2) == 1, isCompleted = math.random(2) == 1 }
    extra.dueOn = math.random(2) == 1 and '2029-12-31' or nil
    local text = line.render(todo(7, title, '', extra), math.random(3), TODAY)
    local said = line.parse(text, TODAY)
    eq({ 7, title, extra.isToday, extra.isCompleted, extra.dueOn },
      { said.id, said.title, said.isToday, said.isCompleted, said.dueOn }, text)
  end
end)

it('Days are understood as people type them', function()
  local expected = {
    today = '2026-12-02', tomorrow = '2026-12-03', fri = '2026-12-04', wed = '2026-12-09', Tue = '2026-12-08',
    ['+0'] = '2026-12-02', ['+30'] = '2027-01-01', ['+90'] = '2027-03-02', ['2030-02-30'] = '2030-02-30',
  }
  for word, day in pairs(expected) do
    eq(day, dates.resolve(word, TODAY), word)
  end
  eq('2028-02-29', dates.resolve('tomorrow', '2028-02-28'))
  eq('2100-03-01', dates.resolve('tomorrow', '2100-02-28'))
  eq('2001-01-01', dates.resolve('tomorrow', '2000-12-31'))
  for _, word in ipairs({ 'home', '', '+', '2030-1-1', 'monday' }) do
    eq(nil, dates.resolve(word, TODAY), word)
  end
end)

it('Every day of 400 years follows the one before', function()
  local day, count = '1999-12-31', 0
  while day < '2400-01-01' do
    local following = dates.resolve('tomorrow', day)
    ok(following > day and #following == 10, day)
    day, count = following, count + 1
  end
  eq(146098, count)
end)

it('The pattern of what is due has all days up to today and no other', function()
  local pattern = '^' .. dates.pattern_until(TODAY) .. '$'
  for _, day in ipairs({ '2026-12-02', '2026-12-01', '2026-11-30', '2025-12-31', '1999-01-01', '2026-09-09', '0001-01-01' }) do
    ok(vim.fn.match(day, pattern) == 0, day)
  end
  for _, day in ipairs({ '2026-12-03', '2026-12-10', '2027-01-01', '2030-01-01', '3000-01-01' }) do
    ok(vim.fn.match(day, pattern) == -1, day)
  end
end)

local function shop()
  return model(todo(1, 'Milk', 'Home'), todo(2, 'Bread', 'Home'), todo(3, 'Butter', 'Home'), todo(4, 'Slides', 'Work'))
end

it('An unchanged list needs nothing', function()
  local made = shop()
  ok(diff.is_empty(plan_for(made, table.concat(document.render(made), '\n'))))
end)

it('Each edit is the one change that it means', function()
  local cases = {
    { '# Home\n1 [x] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides', { 'update 1 isCompleted=true' } },
    { '# Home\n1 [ ] Milk\n2 [ ] Rye bread @fri ★\n3 [ ] Butter\n# Work\n4 [ ] Slides',
      { 'update 2 dueOn=2026-12-04 isToday=true title=Rye bread' } },
    { '# Home\n1 [ ] Milk\n3 [ ] Butter\n# Work\n4 [ ] Slides', { 'delete 2' } },
    { '# Home\n3 [ ] Butter\n1 [ ] Milk\n2 [ ] Bread\n# Work\n4 [ ] Slides', { 'move 3 before=1' } },
    { '# Home\n2 [ ] Bread\n3 [ ] Butter\n1 [ ] Milk\n# Work\n4 [ ] Slides', { 'move 1 category=Home' } },
    { '# Home\n1 [ ] Milk\n2 [ ] Bread\n# Work\n3 [ ] Butter\n4 [ ] Slides', { 'move 3 before=4' } },
    { '# Home\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\nEggs\n# Work\n4 [ ] Slides', { 'create category=Home title=Eggs' } },
    { '# Home\n1 [ ] Milk\n[x] Eggs\nTea\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides',
      { 'create before=2 isCompleted=true title=Eggs', 'create before=2 title=Tea' } },
    { 'Eggs\n# Home\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides', { 'create category= title=Eggs' } },
    { '# House\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides', { 'rename from=Home to=House' } },
    { '1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides',
      { 'move 1 category=', 'move 2 category=', 'move 3 category=' } },
    { '# House\n3 [ ] Butter\n2 [ ] Bread\n# Work\n4 [x] Slides',
      { 'rename from=Home to=House', 'move 3 before=2', 'delete 1', 'update 4 isCompleted=true' } },
    { '# Work\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n4 [ ] Slides',
      { 'move 1 before=4', 'move 2 before=4', 'move 3 before=4' } },
    { '# Home\n1 [ ] Milk\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides', { 'create before=2 title=Milk' } },
    { '# Home\n1 [ ] Oat milk\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides',
      { 'create before=1 title=Oat milk' } },
    { '', { 'delete 1', 'delete 2', 'delete 3', 'delete 4' } },
  }
  for _, case in ipairs(cases) do
    eq(case[2], brief(plan_for(shop(), case[1])), case[1])
  end
end)

it('A day that is taken out is cleared', function()
  local made = model(todo(1, 'Milk', '', { dueOn = '2030-01-01' }))
  eq({ 'update 1 dueOn=none' }, brief(plan_for(made, '1 [ ] Milk')))
end)

it('A heading of another category takes its todos, and renames nothing', function()
  eq({ 'move 4 category=Home' }, brief(plan_for(shop(), '# Home\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n4 [ ] Slides')))
end)

it('A new heading with a part of a section renames nothing', function()
  local plan = plan_for(shop(), '# Home\n1 [ ] Milk\n# Fridge\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides')
  eq({ 'move 2 category=Fridge', 'move 3 category=Fridge' }, brief(plan))
end)

it('The end of a section that goes on unseen is behind its last todo that is seen', function()
  local made = shop()
  made.order[2].is_cut = true
  eq({ 'create after=4 title=b', 'create after=4 title=a' },
    brief(plan_for(made, '# Home\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n# Work\n4 [ ] Slides\na\nb\n… 9 more: :Todo more')))
end)

--- Carries a plan out on a model as the server would.
local function carry_out(plan, made)
  local next_id = 1000
  for _, rename in ipairs(plan.renames) do
    model_of.rename(made, rename.from, rename.to)
  end
  for _, each in ipairs(plan.structure) do
    local made_todo
    if each.kind == 'create' then
      next_id = next_id + 1
      made_todo = todo(next_id, each.params.title, each.category, each.params)
    end
    model_of.apply(made, each, made_todo)
  end
  for _, each in ipairs(plan.updates) do
    model_of.apply(made, each)
  end
end

local function contents(sections, item_of)
  local parts = {}
  for _, section in ipairs(sections) do
    local items = {}
    for _, item in ipairs(section.items or section.ids) do
      local it_is = item_of(item)
      table.insert(items, table.concat({ it_is.title, tostring(it_is.isCompleted or false), tostring(it_is.isToday or false) }, '/'))
    end
    if #items > 0 then
      parts[section.category] = items
    end
  end
  return parts
end

it('Whatever was edited, the plan makes the store say it', function()
  math.randomseed(tonumber(vim.env.TODO_TEST_SEED or 4711))
  local categories = { '', 'Home', 'Work', 'Fridge', '한글' }
  for _ = 1, 600 do
    local todos = {}
    for id = 1, math.random(0, 12) do
      table.insert(todos, todo(id, 't' .. id, categories[math.random(3)], { isToday = math.random(2) == 1 }))
    end
    local made = model(unpack(todos))
    local text = document.render(made)
    for _ = 1, math.random(0, 8) do
      local row, kind = math.random(#text + 1), math.random(6)
      if kind == 1 and text[row] then
        table.remove(text, row)
      elseif kind == 2 then
        table.insert(text, row, 'new ' .. math.random(1000))
      elseif kind == 3 and text[row] then
        local moved = table.remove(text, row)
        table.insert(text, math.random(#text + 1), moved)
      elseif kind == 4 and text[row] then
        text[row] = text[row]:gsub('%[ %]', '[x]')
      elseif kind == 5 then
        table.insert(text, row, '# ' .. categories[math.random(2, #categories)])
      elseif text[row] then
        table.insert(text, math.random(#text + 1), text[row])
      end
    end
    local parsed = document.parse(text, TODAY)
    local plan = diff.diff(made, parsed)
    carry_out(plan, made)
    local wanted = contents(parsed.sections, function(item) return item end)
    eq(wanted, contents(made.order, function(id) return made.todos[id] end), table.concat(text, '\n'))
    ok(#plan.structure <= 40)
  end
end)

it('No order needs more moves than it must', function()
  math.randomseed(99)
  for _ = 1, 200 do
    local todos, ids = {}, {}
    for id = 1, math.random(1, 7) do
      table.insert(todos, todo(id, 't' .. id))
      table.insert(ids, id)
    end
    for place = #ids, 2, -1 do
      local with = math.random(place)
      ids[place], ids[with] = ids[with], ids[place]
    end
    local best = 0 -- The longest rising subsequence, by trying all.
    for choice = 0, 2 ^ #ids - 1 do
      local last, length, rises = 0, 0, true
      for place, id in ipairs(ids) do
        if math.floor(choice / 2 ^ (place - 1)) % 2 == 1 then
          rises = rises and id > last
          last, length = id, length + 1
        end
      end
      best = rises and math.max(best, length) or best
    end
    local text = {}
    for _, id in ipairs(ids) do
      table.insert(text, id .. ' [ ] t' .. id)
    end
    eq(#ids - best, #diff.diff(model(unpack(todos)), document.parse(text, TODAY)).structure, table.concat(text, '\n'))
  end
end)

it('Sections are brought into an order by the least moves', function()
  eq({ { category = 'c', before = 'a' } }, diff.section_moves({ 'a', 'b', 'c' }, { 'c', 'a', 'b' }))
  eq({ { category = 'a', after = 'c' } }, diff.section_moves({ 'a', 'b', 'c' }, { 'b', 'c', 'a' }))
  eq({}, diff.section_moves({ 'a', 'x', 'b' }, { 'a', 'b', 'unknown' }))
  math.randomseed(7)
  for _ = 1, 300 do
    local present, wanted = {}, {}
    for place = 1, math.random(7) do
      table.insert(present, tostring(place))
      table.insert(wanted, math.random(#wanted + 1), tostring(place))
    end
    for _, move in ipairs(diff.section_moves(present, wanted)) do
      present = vim.tbl_filter(function(each) return each ~= move.category end, present)
      local anchor
      for place, each in ipairs(present) do
        anchor = each == (move.before or move.after) and place or anchor
      end
      table.insert(present, move.before and anchor or anchor + 1, move.category)
    end
    eq(wanted, present)
  end
end)

it('Functions and methods of a client are both called rightly', function()
  local rpc = require('todo.rpc')
  local heard = {}
  local as_functions = {
    request = function(method, params, callback) callback(nil, { method, params }) return true, 1 end,
    notify = function(method) table.insert(heard, method) end,
  }
  local class = {}
  class.__index = class
  function class:request(method, params, callback)
    callback(nil, { self.name, method, params })
    return true, 2
  end
  function class:notify(method)
    table.insert(heard, self.name .. method)
  end
  local got
  local function take(_, result) got = result end
  eq(1, rpc.wrap(as_functions).request('m', { 1 }, take))
  eq({ 'm', { 1 } }, got)
  local as_object = rpc.wrap(setmetatable({ name = 'it' }, class))
  eq(2, as_object.request('m', { 1 }, take))
  eq({ 'it', 'm', { 1 } }, got)
  rpc.wrap(as_functions).notify('exit')
  as_object.notify('exit')
  eq({ 'exit', 'itexit' }, heard)
end)
