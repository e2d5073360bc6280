import DaemonMeasuring
import FoundationEssentials
import LinuxSystem
import SearchInterface

/// Daemons that are reached through ssh, and one with the files of all.
final class MeasuredHosts {
  /// The names of the hosts.
  let names: [String]
  let daemons: [ServedDaemon]
  let whole: ServedDaemon
  let server: LoopbackServer
  let place: Workplace
  private let sitta: FilePath
  private let folders: (configuration: FilePath, runtime: FilePath)

  /// Starts everything, and waits until all files are indexed.
  init(_ folders: [FilePath], in place: Workplace) throws {
    self.place = place
    sitta = try Program.sibling("sitta")
    names = folders.indices.map { "host\($0)" }
    daemons = try zip(names, folders).map { name, folder in
      try ServedDaemon(in: Workplace(at: place.folder(name)), roots: [folder])
    }
    whole = try ServedDaemon(in: Workplace(at: place.folder("whole")), roots: folders)
    server = try LoopbackServer(in: place)
    // A runtime folder is in memory; on a disk, each fsync(2) would count.
    let memory = FilePath.root.appending("dev").appending("shm")
    let runtime = memory.appending("sitta-benchmark-\(ProcessEnvironment.processNumber)")
    try runtime.createDirectory()
    self.folders = (try place.folder("configuration"), runtime)
    for (daemon, folder) in zip(daemons + [whole], folders.map { "\($0)" } + ["all"]) {
      try daemon.synchronize()
      try daemon.waitUntilIdle()
      report("indexed", "\(try daemon.client.status().documents) documents of \(folder)")
    }
    // Each folder of configuration names all hosts, or all but the first, which is this machine.
    for (name, first, limits) in [
      ("each", 0, ""), ("all", 1, ""), ("patient", 0, "[Waiting]\nStatistics=9000\nHits=9000\n"),
    ] {
      let file = self.folders.configuration.appending(name).appending("sitta")
      try self.folders.configuration.appending(name).makeDirectory()
      try file.makeDirectory()
      let lines = try names.indices.dropFirst(first).map { index in
        let bridge = "\(sitta) --socket \(daemons[index].socket) bridge"
        return "\(names[index])=\(try server.command(running: bridge))\n"
      }
      try file.appending("sitta.conf").replaceContent(
        with: Array(("[Hosts]\n" + lines.joined() + limits).utf8))
    }
    // ssh connects.
    _ = try run(.ssh(names), ["count", "connection"])
  }

  /// The folder with the memory of `sitta` between calls, and the sockets of ssh.
  var runtime: FilePath { folders.runtime.appending("sitta-hosts") }

  /// How a search is asked.
  enum Way {
    /// Hosts through ssh.
    case ssh([String])
    /// All hosts through ssh, with more time than they need.
    case patient
    /// The first daemon as the local one, and the others through ssh.
    case all
    /// The daemon with the files of all.
    case whole
  }

  /// Runs `sitta` to its end.
  func run(
    _ way: Way, _ arguments: [String]
  ) throws -> (report: ChildProcess.Report, time: Duration) {
    let words: [String]
    var configuration = "each"
    switch way {
    case .ssh(let names): words = ["--host", names.joined(separator: ",")]
    case .patient:
      words = ["--host", names.joined(separator: ",")]
      configuration = "patient"
    case .all:
      words = ["--host", "all", "--socket", "\(daemons[0].socket)"]
      configuration = "all"
    case .whole: words = ["--socket", "\(whole.socket)"]
    }
    let path = ProcessEnvironment.variable("PATH").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let environment = [
      "HOME=\(place.path)", "PATH=\(path)", "LANG=C.UTF-8", "XDG_RUNTIME_DIR=\(folders.runtime)",
      "XDG_CONFIG_HOME=\(folders.configuration.appending(configuration))",
    ]
    let command = ChildProcess.Command(
      sitta, (words + arguments).map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
    let begin = ContinuousClock.now
    let report = try ChildProcess.run(command, until: begin + .seconds(60))
    return (report, begin.duration(to: .now))
  }

  /// Forgets which hosts have failed.
  func forget() {
    try? runtime.appending("memory.json").removeFile()
  }

  /// Ends the connections that ssh keeps, and removes the files in memory.
  func end() {
    let script = "for s in \(runtime)/*.ssh; do ssh -O exit -o ControlPath=$s 127.0.0.1; done"
    _ = try? Program.run("/bin/sh", "-c", script, within: .seconds(30))
    place.remove(folders.runtime)
  }
}

/// A hit of `sitta --json`.
struct JSONHit: Decodable {
  let uri: String
  let score: Double?

  /// The hits that `sitta` has printed.
  static func all(_ report: ChildProcess.Report) throws -> [JSONHit] {
    try report.output.split(separator: 0x0a).map {
      try JSONDecoder().decode(JSONHit.self, from: Data($0))
    }
  }

  /// The path, whatever the host is.
  var path: String {
    let rest = uri.split(separator: "//", maxSplits: 1).last ?? ""
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? uri
  }

  /// The score, less the rounding of sums in another order.
  var rounded: Double { ((score ?? 0) * 1e7).rounded() / 1e7 }
}
