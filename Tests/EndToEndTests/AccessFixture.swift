import LinuxSystem
import TestSupport

/// A root with a folder and a file that everybody may read, for a daemon that records who may.
class AccessFixture {
  let home: TemporaryDirectory
  let root: FilePath
  var note: FilePath { root.appending("d/note.txt") }
  var folder: FilePath { root.appending("d") }
  /// The folders on the way to the file that a test can change.
  var folders: [FilePath] { [folder, root, home["srv"]] }
  static let recording = "[Index]\nAccess=yes\n"

  init() throws {
    home = try TemporaryDirectory()
    root = home["srv/share"]
    try note.write("words")
    try note.setPermissions(0o644)
    for path in folders { try path.setPermissions(0o755) }
  }

  func daemon(_ configuration: String = recording) throws -> RunningDaemon {
    try RunningDaemon(in: home, roots: [root], configuration: configuration)
  }
}
