import LinuxSystem
import TestSupport
import Testing

/// The manual pages and `/usr/share/doc` of Debian packages that are on every machine with which the
/// tests run, as plain text: `man/chown.1.txt`, `doc/bash/README.txt`.
///
/// They are read from this machine, so that no author's text is copied here, and the same packages
/// hold nearly the same texts everywhere.
struct ManualCorpus {
  /// Packages of a minimal Debian, and the packages that the tests install.
  static let packages = [
    "adduser", "apt", "bash", "coreutils", "dash", "debconf", "debianutils", "diffutils", "dpkg",
    "e2fsprogs", "findutils", "git", "git-man", "grep", "gzip", "hostname", "login", "make", "mawk",
    "mount", "ncurses-bin", "passwd", "perl-base", "procps", "sed", "sqlite3", "systemd", "tar",
    "util-linux",
  ]

  /// Why there is no corpus here; nil if there is one.
  static let lack: String? = {
    for program in ["/usr/bin/dpkg-query", "/usr/bin/mandoc"] where !Tool.exists(program) {
      return "\(program) is missing"
    }
    for package in packages {
      guard let files = try? Tool.run("/usr/bin/dpkg-query", "-L", package) else {
        return "the package \(package) is not installed"
      }
      // Containers often lack files that dpkg lists.
      let pages = files.split(separator: "\n").filter { $0.hasPrefix("/usr/share/man/man") }
      guard pages.allSatisfy({ Tool.exists(String($0)) }) else {
        return "the manual pages of \(package) are left out here"
      }
    }
    return nil
  }()

  /// Writes the corpus into a folder.
  ///
  /// - Parameter folder: where `man` and `doc` are made.
  /// - Throws: where a program fails.
  static func write(to folder: FilePath) throws {
    try Tool.run(
      "/bin/sh", "-c", script, "sh", "\(folder)", packages.joined(separator: " "))
  }

  /// Pages of English in the sections for everybody, and documents unpacked.
  ///
  /// Links and changelogs are left out, and overstruck characters of mandoc are removed.
  private static let script = #"""
    set -eu
    mkdir -p "$1/man" "$1/doc"
    dpkg-query -L $2 | LC_ALL=C sort -u > "$1/list"
    grep -E '^/usr/share/man/man[1578]/' "$1/list" | while read -r page; do
      [ -f "$page" ] && [ ! -L "$page" ] || continue
      name=${page##*/}
      mandoc -T ascii "$page" > "$1/man/${name%.gz}.txt" 2>/dev/null || true
    done
    find "$1/man" -type f -exec sed -i 's/.\x08//g' {} +
    grep -E '^/usr/share/doc/' "$1/list" | grep -vi changelog | while read -r file; do
      [ -f "$file" ] && [ ! -L "$file" ] || continue
      target="$1/doc/${file#/usr/share/doc/}"
      mkdir -p "${target%/*}"
      case $file in
        *.gz) gzip -dc "$file" > "${target%.gz}" ;;
        *) cp "$file" "$target" ;;
      esac
    done
    rm "$1/list"
    """#
}
