vim9script
# The least that makes a model (model.vim) say what a document (document.vim) says. Pure.

import autoload 'todo/line.vim' as oneline
import autoload 'todo/model.vim' as models

# How many of the rising numbers in `tails` are below `value`. Vim walks through a list to find a place in it, so
# what mostly holds, all of them, is looked at first.
def CountBelow(tails: list<number>, value: number): number
  if empty(tails) || tails[-1] < value
    return len(tails)
  endif
  var low = 0
  var high = len(tails) - 1
  while low < high
    final middle = (low + high) / 2
    if tails[middle] < value
      low = middle + 1
    else
      high = middle
    endif
  endwhile
  return low
enddef

# Which of the numbers in `list` (-1: none) form its longest rising subsequence, as a dictionary of places.
def LongestRising(list: list<number>): dict<bool>
  var values: list<number> = [] # The smallest end of a subsequence of each length, and its place.
  var places: list<number> = []
  var before: dict<number> = {}
  var place = -1
  for value in list
    place += 1
    if value < 0
      continue
    endif
    final length = CountBelow(values, value)
    before[place] = length == 0 ? -1 : length == len(places) ? places[-1] : places[length - 1]
    if length < len(values)
      values[length] = value
      places[length] = place
    else
      values->add(value)
      places->add(place)
    endif
  endfor
  var chosen: dict<bool> = {}
  place = get(places, -1, -1)
  while place >= 0
    chosen[place] = true
    place = before[place]
  endwhile
  return chosen
enddef

# Who is who

# Gives each todo of the model to one line, which becomes `is_known`. Of lines with the same number the unchanged one
# is the todo, or the first; the others are copies: new todos.
def Identify(model: dict<any>, document: list<dict<any>>)
  var owner: dict<any> = {}
  final width = models.Width(model)
  final todos: dict<any> = model.todos
  for section in document
    for item in section.items
      item.is_known = false
      if item.id == 0 || !has_key(todos, item.id)
        continue
      endif
      final is_unchanged = item.text ==# oneline.RenderTodo(todos[item.id], width, model.today)
      final former = get(owner, item.id, {})
      if empty(former) || (is_unchanged && !former.is_unchanged)
        if !empty(former)
          former.item.is_known = false
        endif
        item.is_known = true
        owner[item.id] = {item: item, is_unchanged: is_unchanged}
      endif
    endfor
  endfor
enddef

# Headings

def Titles(model: dict<any>): dict<bool>
  var known: dict<bool> = {}
  for section in model.sections
    known[get(section, 'category', section.title)] = true
  endfor
  for section in model.order
    known[section.category] = true
  endfor
  return known
enddef

# How many todos of each category of the model stand in a section of the document.
def Origins(section: dict<any>, category_of: dict<string>): dict<number>
  var count: dict<number> = {}
  for item in section.items
    if item.is_known && has_key(category_of, item.id)
      final category = category_of[item.id]
      count[category] = get(count, category, 0) + 1
    endif
  endfor
  return count
enddef

# The category whose new title this heading may be: the largest of those that are gone and have all that is left of
# them here. '' for none.
def FormerTitle(counts: dict<number>, total: dict<number>, in_document: dict<bool>): string
  var best = ''
  for category in sort(keys(counts))
    final is_gone = category != '' && !has_key(in_document, category) && counts[category] == total[category]
    if is_gone && (best == '' || counts[category] > counts[best])
      best = category
    endif
  endfor
  return best
enddef

# A heading that is new and has all that is left of one that is gone is that one with another title. Below no
# heading at all todos have no category, which is no title.
def FindRenames(model: dict<any>, document: list<dict<any>>): list<dict<any>>
  final known = Titles(model)
  var category_of: dict<string> = {}
  for section in model.order
    for id in section.ids
      category_of[id] = section.category
    endfor
  endfor
  var in_document: dict<bool> = {}
  var total: dict<number> = {}
  var counts: list<dict<number>> = []
  for section in document
    in_document[section.category] = true
    counts->add(Origins(section, category_of))
    for [category, count] in items(counts[-1])
      total[category] = get(total, category, 0) + count
    endfor
  endfor
  var renames: list<dict<any>> = []
  for place in range(len(document))
    final section = document[place]
    final is_new = section.category != '' && !has_key(known, section.category)
    final former = !is_new ? '' : FormerTitle(counts[place], total, in_document)
    if former != ''
      renames->add({kind: 'rename', from: former, to: section.category, line: section.line})
    endif
  endfor
  return renames
enddef

# Places

# category: of the section, also where the place alone would tell it.
def Operation(item: dict<any>, category: string, place: dict<any>): dict<any>
  if item.is_known
    final params = extend({id: item.id}, place)
    return {kind: 'move', id: item.id, line: item.line, category: category, params: params}
  endif
  var params: dict<any> = extend({title: item.title}, place)
  if item.isCompleted
    params.isCompleted = true
  endif
  if item.isToday
    params.isToday = true
  endif
  if item.dueOn != ''
    params.dueOn = item.dueOn
  endif
  return {kind: 'create', line: item.line, copies: item.id, category: category, params: params}
enddef

# The end of a section. Of one that goes on unseen that is behind the last todo that stays, so each goes there before
# the one that stands in front of it.
def PlaceAtEnd(run: list<dict<any>>, category: string, last: number, is_cut: bool): list<dict<any>>
  if !is_cut
    return mapnew(run, (_, item) => Operation(item, category, {category: category}))
  endif
  final place = last > 0 ? {after: last} : {category: category, index: 0}
  return reverse(copy(run))->map((_, item) => Operation(item, category, place))
enddef

def PlaceSection(section: dict<any>, base: dict<any>): list<dict<any>>
  var places: dict<number> = {}
  final ids = get(base, 'ids', [])
  for place in range(len(ids))
    places[ids[place]] = place
  endfor
  final was: list<number> = mapnew(section.items, (_, item) => item.is_known ? get(places, item.id, -1) : -1)
  final stays = LongestRising(was)
  var operations: list<dict<any>> = []
  var run: list<dict<any>> = []
  var last = 0
  for place in range(len(section.items))
    final item = section.items[place]
    if has_key(stays, place)
      operations += mapnew(run, (_, other) => Operation(other, section.category, {before: item.id}))
      run = []
      last = item.id
    else
      run->add(item)
    endif
  endfor
  return operations + PlaceAtEnd(run, section.category, last, get(base, 'is_cut', false))
enddef

# What is in a todo

# The fields in which a line says something else than its todo.
export def ChangedFields(todo: dict<any>, item: dict<any>, today: string): dict<any>
  final read = oneline.AsRead(todo, today)
  var params: dict<any> = {}
  for field in ['title', 'isCompleted', 'isToday']
    if item[field] !=# read[field]
      params[field] = item[field]
    endif
  endfor
  if item.dueOn !=# read.dueOn
    params.dueOn = item.dueOn == '' ? null : item.dueOn
  endif
  return params
enddef

def FindUpdates(model: dict<any>, document: list<dict<any>>): list<dict<any>>
  var updates: list<dict<any>> = []
  for section in document
    for item in section.items
      final params = item.is_known ? ChangedFields(model.todos[item.id], item, model.today) : {}
      if !empty(params)
        params.id = item.id
        updates->add({kind: 'update', id: item.id, line: item.line, params: params})
      endif
    endfor
  endfor
  return updates
enddef

def FindDeletes(model: dict<any>, document: list<dict<any>>): list<dict<any>>
  var seen: dict<bool> = {}
  for section in document
    for item in section.items
      if item.is_known
        seen[item.id] = true
      endif
    endfor
  endfor
  var deletes: list<dict<any>> = []
  for section in model.order
    for id in section.ids
      if !has_key(seen, id)
        deletes->add({kind: 'delete', id: id, params: {id: id}})
      endif
    endfor
  endfor
  return deletes
enddef

# The plan: `renames` of categories; `structure`, creates, moves and deletes, whose order matters; `updates`, whose
# order does not.
export def Diff(model: dict<any>, document: list<dict<any>>): dict<any>
  Identify(model, document)
  final renames = FindRenames(model, document)
  var base_of: dict<any> = {}
  for section in model.order
    base_of[section.category] = section
  endfor
  for rename in renames
    base_of[rename.to] = base_of[rename.from]
  endfor
  var structure: list<dict<any>> = []
  for section in document
    structure += PlaceSection(section, get(base_of, section.category, {}))
  endfor
  structure += FindDeletes(model, document)
  return {renames: renames, structure: structure, updates: FindUpdates(model, document)}
enddef

export def IsEmpty(plan: dict<any>): bool
  return empty(plan.renames) && empty(plan.structure) && empty(plan.updates)
enddef

# The least moves that bring sections from one order into another: [{category, before? | after?}]. What only one of
# the two knows is left where it is.
export def SectionMoves(present: list<string>, wanted: list<string>): list<dict<any>>
  final known = copy(wanted)->filter((_, category) => index(present, category) >= 0)
  final stays = LongestRising(mapnew(known, (_, category) => index(present, category)))
  var moves: list<dict<any>> = []
  var run: list<string> = []
  var previous = ''
  for place in range(len(known))
    final category = known[place]
    if has_key(stays, place)
      moves += mapnew(run, (_, other) => ({category: other, before: category}))
      run = []
      previous = category
    else
      run->add(category)
    endif
  endfor
  for category in run
    moves->add({category: category, after: previous})
    previous = category
  endfor
  return moves
enddef

# The headings, where they stand in another order than they did, or new ones not at the end; else nothing.
export def WantedSections(model: dict<any>, document: list<dict<any>>, renames: list<dict<any>>): list<string>
  var places: dict<number> = {}
  for place in range(len(model.order))
    places[model.order[place].category] = place
  endfor
  for rename in renames
    places[rename.to] = places[rename.from]
  endfor
  var is_sorted = true
  var last = 0
  var wanted: list<string> = []
  for section in document
    if !empty(section.items)
      final place = get(places, section.category, len(model.order))
      is_sorted = is_sorted && place >= last
      last = place
      wanted->add(section.category)
    endif
  endfor
  return is_sorted ? [] : wanted
enddef
