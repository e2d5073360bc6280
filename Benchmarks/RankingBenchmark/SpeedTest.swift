import DaemonMeasuring
import LinuxSystem
import SearchInterface

/// How long queries of each sort take in some daemons that have the same documents.
struct SpeedTest {
  private static let queries = [
    "the", "return", "file", "kernel", "memory barrier", "\"regular expression\"", "permiss*",
    "how do I change the owner of a file", "change owner group file directory", "zyxwvutsrq",
    "recieve mesage", "name:README", "the of and", "インストール", "kernel -module type:text",
  ]
  private static let rounds = 40

  /// A query's times in one daemon.
  private struct Figures {
    var times: [Duration] = []
    var cpuSeconds = 0.0
  }

  private let figures: [(query: String, daemons: [Figures])]

  /// Asks each query in turn of each daemon.
  init(_ daemons: [ServedDaemon]) throws {
    figures = try Self.queries.map { query in
      var figures = daemons.map { _ in Figures() }
      for (number, daemon) in daemons.enumerated() {
        for _ in 0..<3 { _ = try Self.ask(query, daemon) }
        figures[number].cpuSeconds = -(try daemon.cost.cpuSeconds)
      }
      for _ in 0..<Self.rounds {
        for (number, daemon) in daemons.enumerated() {
          figures[number].times.append(try Self.ask(query, daemon))
        }
      }
      for (number, daemon) in daemons.enumerated() {
        figures[number].cpuSeconds += try daemon.cost.cpuSeconds
      }
      return (query, figures)
    }
  }

  private static func ask(_ query: String, _ daemon: ServedDaemon) throws -> Duration {
    var parameters = SearchMethod.Parameters(query: query)
    parameters.limit = 10
    let start = ContinuousClock.now
    _ = try daemon.client.search(parameters)
    return start.duration(to: .now)
  }

  /// Prints the median and the CPU time of each query for each daemon, in milliseconds.
  func print() {
    for (query, daemons) in figures {
      let columns = daemons.map { figures in
        let median = figures.times.sorted()[figures.times.count / 2]
        let cpu = figures.cpuSeconds * 1_000 / Double(Self.rounds)
        return "\(milliseconds(median)) ms (CPU \(rounded(cpu)) ms)"
      }
      report(query, columns.joined(separator: "  beside  "))
    }
  }
}
