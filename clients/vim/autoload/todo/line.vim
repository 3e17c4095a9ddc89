vim9script
# One line of the list, in both directions. Pure.
#
#     # Home                          a heading; `#` alone is for todos without a category
#      12 [x] Water the plants ★ @2030-01-31
#     [ ] Buy bread @fri              a new todo; the box may be left out
#
# The number is the todo's id. Behind the title may stand ★ (or *) for today's list and @ with a day. A title whose
# own end would be taken for these gets a backslash behind it. A last word that begins as a day does and is none is kept as
# `unclear`, beside the title that it would be the end of: see unclear.vim.
#
# An item is {id, title, isCompleted, isToday, dueOn, unclear, has_stop}: id 0 for a new todo, dueOn '' for no day.

import autoload 'todo/dates.vim'

const STAR = '★'
const STOP = '\'

# Splits what stands behind the box.
def ParseText(text: string, today: string): dict<any>
  var title = trim(text, " \t")
  var found = {id: 0, isCompleted: false, isToday: false, dueOn: '', unclear: '', has_stop: false}
  while title != ''
    final start = match(title, '\S\+$')
    final word = strpart(title, start)
    final before = trim(strpart(title, 0, start), " \t", 2)
    if word == STOP && before != ''
      title = before
      found.has_stop = true
      break
    endif
    final is_day = word[0] == '@'
    final due = is_day && found.dueOn == '' ? dates.Resolve(word[1 :], today) : ''
    if due != ''
      found.dueOn = due
    elseif word == STAR || word == '*'
      found.isToday = true
    else
      found.unclear = is_day ? word : ''
      break
    endif
    title = before
  endwhile
  found.title = title
  return found
enddef

def NeedsStop(title: string, today: string): bool
  final parsed = ParseText(title, today)
  return parsed.title !=# title || parsed.isToday || parsed.dueOn != ''
enddef

export def RenderHeading(category: string): string
  return category == '' ? '#' : '# ' .. category
enddef

# width: of the widest id, so that the boxes stand in one column. has_stop: the user has put a backslash there.
export def RenderTodo(todo: dict<any>, width: number, today: string): string
  var text = todo.title
  if get(todo, 'has_stop', false) || NeedsStop(todo.title, today)
    text ..= ' ' .. STOP
  endif
  if todo.isToday
    text ..= ' ' .. STAR
  endif
  if todo.dueOn != ''
    text ..= ' @' .. todo.dueOn
  endif
  final number = todo.id > 0 ? printf('%' .. width .. 'd ', todo.id) : ''
  return number .. (todo.isCompleted ? '[x] ' : '[ ] ') .. text
enddef

# count: 0 when it is not known.
export def RenderMore(count: number): string
  return count > 0 ? printf('… %d more: :Todo more', count) : '… more: :Todo more'
enddef

# What a line says: {heading: category}, an item, or {} where it says nothing.
export def ParseLine(text: string, today: string): dict<any>
  if text =~ '^\s*$' || text =~ '^… \%(\d\+ \)\?more: :Todo more$'
    return {}
  endif
  if text =~ '^#\%(\s\|$\)'
    return {heading: trim(text[1 :], " \t")}
  endif
  var parts = matchlist(text, '^\s*\(\d\+\)\s\+\[\([ xX]\?\)\]\(.*\)$')
  if empty(parts)
    parts = matchlist(text, '^\s*\([-*]\?\)\s*\[\([ xX]\?\)\]\(.*\)$')
  endif
  var item = ParseText(empty(parts) ? text : parts[3], today)
  if !empty(parts)
    item.id = str2nr(parts[1])
    item.isCompleted = parts[2] ==? 'x'
  endif
  return item.id == 0 && item.title == '' ? {} : item
enddef

# The todo as its line can say it: what the line cannot hold must not look like an edit.
export def AsRead(todo: dict<any>, today: string): dict<any>
  return ParseLine(RenderTodo(todo, 1, today), today)
enddef
