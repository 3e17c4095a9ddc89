vim9script
# The conversation with the server, through a job in channel mode `lsp`. It outlives the server: one that ends is
# started again, and what it left unanswered is sent again where that is safe, which is what only reads, what takes
# a `key`, and what says the same thing when it is said twice.
#
# Callbacks get (error, result). error: {} when there is none, else {code, message, data?}, or is_lost when nobody
# knows whether the request was carried out.

import autoload 'todo/config.vim'

const PAUSES = [1, 50, 200, 500, 1000] # Milliseconds before each further start; after the last it is given up.
const MOST_TRIES = 5 # Of one request, should it be what ends the server.
const WINDOW = 64 # How many requests of a write are under way at once.
var timeout = 20000

const REPEATABLE = [
  'todo.get', 'todo.list', 'sections.list', 'pet.random', 'pet.image',
  'sections.rename', # Only ever to a title that it then has.
  'sections.move', # Only ever next to a section by which it then stands.
]

var phase = 'down' # then 'starting', then 'up'
var job: job = null_job
var run = 0
var failures = 0
var queue: list<dict<any>> = []
var outstanding: list<dict<any>> = []
var hearers: list<func(string, dict<any>)> = []
var session = ''

export def Session(): string
  return session
enddef

# How long a load of that many todos may take, in milliseconds.
export def TimeFor(todos: number): number
  return timeout + todos
enddef

# For tests.
export def SetTimeout(milliseconds: number)
  timeout = milliseconds
enddef

def Lost(message: string): dict<any>
  return {code: 0, is_lost: true, message: message}
enddef

def MayRepeat(request: dict<any>): bool
  final is_safe = index(REPEATABLE, request.method) >= 0 || has_key(request.params, 'key')
  return is_safe && request.tries < MOST_TRIES
enddef

def Tell(event: string, params: dict<any>)
  for Hearer in hearers
    Hearer(event, params)
  endfor
enddef

# Hearer(event, params): 'changed' with the params of todo.didChange; 'back' when a server that ended was started
# again, so that notifications may have been missed; 'down' when that failed.
export def Listen(Hearer: func(string, dict<any>))
  hearers->add(Hearer)
enddef

# Sending

def Send(request: dict<any>)
  request.tries += 1
  outstanding->add(request)
  # Where this fails the server is just ending, and OnClose() takes care of all that is outstanding.
  try
    final message = {method: request.method, params: request.params}
    final sent = ch_sendexpr(job, message, {callback: (_, reply) => Take(request, reply)})
    request.id = get(sent, 'id', 0)
  catch /^Vim\%((\S\+)\)\?:E\%(631\|630\|906\):/
  endtry
enddef

def Take(request: dict<any>, reply: dict<any>)
  final place = indexof(outstanding, (_, other) => other is request)
  if place >= 0
    remove(outstanding, place)
    failures = 0
    request.Callback(get(reply, 'error', {}), get(reply, 'result', null))
  endif
enddef

def Flush()
  final waiting = queue
  queue = []
  for request in waiting
    Send(request)
  endfor
enddef

# Starting

def GiveUp(message: string)
  phase = 'down'
  failures = 0
  final waiting = queue
  queue = []
  Tell('down', {message: message})
  for request in waiting
    request.Callback(Lost(message), null)
  endfor
enddef

def TryAgain(message: string)
  failures += 1
  if failures > len(PAUSES)
    GiveUp(message)
    return
  endif
  phase = 'starting'
  final this_run = run
  timer_start(PAUSES[failures - 1], (_) => {
    if run == this_run && phase == 'starting'
      Start()
    endif
  })
enddef

def OnClose(this_run: number)
  if this_run != run
    return
  endif
  final message = 'the server has ended'
  final left = outstanding
  outstanding = []
  queue = copy(left)->filter((_, request) => MayRepeat(request)) + queue
  TryAgain(message)
  for request in copy(left)->filter((_, request) => !MayRepeat(request))
    request.Callback(Lost(message), null)
  endfor
enddef

def OnGreeting(this_run: number, is_return: bool, reply: dict<any>)
  if this_run != run
    return
  endif
  if has_key(reply, 'error')
    GiveUp(reply.error.message)
    return
  endif
  session = reply.result.session
  phase = 'up'
  Flush()
  if is_return
    Tell('back', {})
  endif
enddef

def Start()
  run += 1
  final this_run = run
  final is_return = session != ''
  phase = 'starting'
  final command = config.Command()
  if !executable(command[0])
    GiveUp(command[0] .. ' is not there: put todo-server on the PATH, or name it in g:todo_server')
    return
  endif
  job = job_start(command, {
    in_mode: 'lsp',
    out_mode: 'lsp',
    err_io: 'null',
    noblock: 1,
    out_cb: (_, message) => {
      if this_run == run && get(message, 'method', '') == 'todo.didChange'
        Tell('changed', message.params)
      endif
    },
    close_cb: (_) => OnClose(this_run),
  })
  if job_status(job) == 'fail'
    GiveUp(command[0] .. ' could not be started')
    return
  endif
  final params = {processId: getpid(), clientInfo: {name: 'todo.vim'}}
  try
    ch_sendexpr(job, {method: 'initialize', params: params},
      {callback: (_, reply) => OnGreeting(this_run, is_return, reply)})
  catch /^Vim\%((\S\+)\)\?:E\%(631\|630\|906\):/
  endtry
enddef

# For everyone

# Callback(error, result) is called once, later.
export def SendRequest(method: string, params: dict<any>, Callback: func(dict<any>, any)): dict<any>
  final request = {method: method, params: params, Callback: Callback, tries: 0, id: 0}
  if phase == 'up'
    Send(request)
    return request
  endif
  queue->add(request)
  if phase == 'down'
    phase = 'starting'
    timer_start(0, (_) => Start())
  endif
  return request
enddef

export def CancelRequest(request: dict<any>)
  if request.id > 0
    try
      ch_sendexpr(job, {method: '$/cancelRequest', params: {id: request.id}})
    catch /^Vim\%((\S\+)\)\?:E\%(631\|630\|906\):/
    endtry
  endif
enddef

# Lets go of a server that does not answer. Nobody waits any more: what is outstanding is lost.
export def LetGoOfServer()
  final left = outstanding + queue
  outstanding = []
  queue = []
  run += 1
  phase = 'down'
  job_stop(job, 'kill')
  for request in left
    request.Callback(Lost('the server has been given up'), null)
  endfor
enddef

# Waits until Condition() holds, at most the time limit; whether it came to hold.
export def WaitUntil(Condition: func, milliseconds: number = 0): bool
  final began = reltime()
  final limit = (milliseconds > 0 ? milliseconds : timeout) / 1000.0
  while !Condition()
    if reltimefloat(reltime(began)) > limit
      return false
    endif
    sleep 2m
  endwhile
  return true
enddef

# Waits for the answer: {error, result}.
export def CallServer(method: string, params: dict<any>): dict<any>
  return CallServerMany([{method: method, params: params}])[0]
enddef

# Sends requests in order, many at once, and waits until all are answered. Each answer, {error, result}, is in the
# place of its request; {} where it was not sent, which is so behind one that the store refused (503): each would
# wait as long as that one.
export def CallServerMany(calls: list<dict<any>>): list<dict<any>>
  var state = {answers: mapnew(calls, (_, _) => ({})), under_way: {}, next: 0, done: 0, width: 1, is_stopped: false}
  Advance(calls, state)
  final IsFinished = () => empty(state.under_way) && (state.is_stopped || state.next >= len(calls))
  var before = -1
  try
    while !IsFinished() && state.done > before
      before = state.done
      final seen = before
      WaitUntil(() => IsFinished() || state.done > seen)
    endwhile
  catch /^Vim:Interrupt$/
  endtry
  if !IsFinished()
    state.is_stopped = true
    LetGoOfServer()
  endif
  return state.answers
enddef

def Advance(calls: list<dict<any>>, state: dict<any>)
  while !state.is_stopped && state.next < len(calls) && state.next - state.done < state.width
    final number = state.next
    state.next += 1
    final call = calls[number]
    state.under_way[number] = {id: 0}
    final request = SendRequest(call.method, call.params, (error, result) => {
      TakeAnswer(calls, state, number, error, result)
    })
    if has_key(state.under_way, number)
      state.under_way[number] = request
    endif
  endwhile
enddef

def TakeAnswer(calls: list<dict<any>>, state: dict<any>, number: number, error: dict<any>, result: any)
  state.answers[number] = {error: error, result: result}
  remove(state.under_way, number)
  state.done += 1
  if get(error, 'code', 0) == 503 && !state.is_stopped
    state.is_stopped = true
    for request in values(state.under_way)
      CancelRequest(request)
    endfor
  endif
  state.is_stopped = state.is_stopped || get(error, 'is_lost', false)
  state.width = WINDOW
  Advance(calls, state)
enddef

# Ends the server in good order, as Vim's end does too.
export def Stop()
  outstanding = []
  queue = []
  run += 1
  phase = 'down'
  failures = 0
  session = ''
  if job != null_job && job_status(job) == 'run'
    ch_close_in(job)
  endif
enddef
