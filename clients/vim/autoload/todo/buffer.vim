vim9script
# A buffer that is the list: opened, shown, and kept up to date.

import autoload 'todo/config.vim'
import autoload 'todo/connection.vim'
import autoload 'todo/detail.vim'
import autoload 'todo/document.vim'
import autoload 'todo/line.vim' as oneline
import autoload 'todo/marks.vim'
import autoload 'todo/model.vim' as models
import autoload 'todo/store.vim'
import autoload 'todo/views.vim'

const FIRST_WAIT = 1000 # Milliseconds for which opening waits, so that a quick server's list is there at once.
const REST = 100 # Milliseconds between a notification and the refresh: what comes meanwhile is one refresh.

# By buffer: view, model ({} before the first load), wanted (how many todos), conflicts by id, doubt (requests),
# is_stale (the store has more than is shown), has_said (that it has), is_writing, is_resting, load (the number of the
# newest load: what an older one brings is dropped).
final states: dict<any> = {}

# {} for a buffer that is no list.
export def StateOf(buffer: number): dict<any>
  return get(states, buffer, {})
enddef

export def Parse(buffer: number): list<dict<any>>
  final model = states[buffer].model
  return document.Parse(getbufline(buffer, 1, '$'), model.today, models.TitlesOfNone(model))
enddef

def IsModified(buffer: number): bool
  return !!getbufvar(buffer, '&modified')
enddef

# Cursors

# Where each window on the buffer looks, in todos rather than lines.
def RememberWindows(buffer: number): list<dict<any>>
  return mapnew(win_findbuf(buffer), (_, window) => {
    final position = getcurpos(window)
    final text = get(getbufline(buffer, position[1]), 0, '')
    final top = getwininfo(window)[0].topline
    return {window: window, lnum: position[1], column: position[2], said: oneline.ParseLine(text, ''), top: top}
  })
enddef

def RestoreWindows(buffer: number, remembered: list<dict<any>>, places: dict<any>)
  final line_of: dict<string> = {}
  final line_of_heading: dict<string> = {}
  for [lnum, place] in items(places)
    if has_key(place, 'id')
      line_of[place.id] = lnum
    else
      line_of_heading[place.category] = lnum
    endif
  endfor
  final last = getbufinfo(buffer)[0].linecount
  for was in remembered
    final found = has_key(was.said, 'heading') ? get(line_of_heading, was.said.heading, '')
      : get(line_of, get(was.said, 'id', 0), '')
    final lnum = min([found == '' ? was.lnum : str2nr(found), last])
    # Who saw the top sees it still, with the heading that a first todo gets.
    final is_near_top = was.top == 1 && lnum <= winheight(was.window)
    final top = is_near_top ? 1 : max([1, lnum - was.lnum + was.top])
    final view = {lnum: lnum, col: was.column - 1, topline: top}
    win_execute(was.window, 'call winrestview(' .. string(view) .. ')')
  endfor
enddef

# Showing

# Replaces the lines that differ, and forgets the edits before it: undoing them later would take back, as this user's
# edit, what somebody else has done since.
def ReplaceLines(buffer: number, lines: list<string>)
  final old = getbufline(buffer, 1, '$')
  if old ==# lines
    return
  endif
  var first = 0
  while first < len(old) && first < len(lines) && old[first] ==# lines[first]
    first += 1
  endwhile
  var same = 0
  while same < len(old) - first && same < len(lines) - first && old[-1 - same] ==# lines[-1 - same]
    same += 1
  endwhile
  setbufvar(buffer, '&undolevels', -1)
  final new = slice(lines, first, len(lines) - same)
  final gone = len(old) - same - first
  if !empty(new)
    appendbufline(buffer, first, new)
  endif
  if gone > 0
    deletebufline(buffer, first + len(new) + 1, first + len(new) + gone)
  endif
  setbufvar(buffer, '&undolevels', -123456) # The global value again.
enddef

export def ShowModel(buffer: number, model: dict<any>)
  final state = states[buffer]
  final windows = RememberWindows(buffer)
  final rendered = document.Render(model)
  extend(state, {model: model, conflicts: {}, is_stale: false, has_said: false})
  setbufvar(buffer, '&modifiable', 1)
  ReplaceLines(buffer, empty(rendered.lines) ? [''] : rendered.lines)
  setbufvar(buffer, '&modified', 0)
  RestoreWindows(buffer, windows, rendered.places)
  marks.ShowCounts(buffer, model, rendered.places, state.view.is_whole)
  marks.ShowDue(buffer, model.today)
  marks.ShowNews(buffer, '')
  marks.ShowProblems(buffer, [])
enddef

def SayStale(buffer: number)
  states[buffer].is_stale = true
  if !states[buffer].has_said
    states[buffer].has_said = true
    marks.ShowNews(buffer, 'The store has changed. :w writes your edits, then shows it; :e! drops them.')
    marks.Warn('the store has changed under your edits; nothing of yours is lost')
  endif
enddef

# Loading

def IsCurrent(buffer: number, state: dict<any>): bool
  return get(states, buffer, {}) is state && bufloaded(buffer)
enddef

def Ignore(_: dict<any>)
enddef

# Loads anew. Behind edits it only says that there is news. Done(error) is called in the end.
export def RefreshList(buffer: number, Done: func(dict<any>) = Ignore)
  final state = states[buffer]
  state.load += 1
  final this_load = state.load
  store.Load(state.view, state.wanted, (error, model) => {
    if !IsCurrent(buffer, state) || state.load != this_load
      return
    elseif !empty(error)
      marks.ShowNews(buffer, error.message)
    elseif !empty(state.model) && IsModified(buffer)
      if model.revision > state.model.revision
        SayStale(buffer)
      endif
    elseif state.is_writing
      state.is_stale = true
    else
      ShowModel(buffer, model)
    endif
    Done(error)
  })
enddef

# Loads and waits for it, whatever the buffer holds. Gives the error.
export def Reload(buffer: number): dict<any>
  final state = states[buffer]
  final answer: dict<any> = {is_done: false, error: {message: 'no answer'}, model: {}}
  state.load += 1
  store.Load(state.view, state.wanted, (error, model) => {
    extend(answer, {is_done: true, error: error, model: model})
  })
  connection.WaitUntil(() => answer.is_done, connection.TimeFor(state.wanted))
  if empty(answer.error)
    ShowModel(buffer, answer.model)
  endif
  return answer.error
enddef

# Opening

# For BufReadCmd: fills the buffer by its name. Also for :e!, which drops what was edited.
export def Read(buffer: number)
  final view = views.Of(bufname(buffer))
  if empty(view)
    marks.Warn('there is no such view; see :help todo-views')
    return
  elseif has_key(view, 'detail')
    detail.Read(buffer, view.detail)
    return
  endif
  final before = get(states, buffer, {})
  states[buffer] = {
    view: view,
    model: {},
    wanted: get(before, 'wanted', config.Limit()),
    conflicts: {},
    doubt: [],
    is_stale: false,
    has_said: false,
    is_writing: false,
    is_resting: false,
    load: get(before, 'load', 0),
  }
  setlocal buftype=acwrite bufhidden=hide noswapfile
  if &filetype != 'todo'
    setlocal filetype=todo
  endif
  setbufvar(buffer, 'todo_due', '') # Reading anew has loaded the syntax anew.
  setlocal nomodified nomodifiable
  final progress = {is_done: false}
  RefreshList(buffer, (error) => {
    progress.is_done = true
    if !empty(error)
      marks.Warn(error.message)
    endif
  })
  connection.WaitUntil(() => progress.is_done, FIRST_WAIT)
enddef

# Shows the buffer of that name; where is a word such as 'vertical', for a window of its own.
export def Open(name: string, where: string = ''): number
  final buffer = bufadd(name)
  setbufvar(buffer, '&buflisted', 1)
  final here = win_findbuf(buffer)->filter((_, window) => win_id2win(window) > 0)
  if where != ''
    execute where 'split'
  elseif !empty(here)
    win_gotoid(here[0])
  endif
  execute 'hide buffer' buffer
  return buffer
enddef

export def Forget(buffer: number)
  if has_key(states, buffer)
    remove(states, buffer)
  endif
enddef

# The edits are gone (by u, say): what the store has can be shown again.
export def OnTextChanged(buffer: number)
  final state = StateOf(buffer)
  if get(state, 'is_stale', false) && !state.is_writing && !IsModified(buffer)
    RefreshList(buffer)
  endif
enddef

# Following the store

def IsNews(state: dict<any>, revision: number): bool
  return empty(state.model) || revision == 0 || revision > state.model.revision
enddef

def RefreshLater(buffer: number, state: dict<any>, revision: number)
  if state.is_resting
    return
  endif
  state.is_resting = true
  timer_start(REST, (_) => {
    state.is_resting = false
    if IsCurrent(buffer, state) && IsNews(state, revision)
      RefreshList(buffer)
    endif
  })
enddef

# revision: the store's; 0 when notifications may have been missed. is_own: this Vim has made the change.
def RefreshAll(revision: number, is_own: bool)
  for [name, state] in items(states)
    final buffer = str2nr(name)
    if !IsNews(state, revision) || !bufloaded(buffer)
      continue
    endif
    final is_edited = !empty(state.model) && IsModified(buffer)
    if is_edited && is_own
      state.is_stale = true # No news for this user, but to be shown when the edits are gone.
    elseif !is_edited || !state.has_said
      RefreshLater(buffer, state, revision)
    endif
  endfor
enddef

var is_following = false

export def Follow()
  if is_following
    return
  endif
  is_following = true
  connection.Listen((event, params) => {
    if event == 'changed'
      RefreshAll(params.revision, params.origin == 'self')
    elseif event == 'back'
      RefreshAll(0, false)
    elseif event == 'down'
      marks.Warn(params.message .. '; the next command tries again')
    endif
  })
enddef
