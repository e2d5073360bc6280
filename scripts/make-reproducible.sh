#!/bin/sh
# make-reproducible.sh PROGRAM…: makes programs the same that were built from the same sources in other folders.
#   .swift_modhash and the build ID are hashes of paths. Nothing reads the former when a program runs: it becomes
#   zeros, because objcopy forgets RELRO if it removes the section. The new build ID is a hash of what the program
#   is without its debug symbols.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for program in "$@"; do
  size=$(readelf --sections --wide "$program" | sed -n 's/.* \.swift_modhash *[A-Z]* *[0-9a-f]* *[0-9a-f]* *\([0-9a-f]*\) .*/\1/p')
  if [ -n "$size" ]; then
    head -c "$((0x$size))" /dev/zero > "$folder/zeros"
    objcopy --update-section .swift_modhash="$folder/zeros" "$program"
  fi
  strip --strip-all --remove-section .note.gnu.build-id -o "$folder/bare" "$program"
  digest=$(sha1sum "$folder/bare" | cut -c 1-40)
  # The note of elf(5): sizes of name and digest, type NT_GNU_BUILD_ID, the name, and the digest.
  perl -e 'print pack("VVVa4H40", 4, 20, 3, "GNU", $ARGV[0])' "$digest" > "$folder/note"
  objcopy --update-section .note.gnu.build-id="$folder/note" "$program"
done
