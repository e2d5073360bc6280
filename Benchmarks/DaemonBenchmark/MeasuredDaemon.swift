import DaemonMeasuring
import LinuxSystem
import SearchInterface

/// A running `sittad` and its cost.
final class MeasuredDaemon {
  private let fresh: FilePath
  private let daemon: ServedDaemon
  private var client: SearchClient { daemon.client }
  private(set) var bounds = Bounds()

  init(in place: Workplace, roots: [FilePath]) throws {
    fresh = try place.folder("fresh")
    daemon = try ServedDaemon(in: place, roots: roots + [fresh])
  }

  func measureFirstIndex() throws {
    try daemon.synchronize()
    let seconds = daemon.start.duration(to: .now) / .seconds(1)
    let status = try client.status()
    let text = try textBytes()
    let cost = try daemon.cost
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
      let file = fresh.appending("\(round).txt")
      try write(Array("A note with the word \(word) in it.\n".utf8), to: file)
      let closed = ContinuousClock.now
      while try client.search(SearchMethod.Parameters(query: word, strict: true)).hits.isEmpty {
        if closed.duration(to: .now) > .seconds(30) { break }
      }
      times.append(closed.duration(to: .now))
    }
    report("closed file to hit", times)
  }

  /// The daemon's cost to put one document in again, with the `Sync` that waits for it.
  func measureChanges(rounds: Int) throws {
    let text = String(repeating: "A few words of an ordinary note, which has changed. ", count: 140)
    for round in 0..<rounds { try write(Array(text.utf8), to: fresh.appending("note\(round)")) }
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    let before = try daemon.cost.cpuSeconds
    for round in 0..<rounds {
      try write(Array("\(text)\(round)".utf8), to: fresh.appending("note\(round)"))
      try daemon.synchronize()
    }
    let each = (try daemon.cost.cpuSeconds - before) / Double(rounds)
    report("one changed document of 7 KB", "CPU \(rounded(each * 1_000)) ms (\(rounds))")
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

  /// The same queries over the socket and through `sitta mcp`, in turn.
  func measureAssistant(_ queries: [Query], rounds: Int) throws {
    var assistant = try AssistantClient(daemon.socket)
    var direct: [Duration] = []
    var piped: [Duration] = []
    for round in 0..<max(100, rounds) {
      let query = queries[round % queries.count].text
      var parameters = SearchMethod.Parameters(query: query)
      (parameters.limit, parameters.deadline) = (10, 2_000)
      var begin = ContinuousClock.now
      _ = try client.search(parameters)
      direct.append(begin.duration(to: .now))
      begin = .now
      try assistant.search(query)
      piped.append(begin.duration(to: .now))
    }
    report("ten hits over the socket", direct)
    report("ten hits through sitta mcp", piped)
    bounds.checkAssistant(piped, beside: direct)
  }

  /// From the return of close(2) to the reply of a subscription that reports the file.
  func measureSubscription(rounds: Int) throws {
    var times: [Duration] = []
    var closed = ContinuousClock.now
    let watching = try SearchClient(connectingTo: daemon.socket, timeout: .seconds(60))
    do {
      try watching.subscribe(SubscribeMethod.Parameters(query: "watched*")) { reply in
        if !reply.appeared.isEmpty { times.append(closed.duration(to: .now)) }
        guard times.count < rounds else { throw Enough() }
        // A person who saves one file after another; files saved in a row would be reported
        // together.
        wait(.milliseconds(100))
        let round = times.count
        let file = fresh.appending("watched\(round).txt")
        try write(Array("A note with the word watched\(round) in it.\n".utf8), to: file)
        closed = .now
      }
    } catch is Enough {}
    report("closed file to the reply of a subscription", times)
    bounds.checkSubscription(times)
  }

  private struct Enough: Error {}

  /// Suggestions while words are typed, letter by letter, and for words with a slip.
  func measureSuggestions(rounds: Int) throws {
    let begin = ContinuousClock.now
    _ = try client.suggest(SuggestMethod.Parameters(text: "a"))
    report("first suggestion", [begin.duration(to: .now)])
    let typed = ["memory barrier", "kernel module", "configuration", "interface", "the library"]
    let beginnings = typed.flatMap { text in (1...text.count).map { String(text.prefix($0)) } }
    let slips = ["memroy", "kernle", "libary", "configuartion", "recieve mesage", "interfase"]
    for (name, texts) in [("completions", beginnings), ("corrections", slips)] {
      var times: [Duration] = []
      for round in 0..<max(rounds, texts.count) {
        let begin = ContinuousClock.now
        _ = try client.suggest(SuggestMethod.Parameters(text: texts[round % texts.count]))
        times.append(begin.duration(to: .now))
      }
      report("suggestions, \(name)", times)
    }
  }

  /// `sitta search`, and `sitta` without a question, from fork to exit.
  func measureProcess(_ queries: [Query], rounds: Int) throws {
    let searches = (0..<rounds).map { round in
      ["--socket", "\(daemon.socket)", "search", "-n", "10", queries[round % queries.count].text]
    }
    report("sitta search, whole process", try searches.map(Self.timeOfClient))
    let starts = Array(repeating: ["--version"], count: rounds)
    report("sitta --version, whole process", try starts.map(Self.timeOfClient))
  }

  private static func timeOfClient(_ words: [String]) throws -> Duration {
    let command = ChildProcess.Command(try Program.sibling("sitta"), words.map { Array($0.utf8) })
    let begin = ContinuousClock.now
    _ = try ChildProcess.run(command, until: .now + .seconds(30))
    return begin.duration(to: .now)
  }

  /// Watches the daemon for ten seconds without a request.
  func measureIdle() throws {
    _ = try client.sync(SyncMethod.Parameters())
    // The programs that read documents end after 30 s without one, which the daemon has to notice.
    wait(.seconds(32))
    let before = try daemon.cost
    wait(.seconds(10))
    let after = try daemon.cost
    bounds.checkIdle(wakeUps: after.switches - before.switches)
    report(
      "idle for 10 s",
      """
      \(after.residentKiB / 1_024) MiB resident, \
      \(after.switches - before.switches) wake-ups, \
      CPU \(rounded(after.cpuSeconds - before.cpuSeconds)) s, \(after.threads) threads
      """)
  }

  private func textBytes() throws -> Int {
    var bytes: Int = 0
    try client.list(ListMethod.Parameters()) { page in
      bytes += page.documents.filter { $0.state == .complete }.reduce(0) { $0 + $1.size }
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], to file: FilePath) throws {
    try FileDescriptor.makeFile(at: file)
    try FileDescriptor(opening: file, flags: 1 | 0o1000).write(bytes)
  }
}
