vim9script
# The server dies under the editor.

import autoload 'todo/connection.vim'

def Killed()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  g:Eq(['# Home', '1 [ ] a'], g:Lines())
  final pids = g:KillServer()
  g:Await(() => len(g:ServerPids()) > pids, 'a new server')
  g:Other(['todo.update', {id: 1, title: 'A'}])
  g:Shows(['# Home', '1 [ ] A'])
enddef
g:It('A server that is killed is started again, and nothing else happens', Killed)

def Away()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  g:WriteFile('broken')
  g:KillServer()
  g:Other(['todo.update', {id: 1, title: 'A'}])
  delete(g:folder .. '/broken')
  g:Shows(['# Home', '1 [ ] A'])
enddef
g:It('What happened while the server was away is shown', Away)

def Lost()
  g:Seed('a', 'b', 'c')
  g:UseProxy()
  g:Todo('')
  g:WriteFile('lose', '"title":"new"')
  g:SetLines(['# Home', '2 [x] b', 'new', '1 [ ] a', '3 [ ] c'])
  write
  g:Eq(0, filereadable(g:folder .. '/lose'))
  g:Eq(['Home: b* new a c', false], [g:Outline(), !!&modified])
  g:WriteFile('lose', '"title":"c"')
  g:SetLines(['# Home', '1 [ ] a', '2 [x] b', '4 [ ] new'])
  write
  g:Eq(0, filereadable(g:folder .. '/lose'))
  g:Eq(['Home: a b* new', false], [g:Outline(), !!&modified])
enddef
g:It('A write whose answer is lost is made once', Lost)

def Gone()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  g:WriteFile('lose', '"title":"new"')
  append(2, 'new')
  g:Change('[ ] a', '\[ \]', '[x]')
  g:WriteFile('broken') # Read at the start of the next one only.
  write
  g:Eq([true, ['# Home', '1 [x] a', 'new']], [!!&modified, g:Lines()])
  g:Ok(g:Said('Your text is kept'), 'the message')
  g:Eq('Home: a new', g:Outline(), 'it had been made')
  delete(g:folder .. '/broken')
  append(1, 'before')
  g:Change('new', 'new', 'newer')
  write
  g:Eq(['Home: before a* newer', false], [g:Outline(), !!&modified])
enddef
g:It('With a server that does not come back the text stays, and the next write doubles nothing', Gone)

def DeletedDoubt()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  g:WriteFile('lose', '"title":"new"')
  append(2, 'new')
  g:WriteFile('broken')
  write
  g:Eq('Home: a new', g:Outline())
  delete(g:folder .. '/broken')
  cursor(3, 1)
  normal dd
  write
  g:Eq(['Home: a', false], [g:Outline(), !!&modified])
enddef
g:It('A new line whose fate is unknown can be deleted', DeletedDoubt)

def Many()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  g:WriteFile('lose', '"title":"line 150 end"')
  final wanted = range(1, 300)->mapnew((_, each) => 'line ' .. each .. ' end')
  g:SetLines(['# Home', '1 [ ] a'] + wanted)
  write
  g:Eq(0, filereadable(g:folder .. '/lose'))
  final titles = g:Other(['todo.list', {limit: 1000}])[0].todos->mapnew((_, todo) => todo.title)
  g:Eq(['a'] + wanted, titles)
  g:Eq(false, !!&modified)
enddef
g:It('Many changes survive a kill in their midst', Many)

def LostDetail()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  cursor(2, 1)
  g:Todo('detail')
  g:SetLines(['story'])
  g:WriteFile('lose', '"detail":"story"')
  write
  g:Eq(['story', 2, false], [g:Stored(1).detail, g:Stored(1).revision, !!&modified])
enddef
g:It('A detail whose answer is lost is written once', LostDetail)

def Hangs()
  g:Seed('a')
  g:UseProxy()
  g:Todo('')
  connection.SetTimeout(1500)
  system('kill -STOP ' .. g:ServerPids()[0])
  append(2, 'new')
  write
  g:Eq(true, !!&modified)
  system('kill -9 ' .. g:ServerPids()[0])
  connection.SetTimeout(20000)
  write
  g:Eq(['Home: a new', false], [g:Outline(), !!&modified])
enddef
g:It('A server that stops answering is given up, and another one does the work', Hangs)
