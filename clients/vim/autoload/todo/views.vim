vim9script
# Which todos a buffer shows, by its name: todo://list, todo://today, todo://upcoming, todo://search/TEXT,
# todo://id/NUMBER; and todo://detail/NUMBER, which is another kind of buffer (detail.vim). Pure.

# filter: for todo.list. new: what a todo typed into this view gets, so that it does not vanish from it. is_whole:
# whether it shows every todo, so that the sections' counts are those of what is shown. {} for any other name.
export def Of(name: string): dict<any>
  final parts = matchlist(name, '^todo://\(\a\+\)/\?\(.*\)$')
  final kind = get(parts, 1, '')
  final rest = get(parts, 2, '')
  if kind == 'list'
    return {filter: {}, new: {}, is_whole: true}
  elseif kind == 'today'
    return {filter: {section: 'today'}, new: {isToday: true}, is_whole: false}
  elseif kind == 'upcoming'
    return {filter: {section: 'upcoming'}, new: {}, is_whole: false}
  elseif kind == 'search' && rest != ''
    return {filter: {text: rest}, new: {}, is_whole: false}
  elseif kind == 'id' && str2nr(rest) > 0
    return {filter: {ids: [str2nr(rest)]}, new: {}, is_whole: false}
  elseif kind == 'detail' && str2nr(rest) > 0
    return {detail: str2nr(rest)}
  endif
  return {}
enddef

export def Name(kind: string, rest: any = ''): string
  final tail = '' .. rest
  return 'todo://' .. kind .. (tail == '' ? '' : '/' .. tail)
enddef
