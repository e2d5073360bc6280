#!/bin/sh
# readme-commands.sh: prints the commands of Sitta that README.md names, one a line.
set -eu
cd "$(dirname "$0")/../.."
# In examples, and between backticks as a command or the beginning of one.
sed -n 's/^    \(sitta[a-z-]*\)\( .*\)\{0,1\}$/\1/p; s/.*`\(sittad\{0,1\}\|sitta-[a-z]*\)[` ].*/\1/p' README.md | sort -u |
  grep -vx 'sitta-query'
