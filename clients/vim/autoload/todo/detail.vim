vim9script
# A buffer that is the detail of one todo: todo://detail/NUMBER.

import autoload 'todo/connection.vim'
import autoload 'todo/history.vim'
import autoload 'todo/marks.vim'
import autoload 'todo/store.vim'
import autoload 'todo/write.vim'

# By buffer: the todo as it was loaded, what someone else has made of it since ({} for nothing), and the key under
# which a wish was sent, so that the same wish is sent under the same key.
final states: dict<any> = {}
var is_following = false

def Show(buffer: number, todo: dict<any>)
  states[buffer] = {todo: todo, conflict: {}, wish: '', key: ''}
  setbufvar(buffer, '&modifiable', 1)
  setbufvar(buffer, '&undolevels', -1)
  final lines = split(todo.detail, '\n', true)
  silent deletebufline(buffer, 1, '$')
  setbufline(buffer, 1, lines)
  setbufvar(buffer, '&undolevels', -123456) # The global value again.
  setbufvar(buffer, '&modified', 0)
  marks.ShowNews(buffer, ' ' .. marks.Describe(todo, ''))
  marks.ShowProblems(buffer, [])
enddef

export def Read(buffer: number, id: number)
  Follow()
  setlocal buftype=acwrite noswapfile nomodified nomodifiable
  final answer = connection.CallServer('todo.get', {id: id})
  if empty(answer.error)
    Show(buffer, store.PlainTodo(answer.result))
  else
    marks.Warn(answer.error.message)
  endif
enddef

# Sends the detail on top of `base`.
def Send(state: dict<any>, base: dict<any>, detail: string): dict<any>
  final wish = base.revision .. ' ' .. detail
  if state.wish !=# wish
    state.wish = wish
    state.key = write.NewRequestKey()
  endif
  final params = {id: base.id, detail: detail, ifRevision: base.revision, key: state.key}
  return connection.CallServer('todo.update', params)
enddef

def Current(answer: dict<any>): dict<any>
  return get(get(answer.error, 'data', {}), 'current', {})
enddef

export def Save(buffer: number, is_forced: bool)
  final state = get(states, buffer, {})
  if empty(state)
    marks.Warn('nothing was loaded, so there is nothing to write; :e tries again')
    return
  endif
  final detail = join(getbufline(buffer, 1, '$'), "\n")
  final base = is_forced && !empty(state.conflict) ? state.conflict : state.todo
  var answer = Send(state, base, detail)
  if !empty(Current(answer)) && Current(answer).detail ==# base.detail
    answer = Send(state, Current(answer), detail) # Someone else has changed something else: both can be had.
  endif
  if empty(answer.error)
    history.Add(answer.result.revision != state.todo.revision ? 1 : 0)
    Show(buffer, store.PlainTodo(answer.result))
    marks.Say('detail of ' .. answer.result.id .. ' written')
  elseif !empty(Current(answer))
    state.conflict = Current(answer)
    final theirs = substitute(state.conflict.detail, "\n", ' ⏎ ', 'g')
    marks.ShowProblems(buffer, [{line: 1, message: 'Someone else has made it: ' .. theirs}])
    marks.Warn('someone else has changed it; :w! writes yours, :e! shows theirs')
  else
    marks.Warn(answer.error.message .. ' Your text is kept')
  endif
enddef

# Follows the store, as far as the user has not edited.
def Renew(buffer: number, state: dict<any>)
  connection.SendRequest('todo.get', {id: state.todo.id}, (error, todo) => {
    if get(states, buffer, {}) isnot state || !bufloaded(buffer)
      return
    elseif !empty(error)
      marks.ShowNews(buffer, error.message)
    elseif todo.revision == state.todo.revision
      return
    elseif getbufvar(buffer, '&modified')
      marks.ShowNews(buffer, 'It has changed in the store: ' .. marks.Describe(store.PlainTodo(todo), ''))
    else
      Show(buffer, store.PlainTodo(todo))
    endif
  })
enddef

def Follow()
  if is_following
    return
  endif
  is_following = true
  connection.Listen((event, _) => {
    for [buffer, state] in event == 'down' ? [] : items(states)
      if bufloaded(str2nr(buffer))
        Renew(str2nr(buffer), state)
      endif
    endfor
  })
enddef
