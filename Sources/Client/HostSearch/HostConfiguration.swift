import Arguments
import LinuxSystem

/// The file `sitta.conf`: the hosts that `sitta` can ask, and how long to wait for them.
package struct HostConfiguration: Equatable {
  /// How long to wait for hosts.
  package struct Limits: Equatable {
    /// The time limit for connecting to a host and for its first answer.
    var connect = Duration.seconds(5)
    /// The time limit for the statistics that ranking needs.
    var statistics = Duration.milliseconds(150)
    /// The time limit for hits.
    package var hits = Duration.milliseconds(500)

    /// For each further such number of hits, a host has the time ``hits`` once more.
    static let hitsAtOnce = 100

    /// The time limit for a number of hits.
    func time(for hits: Int) -> Duration {
      self.hits * max(1, (hits + Self.hitsAtOnce - 1) / Self.hitsAtOnce)
    }

    /// The time limit for a daemon in milliseconds; it is shorter than ours, so that a partial
    /// result arrives in time.
    package func deadline(for hits: Int = 1) -> Int {
      min(60_000, max(1, Int(time(for: hits) / .milliseconds(1)) * 9 / 10))
    }
  }

  /// An error in the file.
  struct Fault: Error, Equatable {
    /// The line number, from 1.
    let line: Int
    let reason: String
  }

  /// The hosts, in the order of the file.
  package var hosts: [Host] = []
  package var limits = Limits()

  /// Makes a configuration without hosts.
  init() {}

  /// Parses the text of the file.
  init(_ text: String) throws(Fault) {
    var section = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let reason = read(Self.trimmed(line), &section) {
        throw Fault(line: index + 1, reason: reason)
      }
    }
  }

  /// Parses a line; returns the error, or nil.
  private mutating func read(_ line: String, _ section: inout String) -> String? {
    if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { return nil }
    do throws(UsageError) {
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = String(line.dropFirst().dropLast())
        try check(section: section)
      } else {
        guard let equals = line.firstIndex(of: "=") else {
          throw UsageError("A line has the form NAME=VALUE.")
        }
        let value = line[line.index(after: equals)...]
        try set(Self.trimmed(line[..<equals]), Self.trimmed(value), in: section)
      }
      return nil
    } catch {
      return error.description
    }
  }

  private func check(section: String) throws(UsageError) {
    if section == "Hosts" || section == "Waiting" { return }
    guard section.hasPrefix("Host ") else {
      throw UsageError("The sections are [Hosts], [Host NAME] and [Waiting], not [\(section)].")
    }
    let name = String(section.dropFirst(5))
    if !hosts.contains(where: { $0.name == name }) {
      throw UsageError("[Hosts] does not name the host '\(name)' before this section.")
    }
  }

  private mutating func set(_ key: String, _ value: String, in section: String) throws(UsageError) {
    switch section {
    case "Hosts": hosts.append(try host(key, value))
    case "Waiting": try wait(key, value)
    case "": throw UsageError("A line comes before the first section.")
    default: try map(key, value, of: String(section.dropFirst(5)))
    }
  }

  private func host(_ name: String, _ value: String) throws(UsageError) -> Host {
    guard Host.isName(name), name != Host.localName, name != Host.allName else {
      throw UsageError(
        """
        '\(name)' cannot name a host: letters, digits, '.', '_' and '-' can, but not 'local' and 'all'.
        """)
    }
    if hosts.contains(where: { $0.name == name }) { throw UsageError("'\(name)' is there twice.") }
    let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first == "ssh" {
      guard let command = SSHCommand(words: Array(words.dropFirst())) else {
        throw UsageError("ssh needs a destination, as in \(name)=ssh -p 2222 me@\(name).")
      }
      return Host(name: name, connection: .ssh(command))
    }
    if words.count > 1 { return Host(name: name, connection: .command(words)) }
    let destination = words.first ?? name
    if destination.hasPrefix("-") { throw UsageError("A destination does not begin with a dash.") }
    return Host(name: name, connection: .ssh(SSHCommand(destination: destination)))
  }

  private mutating func wait(_ key: String, _ value: String) throws(UsageError) {
    guard let milliseconds = Int(value), (1...600_000).contains(milliseconds) else {
      throw UsageError("\(key)= takes milliseconds from 1 to 600000.")
    }
    switch key {
    case "Connect": limits.connect = .milliseconds(milliseconds)
    case "Statistics": limits.statistics = .milliseconds(milliseconds)
    case "Hits": limits.hits = .milliseconds(milliseconds)
    default: throw UsageError("[Waiting] has Connect=, Statistics= and Hits=, not \(key)=.")
    }
  }

  private mutating func map(_ key: String, _ value: String, of name: String) throws(UsageError) {
    guard key == "Map" else { throw UsageError("[Host \(name)] has Map=, not \(key)=.") }
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let remote = FilePath(absolute: String(parts[0])),
      let local = FilePath(absolute: String(parts[1])),
      let index = hosts.firstIndex(where: { $0.name == name })
    else { throw UsageError("Map= takes two absolute paths, as in Map=/srv/share:/mnt/share.") }
    hosts[index].maps.append(Host.FolderMap(remote: remote, local: local))
  }

  /// The text without blanks at its ends; compares bytes for speed, because ssh commands are long
  /// and each search parses them.
  private static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}

extension HostConfiguration {
  /// The most bytes that are read of the file.
  private static let sizeLimit = 1 << 20

  /// The path of the file; nil if the home folder is unknown.
  static var file: FilePath? {
    let folder =
      ProcessEnvironment.path(in: "XDG_CONFIG_HOME")
      ?? ProcessEnvironment.home?.appending(".config")
    return folder?.appending("sitta").appending("sitta.conf")
  }

  /// Reads the file; if it does not exist, there are no hosts.
  ///
  /// - Throws: a failure with the file and the line.
  package static func load() throws -> HostConfiguration {
    guard let file else { return HostConfiguration() }
    do {
      let bytes = try FileDescriptor(openingOwn: file).read(upTo: sizeLimit, expecting: 1 << 12)
      return try HostConfiguration(String(decoding: bytes, as: UTF8.self))
    } catch let error as SystemError where error.isMissing {
      return HostConfiguration()
    } catch let fault as Fault {
      throw UsageError("\(file), line \(fault.line): \(fault.reason)")
    }
  }

  /// The hosts for a value of `--host`.
  ///
  /// - Parameter list: names separated by commas; `all` is allowed.
  /// - Returns: the hosts, each once.
  /// - Throws: `UsageError` for an invalid name.
  package func hosts(named list: String) throws -> [Host] {
    var found: [Host] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let named: [Host]
      if name == Host.allName {
        named = [.local] + hosts
      } else if name == Host.localName {
        named = [.local]
      } else if let host = hosts.first(where: { $0.name == name }) ?? Host(named: name) {
        named = [host]
      } else {
        throw UsageError("--host takes names with commas between them, or all; not '\(name)'.")
      }
      for host in named where !found.contains(where: { $0.name == host.name }) {
        found.append(host)
      }
    }
    return found
  }
}
