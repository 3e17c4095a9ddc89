vim9script
# The whole list as lines, and lines as a list. Pure.

import autoload 'todo/line.vim' as oneline
import autoload 'todo/model.vim' as models

# The lines of a model (model.vim), and what stands on them: {line number: {id} or {category}}.
export def Render(model: dict<any>): dict<any>
  var lines: list<string> = []
  var places: dict<any> = {}
  final width = models.Width(model)
  for section in model.order
    if empty(section.ids)
      continue
    endif
    if !empty(lines)
      lines->add('')
    endif
    lines->add(oneline.RenderHeading(section.category))
    places[len(lines)] = {category: section.category}
    for id in section.ids
      lines->add(oneline.RenderTodo(model.todos[id], width, model.today))
      places[len(lines)] = {id: id}
    endfor
  endfor
  if model.cursor != ''
    lines->add(oneline.RenderMore(model.more))
  endif
  return {lines: lines, places: places}
enddef

# What the lines say: sections in order, [{category, line, items: [{line, text, id, title, …}]}]. Todos above every
# heading have no category; a heading that comes twice is one section. none: the titles that mean no category too.
export def Parse(lines: list<string>, today: string, none: dict<bool> = {}): list<dict<any>>
  var sections: list<dict<any>> = []
  var by_category: dict<any> = {}
  var current: dict<any> = {}
  for place in range(len(lines))
    final text = lines[place]
    final said = oneline.ParseLine(text, today)
    if empty(said)
      continue
    endif
    final heading = get(said, 'heading', '')
    final category = has_key(none, heading) ? '' : heading
    if has_key(said, 'heading') || empty(current)
      if !has_key(by_category, category)
        by_category[category] = {category: category, line: has_key(said, 'heading') ? place + 1 : 0, items: []}
        sections->add(by_category[category])
      endif
      current = by_category[category]
    endif
    if !has_key(said, 'heading')
      extend(said, {line: place + 1, text: text})
      current.items->add(said)
    endif
  endfor
  return sections
enddef
