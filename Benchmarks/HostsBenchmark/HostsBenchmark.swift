import DaemonMeasuring
import LinuxSystem

/// Measures `sitta --host` with real daemons reached through a real sshd on the loopback interface.
///
/// `HostsBenchmark [PART…] FOLDER FOLDER FOLDER…` starts a daemon for each folder, one with the
/// files of all, and sshd for this user, who should not be root and needs a login shell. With
/// `--host all`, the daemon of the first folder is the local one, and the others are asked through
/// ssh; other parts ask all of them through ssh. Its parts print:
///
/// - `ranking`: whether the ten best hits and their scores agree with the one index, for 200
///   queries;
/// - `times`: the times of whole `sitta` processes on all hosts and on each;
/// - `stopped`: the time to the answer while a host is stopped by SIGSTOP;
/// - `remains`: the processes, sockets and descriptors that 1,000 searches leave.
///
/// Without a part it does all. It ends with 1 if a bound is missed. `--searches N` searches less
/// often than 1,000 times.
@main
struct HostsBenchmark {
  private enum Part: String, CaseIterable {
    case ranking, times, stopped, remains
  }

  static func main() throws {
    var arguments = ProcessEnvironment.arguments[...]
    var searches = 1_000
    var folders: [FilePath] = []
    var parts: Set<Part> = []
    while let argument = arguments.popFirst() {
      let text = String(decoding: argument, as: UTF8.self)
      if text == "--searches" {
        searches = arguments.popFirst().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      } else if let part = Part(rawValue: text) {
        parts.insert(part)
      } else if let folder = FilePath(
        argument, relativeTo: try .workingDirectory(), home: .root)
      {
        folders.append(try folder.resolvingSymbolicLinks())
      }
    }
    guard folders.count > 1 else {
      throw SystemError(code: 2, attempt: "HostsBenchmark takes the folders of two hosts or more")
    }
    let place = try Workplace()
    defer { place.remove() }
    if parts.isEmpty { parts = Set(Part.allCases) }
    let excesses = try measure(folders, parts, searches, in: place)
    if excesses.isEmpty { return }
    for excess in excesses { report("TOO MUCH", excess) }
    place.remove()
    ProcessEnvironment.exit(1)
  }

  private static func measure(
    _ folders: [FilePath], _ parts: Set<Part>, _ searches: Int, in place: Workplace
  ) throws -> [String] {
    let user = ProcessEnvironment.user
    report("user", "\(user)\(user == 0 ? ", which is root" : "")")
    let hosts = try MeasuredHosts(folders, in: place)
    defer { hosts.end() }
    var sample = try QuerySample(folders)
    let queries = sample.queries(300)
    return try Part.allCases.filter(parts.contains).flatMap { part in
      switch part {
      case .ranking: try hosts.compareRanking(Array(queries[..<200]))
      case .times: try hosts.measureTimes(Array(queries[200...]))
      case .stopped: try hosts.measureStoppedHost(Array(queries[200..<220]))
      case .remains: try hosts.countRemains(searches, Array(queries[..<200]))
      }
    }
  }
}
