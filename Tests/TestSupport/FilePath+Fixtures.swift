import Glibc
public import LinuxSystem

/// Changes of files by a test, through paths in bytes.
extension FilePath {
  /// Writes a file in place of its former content; missing folders above it are made.
  ///
  /// The kernel reports the events of an ordinary program: open, write, close.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try parent.makeDirectory()
    let file = try FileDescriptor(opening: self, flags: O_WRONLY | O_CREAT | O_TRUNC)
    try file.write(bytes)
  }

  /// Writes text into a file in place of its former content; missing folders above it are made.
  public func write(_ text: String) throws(SystemError) {
    try write(Array(text.utf8))
  }

  /// Writes to the end of a file that is there.
  public func append(_ text: String) throws(SystemError) {
    let file = try FileDescriptor(opening: self, flags: O_WRONLY | O_APPEND)
    try file.write(Array(text.utf8))
  }

  /// Keeps a file open that is there, as who writes a log does, and writes to its end.
  public func whileOpen(
    _ body: (_ write: (String) throws -> Void) throws -> Void
  ) throws {
    let file = try FileDescriptor(opening: self, flags: O_WRONLY | O_APPEND)
    try body { text in try file.write(Array(text.utf8)) }
  }

  /// Writes a file as editors do: a temporary file beside it, renamed over it.
  public func save(_ text: String) throws(SystemError) {
    try save(Array(text.utf8))
  }

  /// Writes a file as editors do: a temporary file beside it, renamed over it.
  public func save(_ bytes: [UInt8]) throws(SystemError) {
    let temporary = parent.appending([0x2e] + name + Array(".swp".utf8))
    try temporary.write(bytes)
    try temporary.rename(to: self)
  }

  /// The content of a file.
  public func contents() throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(opening: self, flags: O_RDONLY)
    return try file.read(upTo: .max, expecting: Int(try file.status().size))
  }

  /// The content of a file as text; bytes that are not UTF-8 are replaced.
  public func text() throws(SystemError) -> String {
    String(decoding: try contents(), as: UTF8.self)
  }

  /// Makes a symbolic link with this path that says `target`; the C function is `symlink`.
  public func makeSymbolicLink(to target: FilePath) throws(SystemError) {
    try unsafe call("Cannot make the link") { link in
      unsafe Self.terminated(target).withUnsafeBufferPointer { target in
        guard let target = target.baseAddress else { return -1 }
        return unsafe symlink(target, link)
      }
    }
  }

  /// Makes a symbolic link with this path that says `target`, which may be relative.
  public func makeSymbolicLink(saying target: String) throws(SystemError) {
    try unsafe call("Cannot make the link") { link in
      unsafe target.withCString { unsafe symlink($0, link) }
    }
  }

  /// Gives the file `existing` this path as a second name; the C function is `link`.
  public func makeHardLink(to existing: FilePath) throws(SystemError) {
    try unsafe call("Cannot make the link") { link in
      unsafe Self.terminated(existing).withUnsafeBufferPointer { existing in
        guard let existing = existing.baseAddress else { return -1 }
        return unsafe Glibc.link(existing, link)
      }
    }
  }

  /// Makes a FIFO, which blocks who opens it as a file; the C function is `mkfifo`.
  public func makeFIFO() throws(SystemError) {
    try unsafe call("Cannot make the FIFO") { unsafe mkfifo($0, 0o600) }
  }

  /// Removes whatever has this path, with all that is below it; nothing there is no error.
  public func removeTree() throws(SystemError) {
    guard let status = try? FileStatus(of: self) else { return }
    guard status.kind == .directory else { return try removeFile() }
    // A test may have taken the permission to look into it.
    if status.permissions & 0o700 != 0o700 { try setPermissions(0o700) }
    for name in try DirectoryListing(of: FileDescriptor(openingDirectory: self)).names {
      try appending(name).removeTree()
    }
    try unsafe call("Cannot remove the folder") { unsafe rmdir($0) }
  }

  func call(
    _ attempt: String, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(SystemError) {
    let result = unsafe Self.terminated(self).withUnsafeBufferPointer { path in
      unsafe path.baseAddress.map { unsafe body($0) } ?? -1
    }
    if result != 0 { throw SystemError(code: errno, attempt: attempt, path: self) }
  }

  static func terminated(_ path: FilePath) -> [CChar] {
    (path.bytes + [0]).map { CChar(bitPattern: $0) }
  }
}
