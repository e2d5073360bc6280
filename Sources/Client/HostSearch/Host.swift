import Hashing
package import LinuxSystem

/// A machine whose daemon is asked.
package struct Host: Equatable {
  /// How its daemon is reached.
  enum Connection: Equatable {
    /// On the socket of this machine.
    case local
    /// By a command of ssh that runs `sitta bridge` there.
    case ssh(SSHCommand)
    /// By any other command whose input and output are the connection.
    case command([String])
  }

  /// A folder of the host that is also a folder here.
  struct FolderMap: Equatable {
    let remote: FilePath
    let local: FilePath
  }

  /// The name of this machine's daemon.
  static let localName = "local"
  /// The local daemon and all hosts of the configuration.
  static let allName = "all"

  package let name: String
  var connection: Connection
  var maps: [FolderMap] = []

  package static let local = Host(name: localName, connection: .local)

  package var isLocal: Bool { connection == .local }

  /// The name, and a hash of the connection.
  ///
  /// With another destination it is another host: the connection and the numbers of the former host
  /// are not used.
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

  /// The name of the host in URIs.
  package var authority: String {
    if case .ssh(let command) = connection { command.authority } else { name }
  }

  /// A host without a configuration: `ssh NAME sitta bridge`.
  package init?(named name: String) {
    guard Self.isName(name) else { return nil }
    self.init(name: name, connection: .ssh(SSHCommand(destination: name)))
  }

  init(name: String, connection: Connection, maps: [FolderMap] = []) {
    (self.name, self.connection, self.maps) = (name, connection, maps)
  }

  /// Whether a text can name a host: it is also the name of a file, and a word of a command.
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

  /// The path on the host of a file in a folder that is mounted here; nil of another one.
  package func unmapped(_ path: FilePath) -> FilePath? {
    maps.first { path.isInside($0.local) || path == $0.local }
      .map { path.moving(from: $0.local, to: $0.remote) }
  }

  /// The path here of a file of the host; nil if it is in no folder that is mounted here.
  func mapped(_ path: FilePath) -> FilePath? {
    maps.first { path.isInside($0.remote) || path == $0.remote }
      .map { path.moving(from: $0.remote, to: $0.local) }
  }
}

/// A command of ssh, taken apart.
struct SSHCommand: Equatable {
  /// The options that the person gave, each word for itself.
  var options: [String] = []
  var destination: String
  /// The command on the host; the words go through the shell there.
  var remote = ["sitta", "bridge"]
  /// The port; nil for the port that ssh chooses.
  var port: String?

  /// The options of ssh that take a value, in ssh(1) of OpenSSH 10.
  private static let optionsWithValue = Set("BbcDEeFIiJLlmOoPpQRSWw")

  init(destination: String) {
    self.destination = destination
  }

  /// Reads the words after `ssh`: options, the destination, and perhaps the command there.
  ///
  /// - Returns: nil without a destination.
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

  /// The name of the destination in URIs, in the form of RFC 3986.
  var authority: String {
    let place = destination.hasPrefix("ssh://") ? String(destination.dropFirst(6)) : destination
    return place + (port.map { ":\($0)" } ?? "")
  }

  /// The words after `ssh`, which share one connection for a minute through the socket `control`.
  func words(control: FilePath, remote: [String]) -> [String] {
    // The first value of an option counts, so these are in effect. ssh must not ask a question,
    // because no person can answer it. A host gets nothing but its input. A connection that hangs,
    // as after a change of the network, ends soon.
    let own = [
      "BatchMode=yes", "ControlMaster=auto", "ControlPersist=60",
      "ControlPath=\(Self.value("\(control)"))", "ConnectTimeout=5", "ServerAliveInterval=5",
      "ServerAliveCountMax=2", "ForwardAgent=no", "ClearAllForwardings=yes", "RemoteCommand=none",
      "PermitLocalCommand=no", "LogLevel=ERROR",
    ]
    return own.flatMap { ["-o", $0] } + ["-T", "-x"] + options + [destination] + remote
  }

  /// A path as the value of an option: ssh splits it at blanks, and expands percent signs.
  private static func value(_ path: String) -> String {
    let text = path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    return text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
  }

  /// A word that each POSIX shell, and fish, reads as these bytes.
  static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote]
      + bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }
}
