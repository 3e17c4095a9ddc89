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

# Reads pages until the model has `wanted` todos or all of them.
def ReadOn(model: dict<any>, view: dict<any>, wanted: number, Callback: func(dict<any>, any))
  final have = len(model.todos)
  if have >= wanted || model.cursor == ''
    Measure(model, view)
    Callback({}, model)
    return
  endif
  connection.SendRequest('todo.list', PageParams(view, wanted - have, model.cursor), (error, page) => {
    if !empty(error)
      Callback(error, {})
      return
    endif
    model.cursor = Cursor(page)
    for todo in page.todos
      models.AppendTodo(model, PlainTodo(todo))
    endfor
    ReadOn(model, view, wanted, Callback)
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

def FirstModel(listed: dict<any>, page: dict<any>): dict<any>
  final todos = mapnew(page.todos, (_, todo) => PlainTodo(todo))
  return models.New(todos, {
    sections: Categories(listed.sections),
    index: listed.index,
    today: listed.today,
    revision: listed.revision,
    cursor: Cursor(page),
  })
enddef

# Callback(error, model)
export def Load(view: dict<any>, wanted: number, Callback: func(dict<any>, any))
  final answer: dict<any> = {sections: {}, error: {}}
  connection.SendRequest('sections.list', {includeEmpty: true, limit: 1, fields: ['category']}, (error, result) => {
    answer.error = error
    answer.sections = result
  })
  # The server answers in order, so the sections are there when the page comes, and their revision is the older.
  connection.SendRequest('todo.list', PageParams(view, wanted, ''), (error, page) => {
    if !empty(error) || !empty(answer.error)
      Callback(empty(error) ? answer.error : error, {})
      return
    endif
    ReadOn(FirstModel(answer.sections, page), view, wanted, Callback)
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
