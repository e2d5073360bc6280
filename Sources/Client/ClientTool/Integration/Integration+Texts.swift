extension Integration {
  /// The script for KDE's hook for external searches; KDE's own script shows the rules of the protocol.
  ///
  /// kio-extras: <https://invent.kde.org/network/kio-extras>, `filenamesearch/kio-filenamesearch-grep`.
  static let dolphinScript = #"""
    #!/bin/sh
    # Sitta in Dolphin. It is called in the folder with --run TEXT and prints the files that match, each
    # path ended by a NUL. Exit code 127 makes KDE search without it.
    set -uf

    # Searches as without Sitta: with the script that KDE installs, or else with KDE's own search.
    leave() {
      IFS=:
      for folder in ${XDG_DATA_DIRS:-/usr/local/share:/usr/share}; do
        script=$folder/kio_filenamesearch/kio-filenamesearch-grep
        [ ! -x "$script" ] || exec "$script" "$@"
      done
      exit 127
    }

    case ${1-} in
      --check) sitta status > /dev/null 2>&1 || leave "$@" ;;
      --run)
        # Of a folder that is not indexed Sitta knows nothing.
        [ -n "$(sitta list --format x "$PWD" 2> /dev/null | head -c 1)" ] || leave "$@"
        sitta search -0 --within "$PWD" -- "${2-}"
        case $? in
          0 | 1) exit 0 ;;
          3) leave "$@" ;;
          *) exit 1 ;;
        esac
        ;;
      *)
        echo "There is no option '${1-}'." >&2
        exit 1
        ;;
    esac

    """#

  /// A command for Vim 8.1 or later and Neovim.
  static let vimCommand = #"""
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

    """#

  /// The file with a command for Emacs.
  static let emacsCommand = #"""
    ;;; sitta.el --- Search with Sitta -*- lexical-binding: t; -*-

    (require 'grep)

    ;;;###autoload
    (defun sitta-search (query)
      "List the files that match QUERY, each with its first match, in `grep-mode'."
      (interactive "sSitta: ")
      (compilation-start
       (concat "sitta search --vimgrep --limit 200 -- " (shell-quote-argument query))
       'grep-mode))

    (provide 'sitta)
    ;;; sitta.el ends here

    """#

  /// The key binding for bash; see "Commands For Readline" and `bind` in bash(1).
  static let bashKeys = #"""
    # Sitta's key binding for bash: Alt-I inserts the path of a file that you choose with sitta-pick.
    __sitta_pick() {
      local file quoted
      IFS= read -r -d '' file < <(sitta-pick --print --null) || return 0
      printf -v quoted '%q ' "$file"
      READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$quoted${READLINE_LINE:READLINE_POINT}
      READLINE_POINT=$((READLINE_POINT + ${#quoted}))
    }
    if [[ $- == *i* ]]; then
      bind -m emacs -x '"\ei": __sitta_pick'
      bind -m vi-insert -x '"\ei": __sitta_pick'
    fi

    """#

  /// The key binding for zsh; see zshzle(1).
  static let zshKeys = #"""
    # Sitta's key binding for zsh: Alt-I inserts the path of a file that you choose with sitta-pick.
    sitta-pick-widget() {
      local file
      IFS= read -r -d '' file < <(sitta-pick --print --null < /dev/tty) && LBUFFER+="${(q)file} "
      zle reset-prompt
    }
    if [[ -o interactive ]]; then
      zle -N sitta-pick-widget
      bindkey -M emacs '^[i' sitta-pick-widget
      bindkey -M viins '^[i' sitta-pick-widget
    fi

    """#

  /// The key binding for fish; see `bind` and `commandline` in fish's manual.
  static let fishKeys = #"""
    # Sitta's key binding for fish: Alt-I inserts the path of a file that you choose with sitta-pick.
    function __sitta_pick
      set -l file
      sitta-pick --print --null | read --null file
      and commandline --insert -- (string escape -- $file)' '
      commandline --function repaint
    end
    if status is-interactive
      bind \ei __sitta_pick
      bind --mode insert \ei __sitta_pick
    end

    """#
}
