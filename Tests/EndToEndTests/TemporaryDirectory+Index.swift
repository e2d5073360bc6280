import LinuxSystem
import SittaSQLite
import TestSupport

extension TemporaryDirectory {
  /// Opens a copy of the index that a daemon has open: it lets no other process open the index itself.
  ///
  /// The copy may be damaged where the daemon writes just now.
  func copyOfIndex() throws -> Database {
    for ending in ["", "-wal"] {
      try self["copy/index.sqlite\(ending)"].write(
        self["state/index.sqlite\(ending)"].contents())
    }
    return try Database(path: self["copy/index.sqlite"].bytes)
  }
}
