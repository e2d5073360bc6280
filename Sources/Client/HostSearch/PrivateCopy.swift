package import LinuxSystem

/// A copy of a document in its own private folder, for a program that shows it.
package struct PrivateCopy {
  /// How long a copy is kept while a program may still show it.
  private static let lifetime = Duration.seconds(86_400)
  /// The beginning of the names of folders with a copy.
  private static let prefix = Array("sitta-open-".utf8)

  /// The place of the copy; there is no file yet.
  package let file: FilePath

  /// Creates a folder that only this user can enter, in the folder for temporary files.
  ///
  /// - Parameter name: the name of the file; characters that could confuse a program or a person are replaced.
  /// - Throws: the error of mkdir(2).
  package init(named name: [UInt8]) throws(SystemError) {
    let number = UInt64.random(in: 0...(.max))
    let folder = Self.parent.appending(Self.prefix + Array(String(number, radix: 36).utf8))
    try folder.createDirectory()
    file = folder.appending(Self.harmless(name))
  }

  /// Removes the copy; a program that has it open can still read it.
  package func remove() {
    try? file.removeFile()
    try? file.parent.removeEmptyDirectory()
  }

  /// Removes copies that are older than a day, because programs do not report when they close a
  /// file.
  package static func removeOldCopies() {
    let now = FileClock.now
    guard let names = try? DirectoryListing(of: FileDescriptor(openingDirectory: parent)).names
    else { return }
    for name in names where name.starts(with: prefix) {
      let folder = parent.appending(name)
      // Only folders as this program creates them: private folders of this user with at most one file.
      guard let status = try? FileStatus(of: folder), status.kind == .directory,
        status.owner == ProcessEnvironment.user, status.permissions & 0o777 == 0o700,
        status.modified + lifetime < now,
        let files = try? DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names,
        files.count <= 1
      else { continue }
      for file in files { try? folder.appending(file).removeFile() }
      try? folder.removeEmptyDirectory()
    }
  }

  private static var parent: FilePath {
    ProcessEnvironment.path(in: "TMPDIR") ?? FilePath.root.appending("tmp")
  }

  /// The name, without characters that could confuse a program or a person.
  static func harmless(_ name: [UInt8]) -> [UInt8] {
    let name = name.suffix(200).map { byte in
      byte < 0x20 || byte == 0x7f ? UInt8(ascii: "_") : byte
    }
    return name.first == UInt8(ascii: "-") || name.first == UInt8(ascii: ".") || name.isEmpty
      ? [UInt8(ascii: "_")] + name : name
  }
}
