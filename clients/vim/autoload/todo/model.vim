vim9script
# What a buffer was made from: the todos as the server gave them, and their order. Pure.
#
#     todos     by id
#     order     [{category, ids, is_cut}]; is_cut: the section goes on beyond what was loaded
#     sections  every category of the store, empty ones too: {id, category?, title, indexTitle, count, …}
#     cursor    of the next page, '' where there is none; more: how many todos are beyond it, 0 where not known
#     today, revision, index

# Where Vim cannot tell a type beforehand it looks into all of a value for it, each time. So this, which is for lists
# of any length, gets along with few large values: what holds the ids has its type from the start.
export def New(todos: list<dict<any>>, extra: dict<any>): dict<any>
  final by_id: dict<any> = {}
  final ids: dict<list<number>> = {}
  final categories: list<string> = []
  for todo in todos
    if has_key(by_id, todo.id)
      continue
    endif
    by_id[todo.id] = todo
    if !has_key(ids, todo.category)
      ids[todo.category] = []
      categories->add(todo.category)
    endif
    ids[todo.category]->add(todo.id)
  endfor
  final model = {todos: by_id, order: [], sections: [], index: [], cursor: '', more: 0, today: '', revision: 0}
  model.order = mapnew(categories, (_, category) => ({category: category, ids: ids[category], is_cut: false}))
  return extend(model, extra)
enddef

# The headings by which a person may mean the todos without a category: what the server calls them, unless there is a
# category of that very title. A store that never had such todos has no title for them either.
export def TitlesOfNone(model: dict<any>): dict<bool>
  var titles: dict<bool> = {'No category': true, '분류 없음': true}
  for section in model.sections
    if get(section, 'category', '?') == ''
      titles[section.title] = true
    endif
  endfor
  for section in model.sections + model.order
    final category = get(section, 'category', '')
    if category != '' && has_key(titles, category)
      remove(titles, category)
    endif
  endfor
  return titles
enddef

# The section of a category, made at the end if it is not there.
def SectionOf(model: dict<any>, category: string): dict<any>
  # Most are asked for in order, so the last is looked at first.
  for section in reverse(copy(model.order))
    if section.category ==# category
      return section
    endif
  endfor
  final section = {category: category, ids: [], is_cut: false}
  model.order->add(section)
  return section
enddef

# Where a todo stands: its section and its place in it; {} where it stands nowhere.
export def PlaceOfTodo(model: dict<any>, id: number): dict<any>
  for section in model.order
    final place = index(section.ids, id)
    if place >= 0
      return {section: section, place: place}
    endif
  endfor
  return {}
enddef

def TakeOut(model: dict<any>, id: number)
  final found = PlaceOfTodo(model, id)
  if !empty(found)
    remove(found.section.ids, found.place)
  endif
enddef

def PutIn(model: dict<any>, id: number, params: dict<any>): string
  final anchor = get(params, 'before', get(params, 'after', 0))
  final found = anchor > 0 ? PlaceOfTodo(model, anchor) : {}
  if !empty(found)
    insert(found.section.ids, id, found.place + (has_key(params, 'before') ? 0 : 1))
    return found.section.category
  endif
  final section = SectionOf(model, get(params, 'category', ''))
  insert(section.ids, id, min([get(params, 'index', len(section.ids)), len(section.ids)]))
  return section.category
enddef

# Takes over what the server has done. todo: as the server answered it; {} for what was to be done.
export def Apply(model: dict<any>, operation: dict<any>, todo: dict<any>)
  final id = get(operation, 'id', get(todo, 'id', 0))
  if operation.kind == 'delete'
    TakeOut(model, id)
    if has_key(model.todos, id)
      remove(model.todos, id)
    endif
    return
  endif
  final now = empty(todo) ? extend(copy(model.todos[id]), operation.params) : copy(todo)
  model.todos[id] = now
  if operation.kind != 'update'
    TakeOut(model, id)
    now.category = PutIn(model, id, operation.params)
  endif
enddef

export def Rename(model: dict<any>, before: string, now: string)
  for section in model.order
    if section.category ==# before
      section.category = now
      for id in section.ids
        model.todos[id] = extend(copy(model.todos[id]), {category: now})
      endfor
    endif
  endfor
  for section in model.sections
    if get(section, 'category', '') ==# before
      section.category = now
      section.title = now
    endif
  endfor
enddef

# How many digits the widest id has.
export def Width(model: dict<any>): number
  return max([1] + keys(model.todos)->mapnew((_, id) => len(id)))
enddef
