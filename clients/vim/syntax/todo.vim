" A todo list of todo-server. What is due (todoDue) is matched by the plugin, which knows the day.
if exists('b:current_syntax')
  finish
endif

syntax match todoHeading /^#\%( .*\)\?$/
syntax match todoMore /^… \%(\d\+ \)\?more: :Todo more$/
syntax match todoOpenLine /^\s*\%(\d\+\s\+\|[-*]\s*\)\?\[ \?\].*$/ contains=todoNumber,todoBox,todoStar,todoDay,todoDue
syntax match todoDoneLine /^\s*\%(\d\+\s\+\|[-*]\s*\)\?\[[xX]\].*$/ contains=todoNumber,todoBox,todoDone
syntax match todoNumber /^\s*\d\+\ze\s\+\[/ contained
syntax match todoBox /\[[ xX]\?\]/ contained
syntax match todoDone /\%(^\s*\%(\d\+\s\+\|[-*]\s*\)\?\[[xX]\]\s*\)\@<=\S.*$/ contained
syntax match todoStar /\s\zs[★*]\ze\%(\s\+@\S\+\)\?\s*$/ contained
syntax match todoDay /\s\zs@[-+0-9A-Za-z]\+\ze\%(\s\+[★*]\)\?\s*$/ contained

function! s:Colours() abort
  highlight default todoDone term=strikethrough cterm=strikethrough ctermfg=DarkGray gui=strikethrough guifg=#808080
  highlight default todoDue term=bold cterm=bold ctermfg=Red gui=bold guifg=#d7005f
  highlight default link todoHeading Title
  highlight default link todoNumber LineNr
  highlight default link todoBox Special
  highlight default todoStar ctermfg=DarkYellow guifg=#b58900
  highlight default link todoDay Number
  highlight default link todoMore NonText
endfunction

call s:Colours()
augroup todoColours
  autocmd!
  autocmd ColorScheme * call s:Colours()
augroup END

let b:current_syntax = 'todo'
