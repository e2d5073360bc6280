package import LinuxSystem

/// A file of another machine, of which a private, read-only copy can be made.
package struct RemoteFile {
  /// The most bytes that are copied.
  private static let sizeLimit = 1 << 30
  /// The longest time that copying takes.
  private static let timeout = Duration.seconds(300)

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
  package func copy(control: FilePath) throws -> PrivateCopy {
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
    let copy = try PrivateCopy(named: path.name)
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
