import DaemonMeasuring
import LinuxSystem

/// Measures a real `sittad` on files it is given.
///
/// `DaemonBenchmark --queries FILE DIR…` prints: documents and MB a second of the first index, the
/// time from a closed file to a hit and to the reply of a subscription, the time of queries and of
/// suggestions over the socket, of searches through `sitta mcp`, and of whole `sitta` processes,
/// with a search and without, and memory and wake-ups when idle. The daemon's CPU time is measured.
/// A line of the query file is `name|kind|text`, kind one of word, and, phrase, prefix. It ends
/// with 1 if a bound is exceeded that README promises; see ``Bounds``.
///
/// `DaemonBenchmark --baseline FILE.c DIR` prints instead what the first index costs beside a C
/// program that only fills FTS5, three times in turn; see ``Baseline``.
///
/// `DaemonBenchmark --mailbox COUNT` prints instead how soon a message is found that is appended to a mailbox with this
/// number of messages; see ``MeasuredMailbox``.
@main
struct DaemonBenchmark {
  static func main() throws {
    var arguments = ProcessEnvironment.arguments[...]
    var queries = [Query(name: "word", text: "license")]
    var rounds = 200
    var roots: [FilePath] = []
    var baseline: FilePath?
    var messages: Int?
    while let argument = arguments.popFirst() {
      let text = String(decoding: argument, as: UTF8.self)
      switch text {
      case "--queries": queries = try Query.read(path(arguments.popFirst() ?? []))
      case "--baseline": baseline = try path(arguments.popFirst() ?? [])
      case "--mailbox":
        messages = arguments.popFirst().flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      case "--rounds":
        rounds = arguments.popFirst().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? rounds
      default: roots.append(try path(argument))
      }
    }
    let place = try Workplace()
    defer { place.remove() }
    if let baseline, let folder = roots.first {
      return try Baseline(source: baseline, in: place).compare(on: folder, in: place, rounds: 3)
    }
    if let messages {
      return try MeasuredMailbox(in: place).measure(messages: messages, rounds: rounds)
    }
    let excesses = try measure(in: place, roots, queries, rounds: rounds)
    if excesses.isEmpty { return }
    for excess in excesses { report("TOO MUCH", excess) }
    place.remove()
    ProcessEnvironment.exit(1)
  }

  /// - Returns: the bounds that were exceeded.
  private static func measure(
    in place: Workplace, _ roots: [FilePath], _ queries: [Query], rounds: Int
  ) throws -> [String] {
    let daemon = try MeasuredDaemon(in: place, roots: roots)
    try daemon.measureFirstIndex()
    try daemon.measureIdle()
    try daemon.measureFreshFiles(rounds: rounds)
    try daemon.measureChanges(rounds: rounds)
    try daemon.measureSubscription(rounds: rounds)
    try daemon.measureQueries(queries, rounds: rounds)
    try daemon.measureAssistant(queries, rounds: rounds)
    try daemon.measureSuggestions(rounds: rounds)
    try daemon.measureProcess(queries, rounds: min(rounds, 100))
    try daemon.measureIdle()
    return daemon.bounds.excesses
  }

  private static func path(_ bytes: [UInt8]) throws -> FilePath {
    guard
      let path = FilePath(bytes, relativeTo: try .workingDirectory(), home: .root)
    else { throw SystemError(code: 2, attempt: "An empty path was given") }
    return path
  }
}

/// A query of the query file.
struct Query {
  let name: String
  let text: String

  static func read(_ file: FilePath) throws -> [Query] {
    let text = try FileDescriptor(openingOwn: file).read(upTo: 1 << 20, expecting: 4_096)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "|")
      guard parts.count == 3 else { return nil }
      let text = String(parts[2])
      switch parts[1] {
      case "phrase": return Query(name: String(parts[0]), text: "\"\(text)\"")
      case "prefix": return Query(name: String(parts[0]), text: "\(text)*")
      default: return Query(name: String(parts[0]), text: text)
      }
    }
  }
}
