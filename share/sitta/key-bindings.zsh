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
