import LinuxSystem
import SearchInterface

/// A temporary folder with room for a daemon's state, its socket and fresh files.
final class Workplace {
  let path: FilePath
  let fresh: FilePath

  init() throws {
    let name = "sitta-benchmark-\(ProcessEnvironment.processNumber)"
    path = FilePath.root.appending("tmp").appending(name)
    fresh = path.appending("fresh")
    try fresh.makeDirectory()
  }

  func write(_ bytes: [UInt8], to file: FilePath) throws {
    try FileDescriptor.makeFile(at: file)
    try FileDescriptor(opening: file, flags: 1 | 0o1000).write(bytes)
  }

  func remove() {
    let command = ChildProcess.Command(
      FilePath.root.appending("bin").appending("rm"), [Array("-rf".utf8), path.bytes])
    _ = try? ChildProcess.run(command, until: .now + .seconds(60))
  }
}

/// A running `sittad` and what it costs.
final class MeasuredDaemon {
  private let place: Workplace
  private let socket: FilePath
  private let process: ChildProcess
  private let start = ContinuousClock.now
  private var client: SearchClient

  init(in place: Workplace, roots: [FilePath]) throws {
    self.place = place
    socket = place.path.appending("socket")
    // What is measured is work, not rests; this machine may be busy or on battery.
    let configuration = place.path.appending("sittad.conf")
    try place.write(
      Array("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n".utf8), to: configuration)
    var words = ["--config", "\(configuration)"]
    words += ["--state", "\(place.path.appending("state"))", "--socket", "\(socket)"]
    for root in roots { words += ["--root", "\(root)"] }
    process = try ChildProcess(
      ChildProcess.Command(try Self.binary("sittad"), words.map { Array($0.utf8) }),
      errors: .pipe)
    try Self.waitForWords(of: process)
    client = try SearchClient(connectingTo: socket, timeout: .seconds(3_600))
  }

  func measureFirstIndex() throws {
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 3_600_000
    _ = try client.sync(parameters)
    let seconds = start.duration(to: .now) / .seconds(1)
    let status = try client.status()
    let text = try textBytes()
    let cost = try Cost(of: process.number)
    report(
      "first index",
      """
      \(status.documents) documents (\(status.withoutText) without text), \
      \(text / 1_000_000) MB of text in \(rounded(seconds)) s: \
      \(Int(Double(status.documents) / seconds)) documents/s, \
      \(rounded(Double(text) / 1e6 / seconds)) MB/s; CPU \(rounded(cost.cpuSeconds)) s, \
      index \(status.indexBytes / 1_000_000) MB, peak \(cost.peakKiB / 1_024) MiB
      """)
  }

  /// From the return of close(2) to the first answer with the new word in it.
  func measureFreshFiles(rounds: Int) throws {
    var times: [Duration] = []
    for round in 0..<rounds {
      let word = "fresh\(String(UInt64.random(in: .min ... .max), radix: 36))x\(round)"
      let file = place.fresh.appending("\(round).txt")
      try place.write(Array("A note with the word \(word) in it.\n".utf8), to: file)
      let closed = ContinuousClock.now
      while try client.search(SearchMethod.Parameters(query: word)).hits.isEmpty {
        if closed.duration(to: .now) > .seconds(30) { break }
      }
      times.append(closed.duration(to: .now))
    }
    report("closed file to hit", times)
  }

  func measureQueries(_ queries: [Query], rounds: Int) throws {
    var all: [Duration] = []
    for query in queries {
      var times: [Duration] = []
      for _ in 0..<max(5, rounds / queries.count) {
        let begin = ContinuousClock.now
        _ = try client.search(SearchMethod.Parameters(query: query.text))
        times.append(begin.duration(to: .now))
      }
      report("query \(query.name)", times)
      all += times
    }
    report("all queries", all)
  }

  /// `sitta search`, and `sitta` without a question, from fork to exit.
  func measureProcess(_ queries: [Query], rounds: Int) throws {
    let searches = (0..<rounds).map { round in
      ["--socket", "\(socket)", "search", "-n", "10", queries[round % queries.count].text]
    }
    report("sitta search, whole process", try searches.map(Self.timeOfClient))
    let starts = Array(repeating: ["--version"], count: rounds)
    report("sitta --version, whole process", try starts.map(Self.timeOfClient))
  }

  private static func timeOfClient(_ words: [String]) throws -> Duration {
    let command = ChildProcess.Command(try binary("sitta"), words.map { Array($0.utf8) })
    let begin = ContinuousClock.now
    _ = try ChildProcess.run(command, until: .now + .seconds(30))
    return begin.duration(to: .now)
  }

  /// Watches the daemon for ten seconds in which nobody asks it anything.
  func measureIdle() throws {
    _ = try client.sync(SyncMethod.Parameters())
    wait(.seconds(12))
    let before = try Cost(of: process.number)
    wait(.seconds(10))
    let after = try Cost(of: process.number)
    report(
      "idle for 10 s",
      """
      \(after.residentKiB / 1_024) MiB resident, \
      \(after.switches - before.switches) wake-ups, \
      CPU \(rounded(after.cpuSeconds - before.cpuSeconds)) s, \(after.threads) threads
      """)
  }

  private func textBytes() throws -> Int64 {
    var bytes: Int64 = 0
    try client.list(ListMethod.Parameters()) { page in
      bytes += page.documents.filter { $0.state == .complete }.reduce(0) { $0 + $1.size }
    }
    return bytes
  }

  private func wait(_ time: Duration) {
    // Nobody writes into this pipe: it only measures time.
    if let pipe = try? Pipe() { _ = try? pipe.reading.waitUntilReadable(timeout: time) }
  }

  private static func binary(_ name: String) throws -> FilePath {
    let own = FilePath.root.appending("proc").appending("self").appending("exe")
    return try own.resolvingSymbolicLinks().parent.appending(name)
  }

  private static func waitForWords(of process: borrowing ChildProcess) throws {
    switch process.errors {
    case .some(let errors): _ = try errors.waitUntilReadable(timeout: .seconds(60))
    case .none: break
    }
  }
}
