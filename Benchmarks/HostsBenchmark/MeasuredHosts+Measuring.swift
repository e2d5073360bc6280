import DaemonMeasuring
import LinuxSystem

/// The measurements, with the bounds that must hold.
extension MeasuredHosts {
  /// How much slower all hosts may be than the slowest of them.
  private static let slower = Duration.milliseconds(30)
  /// The longest time to an answer without a host that is silent.
  private static let patience = Duration.milliseconds(650)

  /// Compares the ten best hits and their scores with one index.
  ///
  /// - Returns: the bounds that are missed, here and below.
  func compareRanking(_ queries: [String]) throws -> [String] {
    var different = (asTyped: 0, corrected: 0)
    var (hits, corrections) = (0, 0)
    for query in queries {
      let arguments = ["search", "--relaxed", "-n", "11", "--json", "--", query]
      let several = try run(.patient, arguments).report
      let single = try run(.whole, arguments).report
      let (found, expected) = (try JSONHit.all(several), try JSONHit.all(single))
      hits += min(10, expected.count)
      // The probable correction depends on words that the query does not have.
      let isCorrected = [several, single].contains {
        $0.errors.contains(Array("Showing results for".utf8))
      }
      if isCorrected { corrections += 1 }
      let isSame =
        several.ending == single.ending && several.errors == single.errors
        && found.prefix(10).map(\.rounded) == expected.prefix(10).map(\.rounded)
        && Self.haveSameOrder(found, expected)
      if isSame { continue }
      if isCorrected { different.corrected += 1 } else { different.asTyped += 1 }
      report("differs", query)
      for (name, answer) in [("hosts", several), ("one index", single)] {
        report("  \(name)", "\(answer.ending) \(String(decoding: answer.errors, as: UTF8.self))")
        for hit in try JSONHit.all(answer) { print("    \(hit.rounded) \(hit.path)") }
      }
    }
    let count = queries.count - corrections
    report(
      "ranking",
      """
      \(count - different.asTyped) of \(count) queries as in one index (\(hits) hits), and \
      \(corrections - different.corrected) of \(corrections) that were corrected
      """)
    return different == (0, 0) ? [] : ["\(different) queries have another ranking"]
  }

  /// Whether both have the same documents; documents with the last score may be others with the
  /// same score.
  private static func haveSameOrder(_ several: [JSONHit], _ one: [JSONHit]) -> Bool {
    func groups(_ hits: [JSONHit]) -> [Double: Set<String>] {
      Dictionary(grouping: hits, by: \.rounded).mapValues { Set($0.map(\.path)) }
    }
    guard let last = one.last?.rounded else { return several.isEmpty }
    var (first, second) = (groups(several), groups(one))
    if one.count > 10 { (first[last], second[last]) = (nil, nil) }
    return first == second
  }

  /// Compares the times of all hosts with the times of each, in turn.
  func measureTimes(_ queries: [String]) throws -> [String] {
    let several: [(String, Way)] = [
      ("all, this machine and \(names.count - 1) by ssh", .all),
      ("all \(names.count) by ssh", .ssh(names)),
    ]
    let ways = several + names.map { ($0, .ssh([$0])) }
    var excesses: [String] = []
    for (_, way) in ways { _ = try run(way, ["count", "connection"]) }
    var times = ways.map { _ in [Duration]() }
    for query in queries {
      for (index, (_, way)) in ways.enumerated() {
        let (report, time) = try run(way, ["search", "-n", "10", "--", query])
        times[index].append(time)
        if report.ending != .exited(0), report.ending != .exited(1) {
          excesses.append("'\(query)' ended with \(report.ending)")
        }
        if report.errors.contains(Array("lacks its files".utf8)) {
          excesses.append("'\(query)' lacks a host")
        }
      }
    }
    for (way, times) in zip(ways, times) { report(way.0, Tail(times).text) }
    reportLargest(queries, all: times[1], each: Array(times.dropFirst(2)))
    let tails = times.map { Tail($0).ninetyFifth }
    let slowest = tails.dropFirst(2).max() ?? .zero
    for (way, tail) in zip(ways, tails).prefix(2) {
      let more = tail - slowest
      let text = "95th is \(milliseconds(more)) ms more than that of the slowest host"
      report(way.0, text)
      if more > Self.slower { excesses.append("\(way.0): \(text)") }
    }
    return excesses
  }

  /// Names the queries for which all hosts by ssh exceed the slowest of them by most.
  private func reportLargest(
    _ queries: [String], all: [Duration], each: [[Duration]]
  ) {
    let differences = queries.indices.map { index in
      (query: queries[index], time: all[index], slowest: each.map { $0[index] }.max() ?? .zero)
    }
    for one in differences.sorted(by: { $0.time - $0.slowest > $1.time - $1.slowest }).prefix(5) {
      report(
        "'\(one.query)'",
        "\(milliseconds(one.time)) ms, slowest host \(milliseconds(one.slowest)) ms")
    }
  }

  /// Measures searches while the last host is stopped.
  func measureStoppedHost(_ queries: [String]) throws -> [String] {
    let stopped = names[names.count - 1]
    var excesses: [String] = []
    for (name, way) in [("this machine", Way.all), ("others by ssh", .ssh(names))] {
      var times: [Duration] = []
      for query in queries {
        forget()
        try daemons[daemons.count - 1].process.send(signal: 19)
        let (report, time) = try run(way, ["search", "--", query])
        try daemons[daemons.count - 1].process.send(signal: 18)
        times.append(time)
        let errors = String(decoding: report.errors, as: UTF8.self)
        if !errors.contains("\(stopped): did not answer") {
          excesses.append("No warning for '\(query)': \(errors)")
        }
      }
      report("a host is stopped, \(name)", Tail(times).text)
      if let longest = times.max(), longest > Self.patience {
        excesses.append("a host is stopped, \(name): \(milliseconds(longest)) ms")
      }
    }
    return excesses
  }

  /// Searches often, and counts the remains.
  func countRemains(_ searches: Int, _ queries: [String]) throws -> [String] {
    _ = try run(.all, ["count", "connection"])
    _ = try run(.ssh(names), ["count", "connection"])
    forget()
    let before = try Remains.settled(of: self)
    var failed = 0
    let begin = ContinuousClock.now
    for number in 0..<searches {
      let query = queries[number % queries.count]
      let way = number % 2 == 0 ? Way.all : .ssh(names)
      let code = try run(way, ["search", "--", query]).report
      if code.ending != .exited(0), code.ending != .exited(1) { failed += 1 }
    }
    let seconds = begin.duration(to: .now) / .seconds(1)
    let after = try Remains.settled(of: self)
    report("before \(searches) searches", "\(before)")
    report("after them", "\(after) (\(rounded(seconds)) s, \(failed) failed)")
    // Some searches with a host that is stopped, and stays so while they are counted.
    try daemons[daemons.count - 1].process.send(signal: 19)
    for query in queries.prefix(20) {
      forget()
      _ = try run(.ssh(names), ["search", "--", query])
    }
    let beside = try Remains.settled(of: self)
    try daemons[daemons.count - 1].process.send(signal: 18)
    report("after 20 searches beside a stopped host", "\(beside)")
    wait(.seconds(70))
    let end = try Remains(of: self)
    report("70 s after that", "\(end)")
    var excesses: [String] = []
    if !after.isWithin(before) { excesses.append("\(searches) searches leave something") }
    if !beside.isWithin(before) {
      excesses.append("searches beside a stopped host leave something")
    }
    if end.processes["ssh"] != nil || end.sockets.count > 0 || failed > 0 {
      excesses.append("connections stay, or searches fail")
    }
    return excesses
  }
}

/// Median, 95th of 100, and the largest of some times.
private struct Tail {
  let ninetyFifth: Duration
  let text: String

  init(_ times: [Duration]) {
    let sorted = times.sorted()
    ninetyFifth = sorted.isEmpty ? .zero : sorted[(sorted.count * 95 + 99) / 100 - 1]
    let (median, last) = (sorted.isEmpty ? .zero : sorted[sorted.count / 2], sorted.last ?? .zero)
    text = """
      median \(milliseconds(median)) ms, 95th \(milliseconds(ninetyFifth)) ms, \
      largest \(milliseconds(last)) ms (\(times.count))
      """
  }
}
