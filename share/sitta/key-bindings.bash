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
