vim9script

if exists('b:did_ftplugin')
  finish
endif
b:did_ftplugin = 1

import autoload 'todo/edit.vim'

# A todo is one line, whatever its length; a new line starts at the left.
setlocal textwidth=0 noautoindent formatoptions-=t formatoptions-=c formatoptions-=a breakindent nospell
b:undo_ftplugin = 'setlocal textwidth< autoindent< formatoptions< breakindent< spell<'

if get(g:, 'todo_no_mappings', 0)
  finish
endif

nnoremap <buffer> <silent> <CR> <ScriptCmd>edit.Toggle('isCompleted', line('.'), line('.') + v:count1 - 1)<CR>
nnoremap <buffer> <silent> gs <ScriptCmd>edit.Toggle('isToday', line('.'), line('.') + v:count1 - 1)<CR>
xnoremap <buffer> <silent> <CR> <ScriptCmd>edit.Toggle('isCompleted', min([line('v'), line('.')]), max([line('v'), line('.')]))<CR><Esc>
xnoremap <buffer> <silent> gs <ScriptCmd>edit.Toggle('isToday', min([line('v'), line('.')]), max([line('v'), line('.')]))<CR><Esc>
nnoremap <buffer> <silent> K <Cmd>Todo detail<CR>
nnoremap <buffer> <silent> g? <Cmd>Todo help<CR>
noremap <buffer> <silent> ]] <Cmd>call search('^#\%( \\|$\)', 'W')<CR>
noremap <buffer> <silent> [[ <Cmd>call search('^#\%( \\|$\)', 'bW')<CR>
