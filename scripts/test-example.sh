#!/bin/sh
# Builds Examples/FullTextExample as the package of somebody else: with the tools versions 5.10 and 6.2, in the
# modes of Swift 5 and Swift 6. The library is compiled once, because only the example's own manifest changes.
set -eu
swift=${1:-swift}
cd "$(dirname "$0")/.."
root=$PWD
package=$root/.build/example/package
mkdir -p "$package"
rm -rf "$package/Sources"
cp -R Examples/FullTextExample/Sources "$package"

for tools in 5.10 6.2; do
  for mode in 5 6; do
    case $tools in
      5.10) modes="swiftLanguageVersions: [.version(\"$mode\")]" ;;
      *) modes="swiftLanguageModes: [.version(\"$mode\")]" ;;
    esac
    sed -e "s|^// swift-tools-version: .*|// swift-tools-version: $tools|" \
      -e "s|path: \"../..\"|path: \"$root\"|" -e "s|^  \])\$|  ],\\
  $modes)|" Examples/FullTextExample/Package.swift > "$package/Package.swift.new"
    grep -qF "$modes" "$package/Package.swift.new"
    mv "$package/Package.swift.new" "$package/Package.swift"
    $swift build --package-path "$package" --scratch-path "$root/.build/example/scratch" --product FullTextExample
    found=$("$root/.build/example/scratch/debug/FullTextExample" mueller)
    [ "$found" = "Garten: Frau [Müller] gießt die Blumen." ] || {
      echo "FullTextExample (tools $tools, Swift $mode) found '$found' for 'mueller'." >&2
      exit 1
    }
    echo "FullTextExample: tools version $tools, mode of Swift $mode."
  done
done
