vim9script noclear
# The todo list of todo-server. See doc/todo.txt.

if exists('g:loaded_todo')
  finish
endif
g:loaded_todo = 1

if !has('patch-9.0.0067') || !has('channel') || !has('textprop') || !has('timers')
  echomsg 'todo: needs Vim 9.0.0067 or later with +channel, +textprop and +timers'
  finish
endif

import autoload 'todo/buffer.vim' as buffers
import autoload 'todo/commands.vim'
import autoload 'todo/detail.vim'
import autoload 'todo/marks.vim'
import autoload 'todo/save.vim'

command -nargs=* -bang -complete=customlist,commands.Complete Todo commands.Run(<q-args>, <bang>false, <q-mods>)

def Read(buffer: number)
  buffers.Follow()
  buffers.Read(buffer)
enddef

def Write(buffer: number)
  if bufname(buffer) =~ '^todo://detail/'
    detail.Save(buffer, v:cmdbang == 1)
  else
    save.Save(buffer, v:cmdbang == 1)
  endif
  if getbufvar(buffer, '&modified')
    timer_start(1, (_) => marks.DrawAgain()) # In :wq Vim draws nothing, for it is about to end.
  endif
enddef

augroup todo
  autocmd!
  autocmd BufReadCmd todo://* Read(str2nr(expand('<abuf>')))
  autocmd BufWriteCmd todo://* Write(str2nr(expand('<abuf>')))
  autocmd TextChanged,InsertLeave todo://* buffers.OnTextChanged(str2nr(expand('<abuf>')))
  autocmd BufWipeout todo://* buffers.Forget(str2nr(expand('<abuf>')))
augroup END
