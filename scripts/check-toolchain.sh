#!/bin/sh
# check-toolchain.sh SWIFT: says what is missing if SWIFT cannot build Sitta.
set -eu

explain() {
  echo "Sitta is built with Swift 6.3 or later, and $1." >&2
  echo "https://www.swift.org/install says how to get it. Under sudo, PATH is another one: run 'make' without" >&2
  echo "sudo first; 'sudo make install' then only copies." >&2
  exit 1
}

command -v "$1" > /dev/null || explain "there is no '$1' in PATH"
version=$("$@" --version 2> /dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
[ -n "$version" ] || explain "'$1' does not say its version"
major=${version%%.*}
[ "$major" -gt 6 ] || { [ "$major" -eq 6 ] && [ "${version#*.}" -ge 3 ]; } || explain "'$1' is $version"
