vim9script
# Reads what a view shows from the server, by pages, as a model (model.vim).

import autoload 'todo/connection.vim'
import autoload 'todo/model.vim' as models

const FIELDS = ['title', 'category', 'isCompleted', 'isToday', 'dueOn', 'revision']
const LARGEST_PAGE = 1000

# A todo as the other files want it: no day is ''.
export def PlainTodo(todo: dict<any>): dict<any>
  return extend(copy(todo), {dueOn: type(todo.dueOn) == v:t_string ? todo.dueOn : ''})
enddef

def Cursor(page: dict<any>): string
  return type(page.nextCursor) == v:t_string ? page.nextCursor : ''
enddef

def PageParams(view: dict<any>, wanted: number, cursor: string): dict<any>
  final params: dict<any> = {fields: FIELDS, limit: min([LARGEST_PAGE, max([1, wanted])])}
  if !empty(view.filter)
    params.filter = view.filter
  endif
  if cursor != ''
    params.cursor = cursor
  endif
  return params
enddef

# The categories, each with its first todo: that alone tells the category, for a title may be made up.
def Categories(sections: list<dict<any>>): list<dict<any>>
  for section in sections
    if !empty(section.todos)
      section.category = section.todos[0].category
    endif
  endfor
  return sections
enddef

# Reads pages until there are `wanted` todos or all of them. The model is made of them in the end, once.
def ReadOn(reading: dict<any>, page: dict<any>)
  reading.pages->add(mapnew(page.todos, (_, todo) => PlainTodo(todo)))
  reading.count += len(page.todos)
  reading.cursor = Cursor(page)
  if reading.count >= reading.wanted || reading.cursor == ''
    final model = MadeOf(reading)
    Measure(model, reading.view)
    reading.Callback({}, model)
    return
  endif
  final params = PageParams(reading.view, reading.wanted - reading.count, reading.cursor)
  connection.SendRequest('todo.list', params, (error, next) => {
    if empty(error)
      ReadOn(reading, next)
    else
      reading.Callback(error, {})
    endif
  })
enddef

def MadeOf(reading: dict<any>): dict<any>
  final listed = reading.listed
  return models.New(flattennew(reading.pages, 1), {
    sections: Categories(listed.sections),
    index: listed.index,
    today: listed.today,
    revision: listed.revision,
    cursor: reading.cursor,
  })
enddef

# What is known of the todos that were not loaded.
def Measure(model: dict<any>, view: dict<any>)
  if model.cursor == ''
    return
  endif
  model.order[-1].is_cut = true
  if view.is_whole
    final total = reduce(model.sections, (sum, section) => sum + section.count, 0)
    model.more = max([1, total - len(model.todos)])
  endif
enddef

# Callback(error, model)
export def Load(view: dict<any>, wanted: number, Callback: func(dict<any>, any))
  final reading: dict<any> = {
    view: view, wanted: wanted, Callback: Callback, pages: [], count: 0, cursor: '', listed: {}, error: {},
  }
  connection.SendRequest('sections.list', {includeEmpty: true, limit: 1, fields: ['category']}, (error, result) => {
    reading.error = error
    reading.listed = result
  })
  # The server answers in order, so the sections are there when the page comes, and their revision is the older.
  connection.SendRequest('todo.list', PageParams(view, wanted, ''), (error, page) => {
    if empty(error) && empty(reading.error)
      ReadOn(reading, page)
    else
      Callback(empty(error) ? reading.error : error, {})
    endif
  })
enddef

# {error, titles}: the titles of all categories by their ids, which a rename does not change.
export def SectionTitles(): dict<any>
  final answer = connection.CallServer('sections.list', {includeTodos: false, includeEmpty: true})
  final titles: dict<string> = {}
  if empty(answer.error)
    for section in answer.result.sections
      titles[section.id] = section.title
    endfor
  endif
  return {error: answer.error, titles: titles}
enddef

# Adds the todos to `model` that it lacks, without a place in it: lines that came from another buffer. The model does
# not get those that are nowhere any more. Gives the error.
export def Fetch(model: dict<any>, ids: list<number>): dict<any>
  final params = {filter: {ids: ids}, fields: FIELDS, limit: LARGEST_PAGE}
  final answer = connection.CallServer('todo.list', params)
  if empty(answer.error)
    for todo in answer.result.todos
      model.todos[todo.id] = PlainTodo(todo)
    endfor
  endif
  return answer.error
enddef
