" Sitta in Vim and Neovim: `:Sitta QUERY` lists the matches in the quickfix list. Without a query it
" takes the word under the cursor.
if exists('g:loaded_sitta')
  finish
endif
let g:loaded_sitta = 1

function! s:Search(query) abort
  let l:query = a:query ==# '' ? expand('<cword>') : a:query
  let l:lines = systemlist('sitta search --vimgrep --limit 200 -- ' . shellescape(l:query))
  if v:shell_error
    echohl WarningMsg
    echomsg v:shell_error == 1 ? 'Sitta: nothing was found.' : join(l:lines, ' ')
    echohl None
    return
  endif
  call setqflist([], ' ',
        \ {'title': 'Sitta ' . l:query, 'lines': l:lines, 'efm': '%f:%l:%c:%m'})
  copen
endfunction

command! -nargs=* Sitta call s:Search(<q-args>)
