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
