import LinuxSystem
import SearchInterface

/// A private copy of a file of another machine, which can only be read.
struct RemoteFile {
  /// The most bytes that are copied.
  private static let sizeLimit = 1 << 30
  /// The longest time that copying takes.
  private static let timeout = Duration.seconds(300)

  let host: Host
  let path: FilePath

  /// Copies the file with `ssh HOST cat`.
  ///
  /// - Parameter control: the socket of the connection that ssh shares.
  /// - Returns: the copy, in a private folder of its own below that for temporary files.
  /// - Throws: a failure that says why it cannot be copied.
  func copy(control: FilePath) throws -> FilePath {
    guard case .ssh(let command) = host.connection else {
      throw ClientCommand.Failure(
        code: .failed,
        sentence: """
          '\(host.name)' is not reached by ssh, so its files cannot be copied. Mount its folder here, \
          and name it with Map= in sitta.conf.
          """)
    }
    guard let ssh = ProcessEnvironment.program("ssh") else {
      throw ClientCommand.Failure(code: .failed, sentence: "There is no program 'ssh'.")
    }
    let folder = try Self.folder()
    let copy = folder.appending(Self.name(of: path))
    let words =
      command.words(control: control, remote: ["cat", "--"]).map { Array($0.utf8) }
      + [SSHCommand.quoted(path.bytes)]
    let end = ContinuousClock.now + Self.timeout
    let process = try ChildProcess(
      ChildProcess.Command(ssh, words), output: .pipe, errors: .pipe)
    var isComplete = false
    defer {
      if !isComplete {
        try? copy.removeFile()
        try? folder.removeEmptyDirectory()
      }
    }
    let file = try FileDescriptor(creatingReadOnly: copy)
    var left = Self.sizeLimit
    while left >= 0, .now < end {
      guard let bytes = try process.nextOutput(until: end) else {
        isComplete = try process.wait(until: end) == .exited(0)
        if isComplete { return copy }
        break
      }
      left -= bytes.count
      if left >= 0 { try file.write(bytes) }
    }
    if left < 0 {
      throw ClientCommand.Failure(
        code: .failed,
        sentence: "'\(path)' on \(host.name) has more than 1 GiB, so it was not copied.")
    }
    // Its own words, but not as it has written them: they can have control characters.
    var errors: [UInt8] = []
    _ = try? process.errors?.readAvailable(upTo: 4_096, to: &errors)
    let reason = HostSession.sentence(of: errors).map { ": " + $0 } ?? "."
    throw ClientCommand.Failure(
      code: .failed, sentence: "'\(path)' cannot be copied from \(host.name)\(reason)")
  }

  /// A new folder that only this user can enter.
  private static func folder() throws -> FilePath {
    let parent = ProcessEnvironment.path(in: "TMPDIR") ?? FilePath.root.appending("tmp")
    let number = UInt64.random(in: 0...(.max))
    let folder = parent.appending("sitta-open-\(String(number, radix: 36))")
    try folder.createDirectory()
    return folder
  }

  /// The name of the file without characters that could confuse a program or a person.
  static func name(of path: FilePath) -> [UInt8] {
    let name = Array(path.name.suffix(200)).map { byte in
      byte < 0x20 || byte == 0x7f ? UInt8(ascii: "_") : byte
    }
    return name.first == UInt8(ascii: "-") || name.first == UInt8(ascii: ".") || name.isEmpty
      ? [UInt8(ascii: "_")] + name : name
  }
}
