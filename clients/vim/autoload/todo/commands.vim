vim9script
# `:Todo` and its words.

import autoload 'todo/buffer.vim' as buffers
import autoload 'todo/config.vim'
import autoload 'todo/connection.vim'
import autoload 'todo/edit.vim'
import autoload 'todo/history.vim'
import autoload 'todo/line.vim' as oneline
import autoload 'todo/marks.vim'
import autoload 'todo/save.vim'
import autoload 'todo/store.vim'
import autoload 'todo/unclear.vim'
import autoload 'todo/views.vim'
import autoload 'todo/write.vim'

const FOLDER = expand('<sfile>:p:h:h:h')

# {} where the current buffer is no list that was loaded.
def CurrentList(): dict<any>
  final state = buffers.StateOf(bufnr())
  return empty(get(state, 'model', {})) ? {} : state
enddef

# Going places

def LineOfHeading(buffer: number, category: string): number
  for section in buffers.Parse(buffer)
    if section.category ==# category
      return max([1, section.line])
    endif
  endfor
  return 0
enddef

# Loads more of a list, which is possible only where nothing is edited.
def LoadMore(buffer: number, wanted: number)
  if getbufvar(buffer, '&modified')
    marks.Warn('write your edits first (:w), or drop them (:e!)')
    return
  endif
  final state = buffers.StateOf(buffer)
  state.wanted = wanted
  final error = buffers.Reload(buffer)
  if !empty(error)
    marks.Warn(error.message)
  endif
enddef

def More()
  final state = CurrentList()
  if empty(state)
    marks.Warn(':Todo more works in a list')
  elseif state.model.cursor == ''
    marks.Say('that is all')
  else
    LoadMore(bufnr(), len(state.model.todos) + config.Limit())
  endif
enddef

def Jump(title: string)
  final buffer = buffers.Open(views.Name('list'))
  final state = CurrentList()
  if empty(state)
    return
  endif
  final found = copy(state.model.index)->filter((_, entry) => entry.title ==? title)
  final place = empty(found) ? -1 : found[0].section
  final category = place < 0 ? {} : state.model.sections[place]
  if !has_key(category, 'category')
    marks.Warn('nothing stands under ' .. title)
    return
  endif
  if LineOfHeading(buffer, category.category) == 0 && state.model.cursor != ''
    final before = reduce(slice(state.model.sections, 0, place), (sum, section) => sum + section.count, 0)
    LoadMore(buffer, before + config.Limit())
  endif
  final lnum = LineOfHeading(buffer, category.category)
  if lnum > 0
    normal! m'
    cursor(lnum, 1)
  endif
enddef

# Doing things

# The category under whose heading the cursor stands, in a list.
def CategoryHere(): string
  var found = ''
  if !empty(CurrentList())
    for section in buffers.Parse(bufnr())
      found = section.line <= line('.') ? section.category : found
    endfor
  endif
  return found
enddef

def Add(text: string)
  final state = CurrentList()
  final today = empty(state) ? strftime('%Y-%m-%d') : state.model.today
  final item = oneline.ParseLine('[ ] ' .. text, today)
  if empty(item)
    marks.Warn('what is to be done? :Todo add TITLE')
    return
  elseif item.unclear != ''
    marks.Warn(unclear.AboutMark(item.unclear, today).message)
    return
  endif
  final params: dict<any> = {title: item.title, isToday: item.isToday, category: CategoryHere(), key: write.NewRequestKey()}
  if item.dueOn != ''
    params.dueOn = item.dueOn
  endif
  connection.SendRequest('todo.create', params, (error, todo) => {
    if empty(error)
      history.Add(1)
      marks.Say('added ' .. marks.Describe(store.PlainTodo(todo), ''))
    else
      marks.Warn(error.message)
    endif
  })
enddef

def Theirs(is_all: bool)
  final state = CurrentList()
  if empty(state)
    marks.Warn(':Todo theirs works in a list')
    return
  endif
  final here = get(oneline.ParseLine(getline('.'), state.model.today), 'id', 0)
  for id in is_all ? keys(state.conflicts)->map((_, name) => str2nr(name)) : [here]
    if !has_key(state.conflicts, id)
      marks.Warn('nobody else has changed this one')
      return
    endif
    edit.TakeTheirs(bufnr(), id)
  endfor
  edit.ShowProblems(bufnr(), [], [])
  if save.IsSettled(bufnr())
    buffers.Reload(bufnr())
  endif
enddef

def Detail()
  final state = CurrentList()
  final id = empty(state) ? 0 : get(oneline.ParseLine(getline('.'), state.model.today), 'id', 0)
  if id == 0
    marks.Warn('the cursor is not on a todo that the store has')
    return
  endif
  buffers.Open(views.Name('detail', id), 'belowright')
enddef

def Pet(kind: string)
  connection.SendRequest('pet.random', {kind: kind, allowOffline: true}, (error, pet) => {
    if !empty(error)
      marks.Warn(error.message)
      return
    endif
    connection.SendRequest('pet.image', {kind: kind, id: pet.id}, (image_error, image) => {
      final breeds = empty(pet.breeds) ? 'of no known breed' : join(pet.breeds, ', ')
      final source = pet.source == 'network' ? '' : ' (' .. pet.source .. ')'
      marks.Say(kind .. ', ' .. breeds .. source .. ': ' .. (empty(image_error) ? image.path : image_error.message))
    })
  })
enddef

def Search(text: string, where: string)
  if text == ''
    marks.Warn('for what? :Todo search TEXT')
  else
    buffers.Open(views.Name('search', text), where)
  endif
enddef

# The page of the keys. Where nobody has made the tags, as in a folder that was only put on 'runtimepath', they are made.
def Help()
  try
    help todo-keys
  catch /^Vim(help):E149:/
    try
      execute 'helptags' fnameescape(FOLDER .. '/doc')
      help todo-keys
    catch
      marks.Warn('there are no tags: ' .. FOLDER .. '/doc/todo.txt is the help')
    endtry
  endtry
enddef

# The command

# Each takes the rest of the line, whether there was a !, and the modifiers for a window of its own.
const WORDS: dict<func> = {
  add: (text, _, _) => Add(text),
  cat: (_, _, _) => Pet('cat'),
  detail: (_, _, _) => Detail(),
  dog: (_, _, _) => Pet('dog'),
  help: (_, _, _) => Help(),
  jump: (text, _, _) => Jump(text),
  list: (_, _, where) => {
    buffers.Open(views.Name('list'), where)
  },
  more: (_, _, _) => More(),
  redo: (_, _, _) => history.Redo(),
  search: (text, _, where) => Search(text, where),
  stop: (_, _, _) => connection.Stop(),
  theirs: (_, is_all, _) => Theirs(is_all),
  today: (_, _, where) => {
    buffers.Open(views.Name('today'), where)
  },
  undo: (_, is_anyones, _) => history.Undo(is_anyones),
  upcoming: (_, _, where) => {
    buffers.Open(views.Name('upcoming'), where)
  },
}

export def Run(arguments: string, has_bang: bool, where: string)
  buffers.Follow()
  final parts = matchlist(arguments, '^\s*\(\S*\)\s*\(.\{-}\)\s*$')
  final word = parts[1] == '' ? 'list' : parts[1]
  if has_key(WORDS, word)
    WORDS[word](parts[2], has_bang, where)
  else
    marks.Warn('there is no :Todo ' .. word .. '; see :Todo help')
  endif
enddef

export def Complete(lead: string, command_line: string, _: number): list<string>
  final word = matchstr(command_line, 'Todo!\?\s\+\zs\S\+\ze\s')
  var words: list<string> = []
  if word == ''
    words = sort(keys(WORDS))
  elseif word == 'jump' && !empty(CurrentList())
    words = mapnew(CurrentList().model.index, (_, entry) => entry.title)
  endif
  return filter(words, (_, each) => stridx(tolower(each), tolower(lead)) == 0)
enddef
