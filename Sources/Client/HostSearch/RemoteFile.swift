package import LinuxSystem

/// A file of another machine, of which a private, read-only copy can be made.
package struct RemoteFile {
  /// The most bytes that are copied.
  private static let sizeLimit = 1 << 30
  /// The longest time that copying takes.
  private static let timeout = Duration.seconds(300)

  /// How long a copy is kept while a program may still show it.
  private static let lifetime = Duration.seconds(86_400)
  /// The beginning of the names of folders with a copy.
  private static let prefix = Array("sitta-open-".utf8)

  /// A copy in its own private folder.
  package struct Copy {
    package let file: FilePath

    /// Removes the copy; a program that has it open can still read it.
    package func remove() {
      try? file.removeFile()
      try? file.parent.removeEmptyDirectory()
    }
  }

  let host: Host
  let path: FilePath

  /// Names a file of a host.
  package init(_ path: FilePath, on host: Host) {
    (self.host, self.path) = (host, path)
  }

  /// Copies the file with `ssh HOST cat`.
  ///
  /// - Parameter control: the socket of ssh's shared connection.
  /// - Returns: the copy, in a new private folder in the folder for temporary files.
  /// - Throws: a failure with the reason why it cannot be copied.
  package func copy(control: FilePath) throws -> Copy {
    guard case .ssh(let command) = host.connection else {
      throw HostFailure(
        description:
          """
          '\(host.name)' is not reached by ssh, so its files cannot be copied. Mount its folder here, \
          and name it with Map= in sitta.conf.
          """)
    }
    guard let ssh = ProcessEnvironment.program("ssh") else {
      throw HostFailure(description: "There is no program 'ssh'.")
    }
    let copy = Copy(file: try Self.folder().appending(Self.name(of: path)))
    let words =
      command.words(control: control, remote: ["cat", "--"]).map { Array($0.utf8) }
      + [SSHCommand.quoted(path.bytes)]
    let end = ContinuousClock.now + Self.timeout
    var isComplete = false
    defer { if !isComplete { copy.remove() } }
    let process = try ChildProcess(
      ChildProcess.Command(ssh, words), output: .pipe, errors: .pipe)
    var said = ChildProcess.Complaint()
    let file = try FileDescriptor(creatingReadOnly: copy.file)
    var left = Self.sizeLimit
    while left >= 0, .now < end {
      guard let bytes = try process.nextOutput(until: end, &said) else {
        try process.readErrors(&said, until: min(end, .now + Self.complaintTime))
        isComplete = try process.wait(until: end) == .exited(0)
        if isComplete { return copy }
        break
      }
      left -= bytes.count
      if left >= 0 { try file.write(bytes) }
    }
    if left < 0 {
      throw HostFailure(
        description: "'\(path)' on \(host.name) has more than 1 GiB, so it was not copied.")
    }
    let reason = HostSession.sentence(of: said.bytes).map { ": " + $0 } ?? "."
    throw HostFailure(description: "'\(path)' cannot be copied from \(host.name)\(reason)")
  }

  /// How long a command that has sent everything may take to write its error message.
  private static let complaintTime = Duration.seconds(5)

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

  /// Creates a folder that only this user can enter.
  private static func folder() throws -> FilePath {
    let number = UInt64.random(in: 0...(.max))
    let folder = parent.appending(prefix + Array(String(number, radix: 36).utf8))
    try folder.createDirectory()
    return folder
  }

  /// The file name, without characters that could confuse a program or a person.
  static func name(of path: FilePath) -> [UInt8] {
    let name = Array(path.name.suffix(200)).map { byte in
      byte < 0x20 || byte == 0x7f ? UInt8(ascii: "_") : byte
    }
    return name.first == UInt8(ascii: "-") || name.first == UInt8(ascii: ".") || name.isEmpty
      ? [UInt8(ascii: "_")] + name : name
  }
}

/// A document on a host, as an `sftp:` URI names it.
package struct RemotePlace: Equatable {
  /// The name of the host in the URI, such as `nas` or `me@nas:2222`.
  package let authority: String
  package let location: DocumentLocation

  /// Parses a URI; nil if it is not a valid `sftp:` URI.
  package init?(uri: String) {
    guard uri.hasPrefix("sftp://") else { return nil }
    let rest = uri.dropFirst("sftp://".count)
    guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex,
      let location = DocumentLocation(uri: "file://\(rest[slash...])")
    else { return nil }
    (authority, self.location) = (String(rest[..<slash]), location)
  }
}
