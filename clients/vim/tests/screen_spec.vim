vim9script
# What a person sees: a Vim in a terminal of this Vim.

def Screen(terminal: number): string
  return join(range(1, 24)->mapnew((_, row) => term_getline(terminal, row)), "\n")
enddef

def Sees(terminal: number, text: string)
  g:Await(() => stridx(Screen(terminal), text) >= 0, text .. "\non\n" .. Screen(terminal))
enddef

def Started(columns: number): number
  writefile([
    'set nocompatible encoding=utf-8 ruler showcmd',
    'set runtimepath^=' .. $HERE .. '/..',
    'filetype plugin on | syntax on',
    printf('let g:todo_server = %s | let g:todo_store = %s', string($SERVER), string(g:folder .. '/todos.sqlite')),
  ], g:folder .. '/vimrc')
  final command = [v:progpath, '-Nu', g:folder .. '/vimrc', '-i', 'NONE', '-n', '+Todo']
  return term_start(command, {term_rows: 24, term_cols: columns, env: {TERM: 'xterm-256color'}, term_kill: 'kill'})
enddef

def Opened(columns: number): number
  g:Seed('Milk', {title: 'Bread', category: 'Home', isCompleted: true})
  final terminal = Started(columns)
  Sees(terminal, '# Home 1/2')
  return terminal
enddef

def OnScreen()
  final terminal = Opened(100)
  Sees(terminal, '1 [ ] Milk')
  term_sendkeys(terminal, "/Milk\<CR>A and tea\<Esc>")
  Sees(terminal, 'Milk and tea')
  g:Other(['todo.update', {id: 1, title: 'Goat milk'}])
  Sees(terminal, 'The store has changed.')
  term_sendkeys(terminal, ":wq\<CR>")
  Sees(terminal, 'Milk and tea Someone else has made it: 1 [ ] Goat milk')
  g:Eq('running', term_getstatus(terminal), 'what is not written keeps Vim from ending')
  term_sendkeys(terminal, "\<CR>:w!\<CR>")
  g:Await(() => g:Stored(1).title == 'Milk and tea', 'the write')
  term_sendkeys(terminal, ":quitall!\<CR>")
  g:Await(() => term_getstatus(terminal) == 'finished', 'the end')
enddef

def FirstHeading()
  final terminal = Started(100)
  Sees(terminal, 'Nothing here.')
  term_sendkeys(terminal, "iMilk\<Esc>:w\<CR>")
  Sees(terminal, "# No category 0/1\n1 [ ] Milk")
  term_sendkeys(terminal, ":quitall!\<CR>")
  g:Await(() => term_getstatus(terminal) == 'finished', 'the end')
enddef

def TooLong()
  final terminal = Opened(80)
  g:Lock()
  term_sendkeys(terminal, "jdd:w\<CR>")
  Sees(terminal, 'Your text is kept')
  # The screen that is drawn a moment later leaves it there.
  Sees(terminal, 'Press ENTER')
  term_wait(terminal, 200)
  g:Ok(stridx(Screen(terminal), 'Press ENTER') >= 0, Screen(terminal))
  g:Unlock()
  term_sendkeys(terminal, "\<CR>:quitall!\<CR>")
  g:Await(() => term_getstatus(terminal) == 'finished', 'the end')
enddef

if has('terminal')
  g:It('The heading that the first todo gets is in view', FirstHeading)
  g:It('A message that Vim cannot show in one line says that it waits for a key', TooLong)
  g:It('A person sees counts, news and conflicts', OnScreen)
endif
