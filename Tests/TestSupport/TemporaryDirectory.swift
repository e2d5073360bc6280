import Glibc
public import LinuxSystem

/// A new folder of mode 0700 that is removed, with all that is in it, when its owner goes away.
///
/// A suite keeps one in a stored property: every test has its own then, and it lives as long as the
/// test. Its path is short enough for a Unix socket in it.
public final class TemporaryDirectory: Sendable {
  /// Where it is, with every symbolic link followed.
  public let path: FilePath

  /// Makes the folder in `$TMPDIR`, or in `/tmp`.
  ///
  /// The corresponding C function is `mkdtemp`.
  public init() throws {
    let parent = ProcessEnvironment.path(in: "TMPDIR") ?? FilePath.root.appending("tmp")
    var template = (parent.appending("sitta-XXXXXX").bytes + [0]).map { CChar(bitPattern: $0) }
    guard unsafe mkdtemp(&template) != nil,
      let made = FilePath(absolute: template.dropLast().map { UInt8(bitPattern: $0) })
    else { throw SystemError(code: errno, attempt: "Cannot make a folder in", path: parent) }
    path = try made.resolvingSymbolicLinks()
  }

  deinit {
    try? path.removeTree()
  }

  /// The path of the entry `name` in the folder; it may have several components.
  public subscript(_ name: String) -> FilePath {
    self[Array(name.utf8)]
  }

  /// The path of the entry `name` in the folder, bytes that need not be UTF-8.
  public subscript(_ name: [UInt8]) -> FilePath {
    name.split(separator: 0x2f).reduce(path) { $0.appending(Array($1)) }
  }
}
