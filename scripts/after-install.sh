#!/bin/sh
# after-install.sh PREFIX: says what to do next.
set -eu

echo "Sitta is installed below '$1'. Next, as the person whose files are to be found:"
echo
if [ -d /run/systemd/system ]; then
  echo "    systemctl --user daemon-reload"
  echo "    systemctl --user enable --now sittad.socket sittad.service"
else
  echo "    sittad &      # with systemd: systemctl --user enable --now sittad.socket sittad.service"
fi
echo "    sitta status --watch      # until it is idle"
echo "    sitta search WORDS"
sh "$(dirname "$0")/../packaging/desktop-steps.sh" "$1"
case ":$PATH:" in
  *":$1/bin:"*) ;;
  *)
    echo
    echo "'$1/bin' is not in your PATH. Add it: export PATH=\"$1/bin:\$PATH\""
    ;;
esac
