vim9script
# Lines that may be meant in two ways, so that a write asks rather than guesses. Pure.

import autoload 'todo/dates.vim'

# Of `@32`: a day that was meant otherwise, or the end of a title? {message} for the line, and a {brief} one.
export def AboutMark(word: string, today: string): dict<string>
  final is_second = dates.Resolve(word[1 :], today) != ''
  final brief = '“' .. word .. (is_second ? '” is one day too many' : '” is no day')
  return {
    message: brief .. '. A day is @today, @fri, @+7, @2030-01-31; “' .. word .. ' \” has the word in the title.',
    brief: brief,
  }
enddef

# Of `12 Milk`, where nothing else is todo 12: a todo that would be deleted and made anew, if it were believed.
def AboutNumber(id: number): dict<string>
  return {
    message: printf('This has no box: “%d [ ] …” is todo %d, “[ ] %d …” a new one.', id, id, id),
    brief: id .. ' has lost its box',
  }
enddef

# A line's id, if it has one, tells what its title was before: the marks there are part of it.
def IsNewMark(item: dict<any>, todos: dict<any>, Grave: func(number): dict<any>): bool
  if item.unclear == ''
    return false
  endif
  final before = get(todos, item.id, {}) ?? Grave(item.id)
  return matchstr(get(before, 'title', ''), '\S\+$') !=# item.unclear
enddef

# As [{line, message, brief}]. Grave(id): a todo that was deleted here, as it was, or {}.
export def Find(document: list<dict<any>>, model: dict<any>, Grave: func(number): dict<any>): list<dict<any>>
  final todos: dict<any> = model.todos
  var has_line: dict<bool> = {}
  for section in document
    for item in section.items
      has_line[item.id] = true
    endfor
  endfor
  var found: list<dict<any>> = []
  for section in document
    for item in section.items
      final id = item.id > 0 ? 0 : str2nr(matchstr(item.text, '^\s*\zs\d\+\ze\%(\s\|\[\|$\)'))
      if IsNewMark(item, todos, Grave)
        found->add(extend({line: item.line}, AboutMark(item.unclear, model.today)))
      elseif id > 0 && has_key(todos, id) && !has_key(has_line, id)
        found->add(extend({line: item.line}, AboutNumber(id)))
      endif
    endfor
  endfor
  return found
enddef
