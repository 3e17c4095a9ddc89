vim9script
# What stands in a buffer beside its text: counts behind headings, who is in conflict with whom, what is due.

import autoload 'todo/dates.vim'
import autoload 'todo/line.vim' as oneline

const TYPES = {
  todoVirtualCount: 'todoCount',
  todoVirtualNews: 'todoNews',
  todoVirtualProblem: 'todoProblem',
  todoDoubt: '',
}
# Not in the syntax file, since these are there without `syntax on` too.
const LOOKS = {todoCount: 'Comment', todoNews: 'WarningMsg', todoProblem: 'WarningMsg'}

# Property types are global; made once.
def Prepare()
  for [name, group] in items(TYPES)
    if empty(prop_type_get(name))
      if group != ''
        execute 'highlight default link ' .. group .. ' ' .. LOOKS[group]
      endif
      prop_type_add(name, group == '' ? {} : {highlight: group})
    endif
  endfor
enddef

def Clear(buffer: number, type: string)
  Prepare()
  prop_remove({type: type, bufnr: buffer, all: true})
enddef

def Virtual(buffer: number, type: string, lnum: number, text: string)
  # Wrapped: one that is cut off for want of room may not be drawn at all.
  const PLACE = {text_align: 'after', text_wrap: 'wrap', text_padding_left: 1}
  prop_add(lnum, 0, extend({type: type, bufnr: buffer, text: text}, PLACE))
enddef

# Counts behind the headings, and the titles that the server gives to what has none.
export def ShowCounts(buffer: number, model: dict<any>, places: dict<any>, is_whole: bool)
  Clear(buffer, 'todoVirtualCount')
  var by_category: dict<any> = {}
  for section in model.sections
    if has_key(section, 'category')
      by_category[section.category] = section
    endif
  endfor
  for [lnum, place] in items(places)
    final section = has_key(place, 'category') ? get(by_category, place.category, {}) : {}
    if !empty(section)
      final title = place.category == '' ? section.title .. ' ' : ''
      final count = is_whole ? section.completedCount .. '/' .. section.count : ''
      if title .. count != ''
        Virtual(buffer, 'todoVirtualCount', str2nr(lnum), title .. count)
      endif
    endif
  endfor
  if empty(model.todos)
    Virtual(buffer, 'todoVirtualCount', 1, 'Nothing here. Type a line, and :w makes it a todo.')
  endif
enddef

# Marks what is due, by a pattern of days, so that it follows what is typed.
export def ShowDue(buffer: number, today: string)
  if getbufvar(buffer, 'todo_due', '') == today
    return
  endif
  final commands = [
    'syntax clear todoDue',
    'syntax match todoDue /@' .. dates.PatternUntil(today) .. '\>/ contained',
  ]
  for window in win_findbuf(buffer)[: 0]
    win_execute(window, commands, 'silent!')
    setbufvar(buffer, 'todo_due', today)
  endfor
enddef

# text: '' for none.
export def ShowNews(buffer: number, text: string)
  Clear(buffer, 'todoVirtualNews')
  if text != ''
    Virtual(buffer, 'todoVirtualNews', 1, text)
  endif
enddef

# list: [{line, message}]. They are in the location list of the window too.
export def ShowProblems(buffer: number, list: list<dict<any>>)
  Clear(buffer, 'todoVirtualProblem')
  for problem in list
    Virtual(buffer, 'todoVirtualProblem', problem.line, problem.message)
  endfor
  final entries = mapnew(list, (_, problem) => ({bufnr: buffer, lnum: problem.line, text: problem.message}))
  for window in win_findbuf(buffer)
    setloclist(window, [], empty(entries) ? 'r' : ' ', {title: 'todo', items: entries})
  endfor
enddef

# Lines of which it is not known whether the store has them. A mark stays with its line through edits.
var last_mark = 0

export def SetDoubt(buffer: number, lnum: number): number
  Prepare()
  last_mark += 1
  prop_add(lnum, 1, {type: 'todoDoubt', bufnr: buffer, id: last_mark, length: 1})
  return last_mark
enddef

# Its line now; 0 when the line is gone.
export def TakeDoubt(buffer: number, mark: number): number
  for lnum in range(1, getbufinfo(buffer)[0].linecount)
    for property in prop_list(lnum, {bufnr: buffer, types: ['todoDoubt']})
      if property.id == mark
        prop_remove({type: 'todoDoubt', bufnr: buffer, id: mark, both: true}, lnum)
        return lnum
      endif
    endfor
  endfor
  return 0
enddef

# One sentence at the bottom of the screen.
export def Say(text: string)
  redraw
  echomsg 'todo: ' .. text
enddef

var last_warning = ''

export def Warn(text: string)
  last_warning = text
  redraw
  echohl WarningMsg
  echomsg 'todo: ' .. text
  echohl None
enddef

# The screen as it is now, with the last warning below it. Not where that was too long for the line and Vim waits for a key:
# the words that say so would be gone, and the next key be lost.
export def DrawAgain()
  if mode() =~# '^r'
    return
  endif
  redraw!
  echohl WarningMsg
  echo 'todo: ' .. last_warning
  echohl None
enddef

export def Describe(todo: dict<any>, today: string): string
  return trim(oneline.RenderTodo(todo, 1, today))
enddef
