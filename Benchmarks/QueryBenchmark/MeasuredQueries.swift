import DaemonMeasuring
import Glibc
import QueryLanguage
import SearchIndex

/// How long queries take inside a reader.
struct MeasuredQueries {
  private var wall: [QueryMix.Form: [Duration]] = [:]
  private var processor: [QueryMix.Form: [Duration]] = [:]
  private var slowest: [(text: String, time: Duration)] = []

  /// Asks all queries, `rounds` times one after the other; of each the quickest time counts.
  init(
    _ mix: QueryMix, in reader: IndexReader, _ options: SearchOptions, rounds: Int = 1
  ) throws {
    var times = mix.queries.map { _ in
      (wall: Duration.seconds(3_600), processor: Duration.seconds(3_600))
    }
    for _ in 0..<rounds {
      for (number, query) in mix.queries.enumerated() {
        let query = try Query(parsing: query.text)
        let (start, ticks) = (ContinuousClock.now, clock())
        _ = try reader.search(query, options)
        times[number].wall = min(times[number].wall, ContinuousClock.now - start)
        times[number].processor = min(
          times[number].processor, .microseconds(clock() - ticks))
      }
    }
    for (query, time) in zip(mix.queries, times) {
      wall[query.form, default: []].append(time.wall)
      processor[query.form, default: []].append(time.processor)
      slowest.append((query.text, time.processor))
    }
    slowest = Array(slowest.sorted { $0.time > $1.time }.prefix(5))
  }

  /// CPU time of the mix, without the queries that were given.
  var all: Quantiles? { Quantiles(Self.drawn(processor)) }

  /// The time that passed, of the same.
  var whole: Quantiles? { Quantiles(Self.drawn(wall)) }

  func print(_ name: String) {
    report("\(name), wall", Self.drawn(wall))
    report("\(name), CPU", Self.drawn(processor))
    for form in QueryMix.Form.allCases {
      report("  \(form.rawValue), CPU", processor[form] ?? [])
    }
    for (text, time) in slowest { report("  slow", "\(text): \(milliseconds(time)) ms") }
  }

  private static func drawn(_ times: [QueryMix.Form: [Duration]]) -> [Duration] {
    times.filter { $0.key != .given }.flatMap(\.value)
  }
}
