vim9script
# What needs no server: lines, days, and what has changed between two lists.

import autoload 'todo/dates.vim'
import autoload 'todo/diff.vim'
import autoload 'todo/document.vim'
import autoload 'todo/line.vim' as oneline
import autoload 'todo/model.vim' as models

const TODAY = '2026-12-02' # A Wednesday.

def Todo(id: number, title: string, category: string = '', extra: dict<any> = {}): dict<any>
  final todo: dict<any> = {
    id: id, title: title, category: category, isCompleted: false, isToday: false, dueOn: '', revision: max([1, id]),
  }
  return extend(todo, extra)
enddef

def Model(todos: list<dict<any>>): dict<any>
  final model = models.New(todos, {today: TODAY})
  for section in model.order
    model.sections->add({id: 'c' .. len(model.sections), title: section.category, category: section.category})
  endfor
  return model
enddef

def Shop(): dict<any>
  return Model([Todo(1, 'Milk', 'Home'), Todo(2, 'Bread', 'Home'), Todo(3, 'Butter', 'Home'), Todo(4, 'Slides', 'Work')])
enddef

def Plan(model: dict<any>, text: string): dict<any>
  return diff.Diff(model, document.Parse(split(text, "\n", true), TODAY))
enddef

def Brief(plan: dict<any>): list<string>
  return mapnew(plan.renames + plan.structure + plan.updates, (_, each) => {
    final params = get(each, 'params', {from: get(each, 'from', ''), to: get(each, 'to', '')})
    final names = sort(keys(params))->filter((_, name) => name != 'id')
    final head = has_key(each, 'id') ? [each.kind, string(each.id)] : [each.kind]
    return join(head + mapnew(names, (_, name) => name .. '=' .. params[name]), ' ')
  })
enddef

def Facts(item: dict<any>): list<any>
  return [item.id, item.title, item.isCompleted, item.isToday, item.dueOn]
enddef

def SaysTodo()
  final todo = Todo(12, 'Repair the bicycle', '', {isCompleted: true, isToday: true, dueOn: '2030-01-31'})
  g:Eq('12 [x] Repair the bicycle ★ @2030-01-31', oneline.RenderTodo(todo, 1, TODAY))
  g:Eq('   1 [ ] Milk', oneline.RenderTodo(Todo(1, 'Milk'), 4, TODAY))
  g:Eq([12, 'Repair it', true, true, '2030-01-31'], Facts(oneline.ParseLine('  12 [X]  Repair it   @2030-01-31  * ', TODAY)))
enddef
g:It('A line says what a todo is', SaysTodo)

def NewTodo()
  for text in ['Milk', '[ ] Milk', '[] Milk', '- [ ] Milk', '  Milk  ', '* [ ]   Milk']
    g:Eq([0, 'Milk', false, false, ''], Facts(oneline.ParseLine(text, TODAY)), text)
  endfor
  g:Eq(true, oneline.ParseLine('[x] Milk', TODAY).isCompleted)
  g:Eq({}, oneline.ParseLine('[ ] ', TODAY))
  g:Eq({}, oneline.ParseLine('   ', TODAY))
  g:Eq('12 angry men', oneline.ParseLine('12 angry men', TODAY).title)
  g:Eq('Home', oneline.ParseLine('# Home', TODAY).heading)
  g:Eq('', oneline.ParseLine('#', TODAY).heading)
  g:Eq('#1 priority', oneline.ParseLine('#1 priority', TODAY).title)
enddef
g:It('A new todo may be typed with or without its box', NewTodo)

def AnyTitle()
  final pieces = ['a', '★', '*', '@today', '@2030-01-01', '\', '#', '[x]', '12', '@home', '@fri', '한글', '…', '  b', "\t"]
  var seed = srand(20261202)
  for _ in range(3000)
    final words = range(1 + rand(seed) % 4)->map((_, _) => pieces[rand(seed) % len(pieces)])
    final title = trim(join(words, ' '))
    if title == ''
      continue
    endif
    final todo = Todo(7, title, '', {
      isToday: rand(seed) % 2 == 0, isCompleted: rand(seed) % 2 == 0, dueOn: rand(seed) % 2 == 0 ? '2029-12-31' : '',
    })
    final text = oneline.RenderTodo(todo, 1 + rand(seed) % 3, TODAY)
    g:Eq(Facts(todo), Facts(oneline.ParseLine(text, TODAY)), text)
  endfor
enddef
g:It('Any title survives the way through a line', AnyTitle)

def Days()
  final expected = {
    'today': '2026-12-02', 'tomorrow': '2026-12-03', 'fri': '2026-12-04', 'wed': '2026-12-09', 'Tue': '2026-12-08',
    '+0': '2026-12-02', '+30': '2027-01-01', '+90': '2027-03-02', '2030-02-30': '2030-02-30',
    'home': '', '': '', '+': '', '2030-1-1': '', 'monday': '',
  }
  for [word, day] in items(expected)
    g:Eq(day, dates.Resolve(word, TODAY), word)
  endfor
  var day = '1999-12-31'
  var count = 0
  while day <# '2400-01-01'
    final following = dates.Resolve('tomorrow', day)
    g:Ok(following ># day && len(following) == 10, day)
    day = following
    count += 1
  endwhile
  g:Eq(146098, count)
enddef
g:It('Days are understood as people type them, and each follows the one before', Days)

def Due()
  final pattern = '^' .. dates.PatternUntil(TODAY) .. '$'
  for day in ['2026-12-02', '2026-12-01', '2026-11-30', '2025-12-31', '1999-01-01', '2026-09-09', '0001-01-01']
    g:Ok(day =~ pattern, day)
  endfor
  for day in ['2026-12-03', '2026-12-10', '2027-01-01', '2030-01-01', '3000-01-01']
    g:Ok(day !~ pattern, day)
  endfor
enddef
g:It('The pattern of what is due has all days up to today and no other', Due)

def EachEdit()
  const HOME = "# Home\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n"
  const WORK = "# Work\n4 [ ] Slides"
  final cases = [
    [HOME .. WORK, []],
    [substitute(HOME, '1 \[ \]', '1 [x]', '') .. WORK, ['update 1 isCompleted=true']],
    ["# Home\n1 [ ] Milk\n2 [ ] Rye bread @fri ★\n3 [ ] Butter\n" .. WORK,
      ['update 2 dueOn=2026-12-04 isToday=true title=Rye bread']],
    ["# Home\n1 [ ] Milk\n3 [ ] Butter\n" .. WORK, ['delete 2']],
    ["# Home\n3 [ ] Butter\n1 [ ] Milk\n2 [ ] Bread\n" .. WORK, ['move 3 before=1']],
    ["# Home\n2 [ ] Bread\n3 [ ] Butter\n1 [ ] Milk\n" .. WORK, ['move 1 category=Home']],
    ["# Home\n1 [ ] Milk\n2 [ ] Bread\n# Work\n3 [ ] Butter\n4 [ ] Slides", ['move 3 before=4']],
    [HOME .. "Eggs\n" .. WORK, ['create category=Home title=Eggs']],
    ["# Home\n1 [ ] Milk\n[x] Eggs\nTea\n2 [ ] Bread\n3 [ ] Butter\n" .. WORK,
      ['create before=2 isCompleted=true title=Eggs', 'create before=2 title=Tea']],
    ["Eggs\n" .. HOME .. WORK, ['create category= title=Eggs']],
    [substitute(HOME, 'Home', 'House', '') .. WORK, ['rename from=Home to=House']],
    [substitute(HOME, '# Home\n', '', '') .. WORK, ['move 1 category=', 'move 2 category=', 'move 3 category=']],
    ["# Work\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n4 [ ] Slides",
      ['move 1 before=4', 'move 2 before=4', 'move 3 before=4']],
    ["# Home\n1 [ ] Oat milk\n1 [ ] Milk\n2 [ ] Bread\n3 [ ] Butter\n" .. WORK, ['create before=1 title=Oat milk']],
    ["# Home\n1 [ ] Milk\n# Fridge\n2 [ ] Bread\n3 [ ] Butter\n" .. WORK,
      ['move 2 category=Fridge', 'move 3 category=Fridge']],
    ['', ['delete 1', 'delete 2', 'delete 3', 'delete 4']],
  ]
  for [text, operations] in cases
    g:Eq(operations, Brief(Plan(Shop(), text)), text)
  endfor
  g:Eq(['update 1 dueOn=null'], Brief(Plan(Model([Todo(1, 'Milk', '', {dueOn: '2030-01-01'})]), '1 [ ] Milk')))
  final cut = Shop()
  cut.order[1].is_cut = true
  g:Eq(['create after=4 title=b', 'create after=4 title=a'], Brief(Plan(cut, HOME .. WORK .. "\na\nb\n… 9 more: :Todo more")))
enddef
g:It('Each edit is the one change that it means', EachEdit)

# Carries a plan out on a model as the server would.
def CarryOut(plan: dict<any>, model: dict<any>)
  var next_id = 1000
  for rename in plan.renames
    models.Rename(model, rename.from, rename.to)
  endfor
  for each in plan.structure
    next_id += 1
    models.Apply(model, each, each.kind == 'create' ? Todo(next_id, each.params.title, each.category, each.params) : {})
  endfor
  for each in plan.updates
    models.Apply(model, each, {})
  endfor
enddef

def Said(items: list<dict<any>>): string
  return join(mapnew(items, (_, item) => item.title .. '/' .. item.isCompleted .. '/' .. item.isToday), ' ')
enddef

def Contents(sections: list<dict<any>>, Items: func): dict<string>
  var contents: dict<string> = {}
  for section in sections
    if !empty(Items(section))
      contents[section.category] = Said(Items(section))
    endif
  endfor
  return contents
enddef

def Edited(lines: list<string>, seed: list<number>, categories: list<string>)
  final place = rand(seed) % (len(lines) + 1)
  final kind = rand(seed) % 6
  if kind == 1
    insert(lines, 'new ' .. rand(seed) % 1000, place)
  elseif kind == 2
    insert(lines, '# ' .. categories[rand(seed) % (len(categories) - 1) + 1], place)
  elseif place == len(lines)
    return
  elseif kind == 0
    remove(lines, place)
  elseif kind == 3
    final moved = remove(lines, place)
    insert(lines, moved, rand(seed) % (len(lines) + 1))
  elseif kind == 4
    lines[place] = substitute(lines[place], '\[ \]', '[x]', '')
  else
    insert(lines, lines[place], rand(seed) % (len(lines) + 1))
  endif
enddef

def Whatever()
  final categories = ['', 'Home', 'Work', 'Fridge', '한글']
  final seed = srand(4711)
  for _ in range(400)
    final todos = range(1, rand(seed) % 13)->mapnew((_, id) =>
      Todo(id, 't' .. id, categories[rand(seed) % 3], {isToday: rand(seed) % 2 == 0}))
    final model = Model(todos)
    final lines = document.Render(model).lines
    for _ in range(rand(seed) % 9)
      Edited(lines, seed, categories)
    endfor
    final parsed = document.Parse(lines, TODAY)
    CarryOut(diff.Diff(model, parsed), model)
    final wanted = Contents(parsed, (section) => section.items)
    final got = Contents(model.order, (section) => mapnew(section.ids, (_, id) => model.todos[id]))
    g:Eq(items(wanted)->sort(), items(got)->sort(), join(lines, "\n"))
  endfor
enddef
g:It('Whatever was edited, the plan makes the store say it', Whatever)

def Sections()
  final seed = srand(7)
  for _ in range(300)
    var present: list<string> = []
    var wanted: list<string> = []
    for place in range(1 + rand(seed) % 7)
      present->add(string(place))
      insert(wanted, string(place), rand(seed) % (len(wanted) + 1))
    endfor
    for move in diff.SectionMoves(present, wanted)
      filter(present, (_, each) => each != move.category)
      insert(present, move.category, has_key(move, 'before') ? index(present, move.before) : index(present, move.after) + 1)
    endfor
    g:Eq(wanted, present)
  endfor
  g:Eq(1, len(diff.SectionMoves(['a', 'b', 'c'], ['c', 'a', 'b'])))
enddef
g:It('Sections are brought into an order by the least moves', Sections)
