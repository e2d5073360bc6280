import Testing

@testable import SharedSearch

/// How long a replica lacks what its primary has.
struct ReplicaLagTests {
  private var lag = ReplicaLag()
  private let start = ContinuousClock.now

  /// Notes states of one source at a second.
  private mutating func note(_ primary: Int64, _ replica: Int64, at second: Int) -> Duration {
    lag.note(
      primary: [1: .init(generation: 1, commit: primary)],
      replica: [1: .init(generation: 1, commit: replica)], at: start + .seconds(second))
  }

  @Test mutating func `The time counts from the first state that is missing`() {
    #expect(note(5, 5, at: 0) == .zero)
    #expect(note(6, 5, at: 10) == .zero)
    #expect(note(7, 5, at: 11) == .seconds(1))
    #expect(note(7, 6, at: 12) == .seconds(1))
    #expect(note(8, 7, at: 13) == .zero)
    #expect(note(8, 8, at: 14) == .zero)
    #expect(note(8, 8, at: 1_000) == .zero)
  }

  @Test mutating func `A replica that follows at some distance is never far behind`() {
    for second in 0..<5_000 {
      let found = note(Int64(second), Int64(second - 3), at: second)
      #expect(found <= .seconds(3))
    }
  }

  @Test mutating func `A primary that was restored is not ahead of its replica`() {
    #expect(note(90, 80, at: 0) == .zero)
    #expect(note(20, 80, at: 5) == .zero)
    #expect(note(20, 80, at: 6) == .zero)
  }

  @Test func `A new generation and a new source are ahead`() {
    var lag = ReplicaLag()
    let old: ReplicaLag.State = [1: .init(generation: 1, commit: 99)]
    #expect(lag.note(primary: old, replica: old, at: start) == .zero)
    let reset: ReplicaLag.State = [1: .init(generation: 2, commit: 1)]
    #expect(lag.note(primary: reset, replica: old, at: start + .seconds(1)) == .zero)
    #expect(lag.note(primary: reset, replica: old, at: start + .seconds(4)) == .seconds(3))
    #expect(lag.note(primary: reset, replica: reset, at: start + .seconds(5)) == .zero)
    let more = reset.merging([2: .init(generation: 1, commit: 1)]) { $1 }
    #expect(lag.note(primary: more, replica: reset, at: start + .seconds(6)) == .zero)
    #expect(lag.note(primary: more, replica: reset, at: start + .seconds(8)) == .seconds(2))
  }

  @Test
  mutating func `What is remembered is bounded, and a late replica is noticed when it is there`() {
    for second in 0..<3_000 { _ = note(Int64(second), -1, at: second) }
    #expect(note(3_000, -1, at: 3_000) == .seconds(3_000))
    #expect(note(3_000, 3_000, at: 3_001) == .zero)
  }

  @Test func `The number of a document has those of its database and source`() {
    let all: [(Int64, Int64, Int64)] = [
      (0, 1, 1), (15, 16_383, 1 << 44 - 1), (3, 2, 77), (0, 0, 0),
    ]
    for (database, source, id) in all {
      let number = Candidate.Number(database: database, source: source, id: id)
      #expect(number.joined.map(Candidate.Number.init) == number)
    }
    #expect(Candidate.Number(database: 0, source: 16_384, id: 1).joined == nil)
    #expect(Candidate.Number(database: 0, source: 1, id: 1 << 44).joined == nil)
    #expect(Candidate.Number(joined: .max).database == 31)
  }
}
