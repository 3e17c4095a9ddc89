vim9script
# Someone else changes the store meanwhile, or holds it, or has filled it.

def AtOnce()
  g:Seed('a', 'b', 'c')
  g:Todo('')
  cursor(g:Find('2 [ ] b'), 7)
  g:Other(['todo.create', {title: 'first', category: 'Home', before: 1}], ['todo.update', {id: 3, isCompleted: true}])
  g:Shows(['# Home', '4 [ ] first', '1 [ ] a', '2 [ ] b', '3 [x] c'])
  g:Eq([4, 7, false], [line('.'), col('.'), !!&modified])
enddef
g:It('A change by someone else is shown at once, with the cursor on its todo', AtOnce)

def Windows()
  g:Seed('a', 'b', 'c')
  g:Todo('')
  split
  cursor(g:Find('1 [ ] a'), 1)
  wincmd w
  cursor(g:Find('3 [ ] c'), 1)
  g:Other(['todo.move', {id: 1, after: 3}])
  g:Shows(['# Home', '2 [ ] b', '3 [ ] c', '1 [ ] a'])
  g:Eq('3 [ ] c', getline('.'))
  wincmd w
  g:Eq('1 [ ] a', getline('.'))
  only
enddef
g:It('Every window keeps its place', Windows)

def OldEdits()
  g:Seed('a', 'b')
  g:Todo('')
  g:Change('[ ] a', 'a$', 'A')
  write
  g:Other(['todo.update', {id: 2, title: 'B'}])
  g:Shows(['# Home', '1 [ ] A', '2 [ ] B'])
  silent! undo
  g:Eq(['# Home', '1 [ ] A', '2 [ ] B'], g:Lines())
enddef
g:It('Old edits cannot be undone into what someone else has done since', OldEdits)

def News()
  g:Seed('a', 'b')
  g:Todo('')
  append(2, 'mine')
  g:Other(['todo.update', {id: 2, title: 'B'}])
  g:Await(() => g:Said('the store has changed'), 'the news')
  g:Eq(['# Home', '1 [ ] a', 'mine', '2 [ ] b'], g:Lines())
  g:Eq([1], g:Marked('todoVirtualNews'))
  write
  g:Eq(['# Home', '1 [ ] a', '3 [ ] mine', '2 [ ] B'], g:Lines())
  g:Eq([], g:Marked('todoVirtualNews'))
enddef
g:It('Under edits the buffer stays and says that there is news', News)

def OwnNews()
  g:Seed('a', 'b')
  g:Todo('today')
  g:Todo('')
  g:SetLines(['# Home', '1 [ ] a @2030-02-30', '2 [ ] b ★'])
  write
  g:Eq(true, !!&modified)
  final list = bufnr()
  hide buffer todo://today
  g:Shows(['# Home', '2 [ ] b ★'])
  execute 'buffer' list
  g:Ok(!g:Said('the store has changed'))
  g:Other(['todo.update', {id: 2, title: 'B'}])
  g:Await(() => g:Said('the store has changed'), 'the news of someone else')
enddef
g:It('What this user has written is no news to them', OwnNews)

def NewsAfterUndo()
  g:Seed('a', 'b')
  g:Todo('')
  cursor(2, 1)
  normal dd
  g:Other(['todo.update', {id: 2, title: 'B'}])
  g:Await(() => g:Said('the store has changed'), 'the news')
  normal u
  doautocmd <nomodeline> TextChanged
  g:Shows(['# Home', '1 [ ] a', '2 [ ] B'])
enddef
g:It('When the edits are undone the news are shown', NewsAfterUndo)

def Conflict()
  g:Seed('a', 'b')
  g:Todo('')
  g:Change('[ ] a', 'a$', 'mine')
  g:Change('[ ] b', '\[ \]', '[x]')
  g:Other(['todo.update', {id: 1, title: 'theirs'}])
  write
  g:Eq('Home: theirs b*', g:Outline())
  g:Eq([true, ['# Home', '1 [ ] mine', '2 [x] b']], [!!&modified, g:Lines()])
  g:Eq(['2 Someone else has made it: 1 [ ] theirs  (:w! yours, :Todo theirs)'], g:Problems())
  write
  g:Eq('Home: theirs b*', g:Outline(), 'after a second :w')
  write!
  g:Eq('Home: mine b*', g:Outline(), 'after :w!')
  g:Eq([false, []], [!!&modified, g:Problems()])
enddef
g:It('The same todo changed by two: theirs is shown and never overwritten', Conflict)

def Theirs()
  g:Seed('a', 'b')
  g:Todo('')
  g:Change('[ ] a', 'a$', 'mine')
  g:Other(['todo.update', {id: 1, title: 'theirs'}])
  write
  cursor(g:Find('mine'), 1)
  g:Todo('theirs')
  g:Eq(['# Home', '1 [ ] theirs', '2 [ ] b'], g:Lines())
  g:Eq([false, [], 'Home: theirs b'], [!!&modified, g:Problems(), g:Outline()])
enddef
g:It('Theirs can be taken', Theirs)

def PutBackAsItWas()
  g:Seed('a')
  g:Todo('')
  g:Change('[ ] a', 'a$', 'mine')
  g:Other(['todo.update', {id: 1, title: 'theirs'}])
  write
  g:Change('mine', 'mine', 'a')
  write
  g:Eq([['# Home', '1 [ ] theirs'], false, []], [g:Lines(), !!&modified, g:Problems()])
enddef
g:It('A conflict whose line is put back as it was is none', PutBackAsItWas)

def OtherFields()
  g:Seed('a', 'b')
  g:Todo('')
  g:Change('[ ] a', '\[ \]', '[x]')
  g:Change('[ ] b', 'b$', 'mine')
  g:Other(['todo.update', {id: 1, title: 'A', dueOn: '2030-01-01'}], ['todo.update', {id: 2, title: 'theirs'}])
  write
  g:Eq(['# Home', '1 [x] A @2030-01-01', '2 [ ] mine'], g:Lines())
  write!
  g:Eq('Home: A* mine', g:Outline())
enddef
g:It('Other fields of the same todo go together, and stay together', OtherFields)

def DeletedThere()
  g:Seed('a', 'b')
  g:Todo('')
  g:Change('[ ] a', 'a$', 'mine')
  g:Other(['todo.delete', {id: 1}])
  write
  g:Eq(['# Home', '1 [ ] mine', '2 [ ] b'], g:Lines())
  g:Ok(g:Problems()[0] =~ 'Someone else has deleted it')
  g:Eq('Home: b', g:Outline())
  write!
  g:Eq('Home: mine b', g:Outline())
enddef
g:It('What was deleted elsewhere and edited here is said, and can be made anew', DeletedThere)

def DeletedHere()
  g:Seed('a', 'b', 'c', 'd')
  g:Todo('')
  cursor(g:Find('2 [ ] b'), 1)
  normal 2dd
  g:Other(['todo.update', {id: 2, title: 'important'}], ['todo.delete', {id: 3}])
  write
  g:Eq(['# Home', '1 [ ] a', '2 [ ] important', '4 [ ] d'], g:Lines())
  g:Eq(['3 Someone else has changed it, so it was not deleted.'], g:Problems())
  cursor(3, 1)
  normal dd
  write
  g:Eq(['Home: a d', []], [g:Outline(), g:Problems()])
enddef
g:It('What was edited elsewhere and deleted here comes back', DeletedHere)

def Neighbours()
  g:Seed('a', 'b', 'c', {title: 'w', category: 'Work'})
  g:Todo('')
  g:SetLines(['# Home', 'x', '1 [ ] a', 'y', '2 [x] b', '3 [ ] c', '# Work', '4 [ ] w'])
  g:Other(['todo.delete', {id: 1}], ['todo.move', {id: 2, category: 'Work'}])
  write
  g:Eq('Home: c x y Work: w b*', g:Outline())
  g:Eq(false, &modified)
enddef
g:It('A place beside a todo that has left is the end of the section', Neighbours)

def MovedConflict()
  g:Seed('a', 'b', {title: 'w', category: 'Work'})
  g:Todo('')
  cursor(g:Find('1 [ ] a'), 1)
  normal ddGp
  g:Other(['todo.move', {id: 1, after: 2}])
  write
  g:Eq('Home: b a Work: w', g:Outline())
  g:Ok(g:Problems()[0] =~ '^6 Someone else has made it: 1 \[ \] a', string(g:Problems()))
  write!
  g:Eq(['Home: b Work: w a', false], [g:Outline(), !!&modified])
enddef
g:It('A moved todo that someone else has changed is not moved', MovedConflict)

def Renamed()
  g:Seed('a', 'b')
  g:Todo('')
  final section = g:Other(['sections.list', {}])[0].sections[0].id
  g:SetLines(['# Home', '2 [ ] b', 'new', '1 [ ] a'])
  g:Other(['sections.rename', {id: section, title: 'Theirs'}])
  write
  g:Eq(['Theirs: b new a', false], [g:Outline(), !!&modified])
  g:Change('# Theirs', 'Theirs', 'Mine')
  g:Other(['sections.rename', {id: section, title: 'Again'}])
  write
  g:Eq(['Again: b new a', true], [g:Outline(), !!&modified])
  g:Ok(g:Problems()[0] =~ 'renamed by someone else', string(g:Problems()))
enddef
g:It('A category that someone else has renamed is followed, and not renamed again', Renamed)

def StaleStranger()
  g:Seed('a', {title: 'w', category: 'Work'})
  g:Todo('search a')
  g:Other(['todo.update', {id: 2, title: 'W'}])
  append(2, '2 [ ] w')
  write
  g:Eq('Home: a Work: W', g:Outline())
  g:Ok(g:Problems()[0] =~ '2 \[ \] W', string(g:Problems()))
  write!
  g:Eq('Home: a w', g:Outline())
enddef
g:It('A line from another buffer that is older than the store changes nothing unasked', StaleStranger)

def Everything()
  g:Seed('a', 'b', 'c', 'd', 'e', 'f')
  g:Todo('')
  g:SetLines(['# Home', '1 [x] a', 'new one', '3 [ ] c', '2 [ ] b', '4 [ ] mine', '5 [ ] e', '# Work', '6 [ ] f'])
  g:Other(['todo.update', {id: 1, title: 'A'}], ['todo.move', {id: 2, category: 'Elsewhere'}],
    ['todo.delete', {id: 3}], ['todo.update', {id: 4, title: 'theirs'}],
    ['todo.create', {title: 'stranger', category: 'Home', before: 1}], ['todo.update', {id: 5, isToday: true}])
  write
  for part in ['A*', 'stranger', 'new one', 'theirs', 'Work: f', 'Elsewhere: b']
    g:Ok(stridx(g:Outline(), part) >= 0, part .. ' in ' .. g:Outline())
  endfor
  g:Ok(g:Find('4 [ ] mine') > 0, 'the text of this user')
  g:Eq(true, !!&modified)
  write!
  for part in ['A*', 'stranger', 'new one', 'mine', 'Work: f']
    g:Ok(stridx(g:Outline(), part) >= 0, part .. ' in ' .. g:Outline())
  endfor
  g:Eq(1, count(g:Outline(), 'new one'))
  g:Eq(false, !!&modified)
enddef
g:It('Another client that changes everything meanwhile loses nothing, and neither does this one', Everything)

def Locked()
  g:Seed('a', 'b')
  g:Todo('')
  g:Lock()
  final text = ['# Home', '1 [x] a', '2 [ ] b'] + range(1, 10)->mapnew((_, each) => 'new ' .. each)
  g:SetLines(text)
  final began = reltime()
  write
  g:Ok(reltimefloat(reltime(began)) < 25, 'it waits once, not for each change')
  g:Ok(g:Said('Your text is kept'), 'the message')
  g:Eq([true, text], [!!&modified, g:Lines()])
  g:Unlock()
  write
  g:Eq([false, 'Home: a* b ' .. join(text[3 :])], [!!&modified, g:Outline()])
enddef
g:It('A locked store refuses in plain words and the buffer loses nothing', Locked)

def Large()
  final requests = range(1, 100000)->mapnew((_, id) => printf(
    '{"jsonrpc":"2.0","id":%d,"method":"todo.create","params":{"title":"t%d","category":"%s"}}',
    id, id, nr2char(65 + (id - 1) / 10000)))
  writefile(requests, g:folder .. '/requests')
  system(printf('"%s" --store "%s/todos.sqlite" <"%s/requests" >/dev/null', $SERVER, g:folder, g:folder))
  g:Todo('')
  g:Eq([502, '… 99500 more: :Todo more'], [line('$'), getline('$')])
  append(501, ['x', 'y'])
  g:Change('500 [ ] t500', 't500', 'last')
  write
  g:Eq(['last', false], [g:Stored(500).title, !!&modified])
  g:Eq(['t500', 'x', 'y'], ['t500'] + g:Other(['todo.list', {filter: {ids: [100001, 100002]}}])[0].todos
    ->mapnew((_, todo) => todo.title))
  g:Todo('more')
  g:Eq('… 99002 more: :Todo more', getline('$'))
  g:Ok(g:Find('t501') > 0)
  g:Todo('jump j')
  g:Eq('# J', getline('.'))
enddef
g:It('A store of 100,000 is shown by pages', Large)
