import DaemonMeasuring
import Glibc
import QueryLanguage
import SearchIndex

/// How long queries take inside a reader.
struct MeasuredQueries {
  private var wall: [QueryMix.Form: [Duration]] = [:]
  private var processor: [QueryMix.Form: [Duration]] = [:]
  private var slowest: (text: String, time: Duration) = ("", .zero)

  /// Asks each query once.
  init(_ mix: QueryMix, in reader: IndexReader, _ options: SearchOptions) throws {
    for (form, text) in mix.queries {
      let query = try Query(parsing: text)
      let (start, ticks) = (ContinuousClock.now, clock())
      _ = try reader.search(query, options)
      let time = ContinuousClock.now - start
      wall[form, default: []].append(time)
      processor[form, default: []].append(.microseconds(clock() - ticks))
      if time > slowest.time { slowest = (text, time) }
    }
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
    report("  the slowest", "\(slowest.text): \(milliseconds(slowest.time)) ms")
  }

  private static func drawn(_ times: [QueryMix.Form: [Duration]]) -> [Duration] {
    times.filter { $0.key != .given }.flatMap(\.value)
  }
}
