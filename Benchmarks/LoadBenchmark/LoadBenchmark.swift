import DaemonMeasuring
import LinuxSystem
import SearchInterface

/// Measures the effect of clients of every kind on good ones.
///
/// `LoadBenchmark [--queries NUMBER] [DIR]` indexes a folder, `/usr/share/doc` by default, and has
/// it searched. It is searched by one client alone, and by 16 at once. Then 16 search while as many
/// others read slowly, send half calls, calls without an end, or leave before their answer comes.
/// Then one searches beside 30 that ask for slow queries, and one beside 12 that send the longest
/// allowed texts. It ends with 1 where a good query was not answered, the 99th of 100 under load
/// took more than 5 times the median of the 16 by themselves, or the median beside the unknown
/// words is over 100 ms.
@main
struct LoadBenchmark {
  static func main() async throws {
    SignalDescriptor.ignoreBrokenPipes()
    var count = 50_000
    var root = FilePath.root.appending("usr").appending("share").appending("doc")
    var arguments = ProcessEnvironment.arguments[...]
    while let argument = arguments.popFirst() {
      let text = String(decoding: argument, as: UTF8.self)
      if text == "--queries" {
        count =
          arguments.popFirst().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? count
      } else {
        root = FilePath(argument, relativeTo: try .workingDirectory(), home: .root) ?? root
      }
    }
    let place = try Workplace()
    defer { place.remove() }
    let daemon = try ServedDaemon(in: place, roots: [root])
    try daemon.synchronize()
    report("documents", "\(try daemon.client.status().documents)")
    let isGood = try await LoadMeasurement(daemon, queries: count).run()
    try daemon.terminate()
    if !isGood { ProcessEnvironment.exit(1) }
  }
}

/// The rounds of the benchmark, on one daemon.
struct LoadMeasurement {
  private static let clients = 16
  private static let bound = 5.0
  private static let longTextsBound = Duration.milliseconds(100)

  private let daemon: ServedDaemon
  private let count: Int

  init(_ daemon: ServedDaemon, queries count: Int) {
    self.daemon = daemon
    self.count = count
  }

  /// - Returns: whether every good query was answered, and in time.
  func run() async throws -> Bool {
    let idle = try daemon.cost.residentKiB
    let alone = try await measure("one client alone", clients: 1, queries: 2_000)
    let quiet = try await measure(
      "\(Self.clients) good clients", clients: Self.clients, queries: min(count, 16_000))
    let before = try daemon.cost.residentKiB
    let nuisance = try Nuisance(daemon.socket, count: Self.clients)
    let loaded = try await measure(
      "\(Self.clients) good and \(Self.clients) bad clients", clients: Self.clients, queries: count)
    await nuisance.end()
    let after = try daemon.cost
    guard let alone = Quantiles(alone.times), let calm = Quantiles(quiet.times),
      let busy = Quantiles(loaded.times)
    else { return false }
    let ratio = busy.ninetyNinth / calm.median
    report(
      "99th under load",
      """
      \(rounded(ratio)) times the median of \(Self.clients) good clients, \
      \(rounded(busy.ninetyNinth / calm.ninetyNinth)) times their 99th, \
      \(rounded(busy.ninetyNinth / alone.median)) times the median of one alone
      """)
    report("bad clients", "\(nuisance.deeds)")
    report(
      "memory",
      """
      \(before >> 10) MiB before, \(after.residentKiB >> 10) MiB after, \
      \(after.peakKiB >> 10) MiB at most
      """)
    try await measureBesideSlowQueries()
    let isReadInTime = try await measure(beside: LongTexts.readAlone, "unknown long words")
    _ = try await measure(beside: LongTexts.all, "long texts of every kind")
    let end = try daemon.cost
    // Memory is given back some time after the last query.
    wait(.seconds(4))
    report(
      "memory of searches",
      """
      \(idle >> 10) MiB before all, \(end.peakKiB >> 10) MiB at most, \(end.residentKiB >> 10) MiB at \
      the end, \(try daemon.cost.residentKiB >> 10) MiB 4 s later
      """)
    return loaded.failures == 0 && ratio <= Self.bound && isReadInTime
  }

  /// One good client, beside 12 whose queries are as long as may be.
  ///
  /// - Returns: whether it was answered, and in time.
  private func measure(beside texts: [String], _ name: String) async throws -> Bool {
    let long = try (0..<12).map { _ in try BlockingClient(daemon.socket) }
    let flag = Flag()
    let work = long.enumerated().map { number, client in
      let first = number % texts.count
      let turned = Array(texts[first...] + texts[..<first])
      return Task { await client.searchUntil(flag, for: turned, within: nil) }
    }
    let good = try await measure("one client beside 12 with \(name)", clients: 1, queries: 300)
    flag.raise()
    var outcome = BlockingClient.Outcome()
    for task in work {
      let part = await task.value
      outcome.times += part.times
      outcome.failures += part.failures
      outcome.lastFailure = part.lastFailure ?? outcome.lastFailure
    }
    report("the \(name)", outcome.times)
    if let failure = outcome.lastFailure {
      report("the \(name)", "\(outcome.failures) not answered: \(failure)")
    }
    guard let times = Quantiles(good.times) else { return false }
    return good.failures == 0 && times.median <= Self.longTextsBound
  }

  /// One good client, beside 30 whose queries take long.
  private func measureBesideSlowQueries() async throws {
    let slow = try (0..<30).map { _ in try BlockingClient(daemon.socket) }
    let flag = Flag()
    let work = slow.map { client in
      Task { await client.searchUntil(flag, for: [LoadQueries.slow]) }
    }
    _ = try await measure("one client beside 30 with slow queries", clients: 1, queries: 300)
    flag.raise()
    var times: [Duration] = []
    for task in work { times += await task.value.times }
    report("the slow queries", times)
  }

  private func measure(
    _ name: String, clients: Int, queries: Int
  ) async throws -> BlockingClient.Outcome {
    let all = try (0..<clients).map { _ in try BlockingClient(daemon.socket) }
    let start = ContinuousClock.now
    let work = all.enumerated().map { number, client in
      Task {
        await client.search(LoadQueries.good, from: number * 7, count: queries / clients)
      }
    }
    var outcome = BlockingClient.Outcome()
    for task in work {
      let part = await task.value
      outcome.times += part.times
      outcome.failures += part.failures
      outcome.lastFailure = part.lastFailure ?? outcome.lastFailure
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    report(name, outcome.times)
    report(
      name,
      """
      \(rounded(Double(outcome.times.count) / seconds)) a second, \
      \(outcome.failures) not answered\(outcome.lastFailure.map { ": \($0)" } ?? "")
      """)
    return outcome
  }
}

/// The queries.
enum LoadQueries {
  /// Words of every frequency, phrases, beginnings of words and filters.
  static let good = [
    "license", "copyright", "the", "memory barrier", "\"public license\"", "configur*", "kernel",
    "file system", "debian", "upgrade -security", "author", "mail OR news", "version 2",
    "name:copyright", "type:text software", "warranty", "ext:gz", "zlib", "\"as is\"", "socket",
    "thread", "unicode", "in:/usr/share changes", "sort*", "xyzzy",
  ]
  /// Beginnings of many words, so it takes long.
  static let slow = "a* OR b* OR c* OR d* OR e* OR s* OR t*"
}
