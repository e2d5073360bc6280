import LinuxSystem
import SearchInterface

/// The new hits of a standing search that wait to be notified, and up to which clock nothing is missing.
struct StandingHits {
  /// The most documents that are notified together.
  static let limit = 1_000

  /// The documents, in the order in which they came.
  private(set) var documents: [DocumentMessage] = []
  /// How many more there were.
  private(set) var leftOut = 0
  /// The clock to keep once these documents are notified; nil if nothing is new.
  private(set) var clock: ClockMessage?
  private var known: Set<String> = []
  /// The documents that were added while nobody followed, and the clock of the index that had them.
  private var missed: (uris: Set<String>, clock: ClockMessage)?

  /// Whether there is nothing to notify and no clock to keep.
  var isEmpty: Bool { documents.isEmpty && clock == nil }

  /// Adds what was missed before the first reply.
  mutating func add(missed new: [DocumentMessage], leftOut: Int, _ clock: ClockMessage) {
    missed = (Set(new.map(\.uri)), clock)
    add(new)
    self.leftOut += leftOut
    self.clock = clock
  }

  /// Adds the hits of a reply.
  ///
  /// - Parameters:
  ///   - new: the hits that have appeared.
  ///   - clock: the clock of the reply.
  ///   - isWhole: whether the next reply does not continue this one.
  mutating func add(appeared new: [DocumentMessage], _ clock: ClockMessage, isWhole: Bool) {
    var new = new
    if let missed {
      // The search for what was missed may have been later than the first reply.
      if clock.index == missed.clock.index, clock.sequence <= missed.clock.sequence {
        new.removeAll { missed.uris.contains($0.uri) }
      } else {
        self.missed = nil
      }
    }
    add(new)
    if isWhole { self.clock = clock }
  }

  private mutating func add(_ new: [DocumentMessage]) {
    for document in new where known.insert(document.uri).inserted {
      if documents.count < Self.limit { documents.append(document) } else { leftOut += 1 }
    }
  }

  /// Takes everything out.
  mutating func take() -> StandingHits {
    let taken = self
    (documents, leftOut, clock, known) = ([], 0, nil, [])
    return taken
  }
}
