/// How long a replica lacks what its primary has.
///
/// Both say how far each source is, in generations and commits. The time of a server is not used: one that has lost its
/// primary does not know how old it is.
struct ReplicaLag {
  /// How far a source is.
  struct Position: Equatable {
    let generation: Int64
    let commit: Int64
  }

  /// How far all sources are, by their numbers.
  typealias State = [Int64: Position]

  /// What the primary had that the replica did not have yet, and when it was first seen; the oldest first.
  private var lacking: [(state: State, time: ContinuousClock.Instant)] = []
  /// The most states that are remembered: a replica that is further behind is not used anyway.
  private static let most = 1_000

  /// Compares the states of both at a moment.
  ///
  /// - Parameters:
  ///   - primary: the state of the primary.
  ///   - replica: the state of the replica.
  ///   - now: the moment.
  /// - Returns: how long the replica has been lacking something.
  mutating func note(
    primary: State, replica: State, at now: ContinuousClock.Instant
  ) -> Duration {
    if lacking.last?.state != primary, lacking.count < Self.most { lacking.append((primary, now)) }
    if let reached = lacking.lastIndex(where: { Self.has(replica, $0.state) }) {
      lacking.removeFirst(reached + 1)
    }
    return lacking.first.map { $0.time.duration(to: now) } ?? .zero
  }

  private static func has(_ replica: State, _ state: State) -> Bool {
    state.allSatisfy { source, wanted in
      guard let here = replica[source] else { return false }
      return (wanted.generation, wanted.commit) <= (here.generation, here.commit)
    }
  }
}
