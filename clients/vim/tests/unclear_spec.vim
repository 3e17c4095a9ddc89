vim9script
# Lines that may be meant in two ways, and words that depend on a number.

import autoload 'todo/model.vim' as models

def NoDay()
  g:Seed('a', 'Call Bob @work')
  g:Todo('')
  g:SetLines(['# Home', '1 [ ] a @32', '2 [x] Call Ann @work ★', 'new @tomorow'])
  final before = g:Revision()
  write
  g:Eq([before, true], [g:Revision(), !!&modified])
  g:Eq(['2 “@32” is no day. A day is @today, @fri, @+7, @2030-01-31; “@32 \” has the word in the title.',
    '4 “@tomorow” is no day. A day is @today, @fri, @+7, @2030-01-31; “@tomorow \” has the word in the title.'], g:Problems())
  g:Ok(g:Said('line 2: “@32” is no day; nothing was written'))
  g:SetLines(['# Home', '1 [ ] a @32 \', '2 [x] Call Ann @work ★', 'new @2030-01-01 @fri'])
  cursor(2, 1)
  normal gs
  write
  g:Ok(g:Said('line 4: “@2030-01-01” is one day too many; nothing was written'))
  g:Change('new', ' @fri', '')
  write
  g:Eq(['# Home', '1 [ ] a @32 ★', '2 [x] Call Ann @work ★', '3 [ ] new @2030-01-01'], g:Lines())
  g:Eq([false, [], 'Home: a @32 Call Ann @work* new'], [!!&modified, g:Problems(), g:Outline()])
  g:Todo('add Call Eve @home')
  g:Ok(g:Said('“@home” is no day'))
  g:Todo('add Call Eve @home \')
  g:Shows(['# Home', '1 [ ] a @32 ★', '2 [x] Call Ann @work ★', '3 [ ] new @2030-01-01', '4 [ ] Call Eve @home'])
enddef
g:It('A last word that is no day is asked about, and nothing is written until it is clear', NoDay)

def CutAndCopied()
  g:Seed('Call Bob @work', 'b')
  g:Todo('')
  cursor(2, 1)
  normal dd
  write
  normal pyyp
  write
  g:Eq(['Home: b Call Bob @work Call Bob @work', false], [g:Outline(), !!&modified])
enddef
g:It('A todo that ends in such a word can be cut and put back, and copied', CutAndCopied)

def LostBox()
  g:Seed('Milk', 'b')
  g:Todo('')
  for text in ['1 Milk', '1[ ] Milk', '1 [y] Milk', '1']
    g:SetLines(['# Home', text, '2 [ ] b'])
    write
    g:Eq(['2 This has no box: “1 [ ] …” is todo 1, “[ ] 1 …” a new one.'], g:Problems(), text)
    g:Eq('Home: Milk b', g:Outline())
  endfor
  g:SetLines(['# Home', '1 [ ] Milk', '2 [ ] b', '2 eggs', '3 loaves'])
  write
  g:Eq('Home: Milk b 2 eggs 3 loaves', g:Outline())
enddef
g:It('A todo that has lost its box is asked about, not deleted', LostBox)

def NoCategory()
  g:Todo('')
  g:SetLines(['# No category', 'a', '# Home', 'b'])
  write
  g:Eq(': a Home: b', g:Outline())
  g:Eq(['#', '1 [ ] a', '', '# Home', '2 [ ] b'], g:Lines())
  g:SetLines(['#', '1 [ ] a', '# No category', '2 [ ] b'])
  write
  g:Eq([': a b', false], [g:Outline(), !!&modified])
  g:Other(['todo.create', {title: 'c', category: 'No category'}])
  g:Shows(['#', '1 [ ] a', '2 [ ] b', '', '# No category', '3 [ ] c'])
  append(5, 'd')
  write
  g:Eq(': a b No category: d c', g:Outline())
enddef
g:It('“No category” as a heading means the todos without one, unless a category is called so', NoCategory)

def NoCategoryInKorean()
  setenv('LANG', 'ko_KR.UTF-8')
  try
    g:Seed({title: 'a'})
    g:Eq('분류 없음', g:Other(['sections.list', {}])[0].sections[0].title)
    g:Ok(has_key(models.TitlesOfNone(models.New([], {})), '분류 없음'))
    g:Todo('')
    g:SetLines(['# 분류 없음', '1 [ ] a', 'b'])
    write
    g:Eq(': a b', g:Outline())
  finally
    setenv('LANG', 'C.UTF-8')
  endtry
enddef
g:It('So it does in the words of the server, whatever its language', NoCategoryInKorean)

def OneSection()
  g:Seed('a', {title: 'w', category: 'Work'}, {title: 'x', category: 'Fun'}, {title: 'y', category: 'Zoo'})
  g:Todo('')
  g:SetLines(['# Work', '2 [ ] w', '# Home', '1 [ ] a', '# Fun', '3 [ ] x', '# Zoo', '4 [ ] y'])
  write
  g:Ok(g:Said('todo: 1 section moved'))
  g:SetLines(['# Fun', '3 [ ] x', '# Zoo', '4 [ ] y', '# Home', '1 [ ] a', '# Work', '2 [ ] w'])
  write
  g:Ok(g:Said('todo: 2 sections moved'))
enddef
g:It('One section that is moved is one, two are several', OneSection)
