import Hashing
package import LinuxSystem

/// A machine whose daemon can be asked.
package struct Host: Equatable {
  /// How the daemon of a host is reached.
  enum Connection: Equatable {
    /// On the socket of this machine.
    case local
    /// With an ssh command that runs `sitta bridge` on the host.
    case ssh(SSHCommand)
    /// With another command, whose standard input and output are the connection.
    case command([String])
  }

  /// A folder of the host that is mounted here as another folder.
  struct FolderMap: Equatable {
    let remote: FilePath
    let local: FilePath
  }

  /// The name for the daemon of this machine.
  static let localName = "local"
  /// The name for the local daemon and all hosts of the configuration.
  static let allName = "all"

  package let name: String
  var connection: Connection
  var maps: [FolderMap] = []

  package static let local = Host(name: localName, connection: .local)

  package var isLocal: Bool { connection == .local }

  /// Identifies the host: its name, and a hash of the connection.
  ///
  /// If the destination changes, it is another host, and neither the shared connection nor the
  /// record of failures is reused.
  var identity: String {
    let words: [String] =
      switch connection {
      case .local: []
      case .ssh(let command): command.options + [command.destination] + command.remote
      case .command(let words): words
      }
    let hash = SipHash.hash(
      Array(words.joined(separator: "\0").utf8).span, key: SipHash.Key(0, 0))
    return name + "." + String(UInt32(truncatingIfNeeded: hash), radix: 16)
  }

  /// The name of the host in `sftp:` URIs.
  package var authority: String {
    if case .ssh(let command) = connection { command.authority } else { name }
  }

  /// Makes an unconfigured host, called with `ssh NAME sitta bridge`; nil for an invalid name.
  package init?(named name: String) {
    guard Self.isName(name) else { return nil }
    self.init(name: name, connection: .ssh(SSHCommand(destination: name)))
  }

  init(name: String, connection: Connection, maps: [FolderMap] = []) {
    (self.name, self.connection, self.maps) = (name, connection, maps)
  }

  /// Whether a text is a valid host name; it must also be usable as a file name and as a word of a command.
  static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func isLetter(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      default: false
      }
    }
    return (1...40).contains(bytes.count) && isLetter(bytes[0])
      && bytes.allSatisfy { isLetter($0) || [0x2d, 0x2e, 0x5f].contains($0) }
  }

  /// The path on the host for a file in a mounted folder; nil for other files.
  package func unmapped(_ path: FilePath) -> FilePath? {
    maps.first { path.isInside($0.local) || path == $0.local }
      .map { path.moving(from: $0.local, to: $0.remote) }
  }

  /// The path here for a file of the host; nil if its folder is not mounted here.
  func mapped(_ path: FilePath) -> FilePath? {
    maps.first { path.isInside($0.remote) || path == $0.remote }
      .map { path.moving(from: $0.remote, to: $0.local) }
  }
}

/// A parsed ssh command.
struct SSHCommand: Equatable {
  /// The user's options, one word each.
  var options: [String] = []
  var destination: String
  /// The command on the host; its words are interpreted by a shell there.
  var remote = ["sitta", "bridge"]
  /// The port; nil if ssh chooses it.
  var port: String?

  /// The options of ssh that take a value, according to ssh(1) of OpenSSH 10.
  private static let optionsWithValue = Set("BbcDEeFIiJLlmOoPpQRSWw")

  init(destination: String) {
    self.destination = destination
  }

  /// Parses the words after `ssh`: options, the destination, and possibly a command.
  ///
  /// - Returns: nil if there is no destination.
  init?(words: [String]) {
    var rest = words[...]
    var options: [String] = []
    var port: String?
    while let word = rest.first, word.hasPrefix("-"), word.count > 1 {
      options.append(rest.removeFirst())
      guard let letter = word.dropFirst().firstIndex(where: Self.optionsWithValue.contains) else {
        continue
      }
      var value = String(word[word.index(after: letter)...])
      if value.isEmpty {
        guard let next = rest.popFirst() else { return nil }
        options.append(next)
        value = next
      }
      if word[letter] == "p" { port = value }
    }
    guard let destination = rest.popFirst(), !destination.isEmpty else { return nil }
    (self.options, self.destination, self.port) = (options, destination, port)
    if !rest.isEmpty { remote = Array(rest) }
  }

  /// The destination as the authority of a URI (RFC 3986).
  var authority: String {
    let place = destination.hasPrefix("ssh://") ? String(destination.dropFirst(6)) : destination
    return place + (port.map { ":\($0)" } ?? "")
  }

  /// The words after `ssh`; calls with the same socket `control` share one connection, kept for a minute.
  func words(control: FilePath, remote: [String]) -> [String] {
    // ssh uses the first value of an option, so these options override others. It must not ask
    // questions, because no person can answer. The host gets nothing but its input. A connection
    // that hangs, as after a change of the network, ends soon.
    let own = [
      "BatchMode=yes", "ControlMaster=auto", "ControlPersist=60",
      "ControlPath=\(Self.value("\(control)"))", "ConnectTimeout=5", "ServerAliveInterval=5",
      "ServerAliveCountMax=2", "ForwardAgent=no", "ClearAllForwardings=yes", "RemoteCommand=none",
      "PermitLocalCommand=no", "LogLevel=ERROR",
    ]
    return own.flatMap { ["-o", $0] } + ["-T", "-x"] + options + [destination] + remote
  }

  /// A path as the value of an ssh option; ssh splits values at blanks and expands percent signs.
  private static func value(_ path: String) -> String {
    let text = path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    return text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
  }

  /// A word that POSIX shells and fish interpret as exactly these bytes.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote]
      + bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }
}
