/// The position at which a reader of the feed continues.
///
/// The rows of a commit are ordered by ``Stage``, and within a stage by their numbers.
public struct FeedPosition: Equatable, Sendable {
  /// The kind of a row of the feed.
  package enum Stage: Int64, Comparable {
    case removedDocuments
    case removedFolders
    case folders
    case documents

    package static func < (first: Stage, second: Stage) -> Bool { first.rawValue < second.rawValue }
  }

  /// A row of the feed.
  package struct Item: Comparable {
    package var commit: CommitNumber
    package var stage: Stage
    package var id: Int64

    package init(commit: CommitNumber, stage: Stage, id: Int64) {
      (self.commit, self.stage, self.id) = (commit, stage, id)
    }

    /// The position after all rows of a commit.
    package static func end(of commit: CommitNumber) -> Item {
      Item(commit: commit, stage: .documents, id: .max)
    }

    package static func < (first: Item, second: Item) -> Bool {
      (first.commit, first.stage, first.id) < (second.commit, second.stage, second.id)
    }
  }

  /// The name of the index.
  let index: String
  /// The last commit of which all rows were sent.
  package var commit: CommitNumber
  /// The last row that was sent completely.
  package var item: Item
  /// The row after ``item``, if some of its text was sent, and the number of bytes sent; nil if none was.
  package var partial: (item: Item, bytes: Int)?
  /// The state of the index from which the last page came; nil if the reader has all of that state.
  ///
  /// The reader may already have rows that are new in this state. Of a row that was written after ``commit``,
  /// it may never have got the former content.
  package var seen: CommitNumber?
  /// The commit at which the reader began with nothing; nil once the reader has all rows since then.
  package var loadingSince: CommitNumber?

  /// Makes the position after a clock that the reader received; see ``clock``.
  public init(after clock: IndexClock) {
    let parts = clock.index.split(separator: Self.separator, omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { Int64($0).map(CommitNumber.init(rawValue:)) }
    index = numbers.contains(nil) || numbers.count > 2 ? clock.index : String(parts[0])
    (commit, item) = (clock.sequence, .end(of: clock.sequence))
    (seen, loadingSince) = (numbers.first ?? nil, numbers.dropFirst().first ?? nil)
  }

  private static let separator: Character = "@"

  /// The clock that a reader stores, to continue from this position later.
  ///
  /// Until the reader has a complete state, ``seen`` and ``loadingSince`` are appended to the name of the
  /// index.
  public var clock: IndexClock {
    let numbers = [seen, loadingSince].prefix { $0 != nil }.compactMap(\.self)
    return IndexClock(
      index: ([index] + numbers.map(\.description)).joined(separator: "\(Self.separator)"),
      sequence: commit)
  }

  /// Whether the reader can continue from this position, or has to begin again.
  package func isKnown(to history: FeedHistory, at clock: IndexClock) -> Bool {
    index == clock.index
      && history.isKnown(commit, loadingSince: loadingSince, upTo: clock.sequence)
      && (seen.map { history.exists($0, upTo: clock.sequence) } ?? true)
  }

  /// Makes the position before the first row of an index.
  package init(beginningOf clock: IndexClock) {
    (index, commit, item) = (clock.index, -1, .end(of: -1))
    loadingSince = clock.sequence
  }

  /// Whether two positions are equal.
  public static func == (first: FeedPosition, second: FeedPosition) -> Bool {
    first.index == second.index && first.commit == second.commit && first.item == second.item
      && first.partial?.item == second.partial?.item
      && first.partial?.bytes == second.partial?.bytes
      && first.seen == second.seen && first.loadingSince == second.loadingSince
  }
}
