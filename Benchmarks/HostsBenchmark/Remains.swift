import DaemonMeasuring
import LinuxSystem

/// The remains that searches could leave: processes of this user, files and sockets, descriptors of
/// daemons.
struct Remains: CustomStringConvertible {
  /// How many processes there are, by name.
  let processes: [String: Int]
  /// The names of the sockets of ssh.
  let sockets: [String]
  /// All names in the folder that is kept between calls.
  let files: [String]
  /// How many descriptors each daemon has open, and then sshd.
  let descriptors: [Int]

  init(of hosts: MeasuredHosts) throws {
    let proc = FilePath.root.appending("proc")
    var processes: [String: Int] = [:]
    for name in try Self.names(in: proc) where name.allSatisfy(\.isNumber) {
      guard let status = try? Self.read(proc.appending(name).appending("status")) else { continue }
      let lines = status.split(separator: "\n")
      let user = lines.first { $0.hasPrefix("Uid:") }?.split(separator: "\t").dropFirst(2).first
      guard user.flatMap({ UInt32($0) }) == ProcessEnvironment.user, let line = lines.first else {
        continue
      }
      processes[String(line.split(separator: "\t").last ?? ""), default: 0] += 1
    }
    self.processes = processes
    let files = ((try? Self.names(in: hosts.runtime)) ?? []).sorted()
    sockets = files.filter { $0.hasSuffix(".ssh") }
    self.files = files.filter { $0 != "memory.json" }
    descriptors = try (hosts.daemons.map { $0.process.number } + [hosts.server.number]).map {
      number in
      try Self.names(in: proc.appending("\(number)").appending("fd")).count
    }
  }

  /// The remains when processes that are just ending have ended.
  static func settled(of hosts: MeasuredHosts) throws -> Remains {
    let end = ContinuousClock.now + .seconds(10)
    var remains = try Remains(of: hosts)
    while remains.processes["sitta"] != nil, .now < end {
      wait(.milliseconds(100))
      remains = try Remains(of: hosts)
    }
    return remains
  }

  /// Whether there is nothing that was not there before.
  func isWithin(_ before: Remains) -> Bool {
    processes.allSatisfy { name, count in count <= before.processes[name] ?? 0 }
      && files.allSatisfy(before.files.contains)
      && zip(descriptors, before.descriptors).allSatisfy { $0 <= $1 }
  }

  var description: String {
    let processes = processes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return """
      processes \(processes.joined(separator: ", ")); \(sockets.count) sockets of ssh, \
      \(files.count) files; descriptors \(descriptors)
      """
  }

  private static func names(in folder: FilePath) throws -> [String] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func read(_ file: FilePath) throws -> String {
    let descriptor = try FileDescriptor(openingOwn: file)
    return String(decoding: try descriptor.read(upTo: 65_536, expecting: 8_192), as: UTF8.self)
  }
}
