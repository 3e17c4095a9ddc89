vim9script
# The list as a buffer, against a real server.

def ListIsBuffer()
  g:Seed('Milk', {title: 'Slides', category: 'Work', isToday: true, dueOn: '2030-01-31'}, {title: 'Loose'},
    {title: 'Bread', category: 'Home', isCompleted: true})
  g:Todo('')
  g:Eq(['# Home', '1 [ ] Milk', '4 [x] Bread', '', '# Work', '2 [ ] Slides ★ @2030-01-31', '', '#', '3 [ ] Loose'], g:Lines())
  g:Eq([1, 5, 8], g:Marked('todoVirtualCount'))
  g:Eq(['todo', 'acwrite', false], [&filetype, &buftype, &modified])
enddef
g:It('The list is a buffer with a section for each heading', ListIsBuffer)

def EmptyStore()
  g:Todo('')
  g:Eq([''], g:Lines())
  g:Eq([1], g:Marked('todoVirtualCount'))
  g:SetLines(['Milk', '# Home', '[x] Bread @2030-01-01', 'Butter ★'])
  write
  g:Eq(['#', '1 [ ] Milk', '', '# Home', '2 [x] Bread @2030-01-01', '3 [ ] Butter ★'], g:Lines())
  g:Eq(false, &modified)
  g:Eq(': Milk Home: Bread* Butter', g:Outline())
  g:Eq([true, '2030-01-01'], [g:Stored(3).isToday, g:Stored(2).dueOn])
enddef
g:It('An empty store says what to do, and what is typed becomes a todo', EmptyStore)

def NoHeading()
  g:Seed('a', 'b', {title: 'w', category: 'Work'})
  g:Todo('')
  :1delete
  write
  g:Eq(false, &modified)
  g:Eq(['', '', 'Work'], [g:Stored(1).category, g:Stored(2).category, g:Stored(3).category])
  g:Eq(['#', '1 [ ] a', '2 [ ] b', '', '# Work', '3 [ ] w'], g:Lines())
enddef
g:It('Without their heading todos have no category', NoHeading)

def Least()
  g:Seed('a', 'b', 'c', 'd', {title: 'w', category: 'Work'})
  g:Todo('')
  final before = g:Revision()
  g:SetLines(['# Home', '4 [ ] d', '1 [x] a', 'new', '3 [ ] c', '# Work', '5 [ ] w'])
  write
  g:Eq('Home: d a* new c Work: w', g:Outline())
  g:Eq(before + 4, g:Revision(), 'a move, an update, a create, a delete')
  g:Ok(g:Said('1 created, 1 changed, 1 moved, 1 deleted'))
  write
  g:Eq(before + 4, g:Revision())
  g:Ok(g:Said('nothing to change'))
enddef
g:It(':w sends the least', Least)

def Headings()
  g:Seed('a', 'b')
  g:Todo('')
  final before = g:Revision()
  g:Change('# Home', 'Home', 'House')
  write
  g:Eq('House: a b', g:Outline())
  g:Eq(before + 1, g:Revision())
enddef
g:It('A heading that is changed renames the category', Headings)

def SectionOrder()
  g:Seed('a', {title: 'w', category: 'Work'}, {title: 'x', category: 'Fun'})
  g:Todo('')
  g:SetLines(['# Fun', '3 [ ] x', '# Garden', 'rake', '# Home', '1 [ ] a', '# Work', '2 [ ] w'])
  write
  g:Eq('Fun: x Garden: rake Home: a Work: w', g:Outline())
  g:Eq(false, &modified)
enddef
g:It('Sections can be put in another order, a new one between them', SectionOrder)

def CopyAndCut()
  g:Seed('a', {title: 'b', category: 'Home', detail: 'long story'}, {title: 'w', category: 'Work'})
  g:Todo('')
  cursor(g:Find('1 [ ] a'), 1)
  normal yyp
  cursor(g:Find('2 [ ] b'), 1)
  normal ddGp
  write
  g:Eq('Home: a a Work: w b', g:Outline())
  g:Eq('b', g:Stored(2).title)
  cursor(g:Find('2 [ ] b'), 1)
  normal dd
  write
  g:Eq('Home: a a Work: w', g:Outline())
  normal p
  write
  g:Eq(['Home: a a Work: w b', 'long story'], [g:Outline(), g:Stored(5).detail])
enddef
g:It('A line that is copied is new, one that is cut and put keeps its number, and its detail even over a write', CopyAndCut)

def FromAnotherView()
  g:Seed('a', {title: 'w', category: 'Work'})
  g:Todo('search w')
  final text = getline(2)
  g:Eq('2 [ ] w', text)
  g:Todo('search a')
  append(2, text)
  write
  g:Eq('Home: a w', g:Outline())
  g:Eq(2, g:Other(['todo.list', {}])[0].todos[1].id)
enddef
g:It('A line from another view moves the todo', FromAnotherView)

def Refused()
  g:Seed('a', 'b', 'c')
  g:Todo('')
  g:Change('[ ] a', 'a$', 'a @2030-02-30')
  g:Change('[ ] b', 'b$', 'B')
  g:Change('[ ] c', 'c$', '')
  write
  g:Eq([true, ['# Home', '1 [ ] a @2030-02-30', '2 [ ] B', '3 [ ] ']], [!!&modified, g:Lines()])
  g:Eq([2, 4], g:Problems()->mapnew((_, each) => str2nr(each)))
  g:Eq([2, 4], g:Marked('todoVirtualProblem'))
  g:Eq('Home: a B c', g:Outline())
  g:Change('02-30', '02-30', '02-28')
  setline(4, '3 [ ] c')
  write
  g:Eq([false, [], '2030-02-28'], [!!&modified, g:Problems(), g:Stored(1).dueOn])
enddef
g:It('What the server refuses is said at the line, and the text stays', Refused)

def UndoRedo()
  g:Seed('a', 'b', 'c')
  g:Todo('')
  g:SetLines(['# House', '3 [ ] c', '1 [x] a', 'new'])
  write
  g:Eq('House: c a* new', g:Outline())
  g:Todo('undo')
  g:Eq('Home: a b c', g:Outline())
  g:Shows(['# Home', '1 [ ] a', '2 [ ] b', '3 [ ] c'])
  g:Todo('redo')
  g:Eq('House: c a* new', g:Outline())
  g:Todo('undo')
  g:Eq('Home: a b c', g:Outline())
  g:Todo('undo')
  g:Eq('Home: a b c', g:Outline())
  g:Ok(g:Said(':Todo! undo takes back the newest change'))
  g:Other(['todo.delete', {id: 1}])
  g:Todo('undo', '!')
  g:Eq('Home: a b c', g:Outline())
enddef
g:It('Undo takes back a whole write, redo does it again, and ! reaches what others did', UndoRedo)

def TodayAndUpcoming()
  g:Seed({title: 'now', category: 'Home', isToday: true}, {title: 'late', category: 'Work', dueOn: '2020-01-01'},
    {title: 'some day', category: 'Home'})
  g:Todo('today')
  g:Eq(['# Home', '1 [ ] now ★', '', '# Work', '2 [ ] late @2020-01-01'], g:Lines())
  append(2, 'soon')
  write
  g:Eq(['# Home', '1 [ ] now ★', '4 [ ] soon ★', '', '# Work', '2 [ ] late @2020-01-01'], g:Lines())
  g:Todo('upcoming')
  g:Eq(['# Home', '3 [ ] some day'], g:Lines())
  g:Change('some day', '\[ \]', '[x]')
  write
  g:Eq(true, g:Stored(3).isCompleted)
enddef
g:It('Today and upcoming show their todos, and a new one stays in its view', TodayAndUpcoming)

def SearchAndJump()
  g:Seed({title: '한글 공부', category: '회사'}, 'Milk')
  g:Todo('search ㅎㄱ')
  g:Eq(['# 회사', '1 [ ] 한글 공부'], g:Lines())
  g:Todo('')
  g:Todo('jump h')
  g:Eq('# Home', getline('.'))
  g:Todo('jump ㅎ')
  g:Eq('# 회사', getline('.'))
  g:Todo('jump q')
  g:Ok(g:Said('nothing stands under q'))
  g:Eq(['ㅎ', 'H'], getcompletion('Todo jump ', 'cmdline'))
  g:Eq(['theirs', 'today'], getcompletion('Todo t', 'cmdline'))
enddef
g:It('Search finds Korean initials, jump goes to an index title', SearchAndJump)

def AddTodo()
  g:Seed('a', {title: 'w', category: 'Work'})
  g:Todo('')
  cursor(g:Find('# Work'), 1)
  g:Todo('add Call Bob @2030-01-01')
  g:Shows(['# Home', '1 [ ] a', '', '# Work', '2 [ ] w', '3 [ ] Call Bob @2030-01-01'])
enddef
g:It('Add makes a todo under the heading of the cursor', AddTodo)

def Details()
  g:Seed({title: 'a', category: 'Home', detail: "one\ntwo"})
  g:Todo('')
  cursor(2, 1)
  g:Todo('detail')
  g:Eq(['todo://detail/1', ['one', 'two']], [bufname(), g:Lines()])
  g:SetLines(['one', 'three', ''])
  write
  g:Eq(["one\nthree\n", false], [g:Stored(1).detail, !!&modified])
  g:Other(['todo.update', {id: 1, detail: 'theirs'}])
  g:Shows(['theirs'])
  g:SetLines(['mine'])
  g:Other(['todo.update', {id: 1, detail: 'theirs again'}])
  write
  g:Eq([true, 'theirs again'], [!!&modified, g:Stored(1).detail])
  g:Ok(g:Problems()[0] =~ 'theirs again', string(g:Problems()))
  write!
  g:Eq([false, 'mine'], [!!&modified, g:Stored(1).detail])
enddef
g:It('A detail is a buffer of its own', Details)

def Pets()
  g:Todo('cat')
  g:Await(() => g:Said('todo: cat, '), 'the cat')
  g:Todo('dog')
  g:Await(() => g:Said('todo: dog, '), 'the dog')
  g:Ok(filereadable(matchstr(g:Messages(), 'todo: dog[^\n]*: \zs/[^\n]*')))
enddef
g:It('A cat or a dog has a breed and a picture', Pets)

def Keys()
  g:Seed('a', 'b', {title: 'w', category: 'Work'})
  g:Todo('')
  cursor(2, 1)
  execute "normal 2\<CR>"
  normal gs
  g:Eq(['1 [x] a ★', '2 [x] b'], getline(2, 3))
  execute "normal Vj\<CR>"
  g:Eq(['1 [ ] a ★', '2 [ ] b'], getline(2, 3))
  normal ]]
  g:Eq('# Work', getline('.'))
  normal [[
  g:Eq('# Home', getline('.'))
enddef
g:It('The keys tick, star and walk through headings', Keys)

def Group(text: string, part: string): string
  final lnum = g:Find(text)
  return synIDattr(synID(lnum, stridx(getline(lnum), part) + 1, 1), 'name')
enddef

def Colours()
  g:Seed({title: 'old', category: 'Home', isCompleted: true, dueOn: '2020-01-01'},
    {title: 'due', category: 'Home', dueOn: '2020-01-01'}, {title: 'later', category: 'Home', dueOn: '2999-01-01'})
  g:Todo('')
  g:Eq(['todoDone', 'todoDue', 'todoDay', 'todoNumber'],
    [Group('old', 'old'), Group('] due', '@'), Group('later', '@'), Group('later', '3')])
  g:Eq('1', synIDattr(hlID('todoDone'), 'strikethrough', 'cterm'))
  g:Change('] due', '@2020', '@2998')
  g:Eq('todoDay', Group('] due', '@'))
enddef
g:It('What is done is struck through, what is due is marked', Colours)

def Help()
  mkdir(g:folder .. '/doc')
  writefile(readfile($HERE .. '/../doc/todo.txt'), g:folder .. '/doc/todo.txt')
  execute 'set runtimepath^=' .. g:folder
  execute 'helptags' g:folder .. '/doc'
  for tag in ['todo', ':Todo', 'todo-keys', 'todo-options', 'todo-views', 'todo-conflicts']
    execute 'help' tag
    g:Eq(g:folder .. '/doc/todo.txt', expand('%:p'), tag)
    g:Ok(stridx(getline('.'), '*' .. tag .. '*') >= 0, tag)
  endfor
enddef
g:It('Help has its tags, before those of Vim itself', Help)

def HelpWithoutTags()
  final copy = g:folder .. '/todo'
  system('cp -R ' .. shellescape($HERE .. '/..') .. ' ' .. shellescape(copy))
  delete(copy .. '/doc/tags')
  final seen = g:folder .. '/seen'
  writefile(['runtime plugin/todo.vim', 'Todo help', 'call writefile([expand("%:p"), getline(".")], ' .. string(seen) .. ')',
    'qall!'], g:folder .. '/script.vim')
  system('timeout 20 ' .. shellescape(v:progpath) .. ' -es -Nu NONE -i NONE --cmd ' .. shellescape('set runtimepath^=' .. copy)
    .. ' -S ' .. shellescape(g:folder .. '/script.vim') .. ' </dev/null')
  final lines = readfile(seen)
  g:Eq(copy .. '/doc/todo.txt', lines[0])
  g:Ok(stridx(lines[1], '*todo-keys*') >= 0)
enddef
g:It('Where nobody has made the tags of the help, it is there all the same', HelpWithoutTags)

def Unknown()
  g:Todo('nonsense')
  g:Ok(g:Said('there is no :Todo nonsense'))
  g:todo_server = '/nowhere/todo-server'
  Todo
  g:Await(() => g:Said('/nowhere/todo-server is not there'), 'the message')
  g:Eq(false, !!&modifiable)
  g:todo_server = $SERVER
  edit
  g:SetLines(['a'])
  write
  g:Eq(': a', g:Outline())
enddef
g:It('An unknown word and a missing server are plain messages', Unknown)
