/// Where a reader of the feed continues.
///
/// The rows of a commit come in the order of ``Stage``, and of their numbers in each.
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

    /// After all rows of a commit.
    package static func end(of commit: CommitNumber) -> Item {
      Item(commit: commit, stage: .documents, id: .max)
    }

    package static func < (first: Item, second: Item) -> Bool {
      (first.commit, first.stage, first.id) < (second.commit, second.stage, second.id)
    }
  }

  /// The name of the index.
  let index: String
  /// The last commit that was sent as a whole.
  package var commit: CommitNumber
  /// The last row that was sent as a whole.
  package var item: Item
  /// The row after that, and how much of its text was sent; nil for nothing.
  package var partial: (item: Item, bytes: Int)?
  /// The state of the index that the reader was shown last; nil if it has seen all of it.
  ///
  /// It may already have rows that are new in this state. It has not seen the former content of a
  /// row that a later commit than ``commit`` wrote.
  package var seen: CommitNumber?
  /// The commit at which the reader began with nothing; nil once it has seen all rows since.
  package var loadingSince: CommitNumber?

  /// After a clock that was received before; see ``clock``.
  public init(after clock: IndexClock) {
    let parts = clock.index.split(separator: Self.separator, omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { Int64($0).map(CommitNumber.init(rawValue:)) }
    index = numbers.contains(nil) || numbers.count > 2 ? clock.index : String(parts[0])
    (commit, item) = (clock.sequence, .end(of: clock.sequence))
    (seen, loadingSince) = (numbers.first ?? nil, numbers.dropFirst().first ?? nil)
  }

  private static let separator: Character = "@"

  /// The clock that a reader stores to continue from here.
  ///
  /// The name of the index has ``seen`` and ``loadingSince`` after it, until the reader has seen a state as a
  /// whole.
  public var clock: IndexClock {
    let numbers = [seen, loadingSince].prefix { $0 != nil }.compactMap(\.self)
    return IndexClock(
      index: ([index] + numbers.map(\.description)).joined(separator: "\(Self.separator)"),
      sequence: commit)
  }

  /// Whether the reader can continue.
  ///
  /// - Parameters:
  ///   - history: the history of the index.
  ///   - clock: the state of the index.
  /// - Returns: false if it has to begin again.
  package func isKnown(to history: FeedHistory, at clock: IndexClock) -> Bool {
    index == clock.index
      && history.isKnown(commit, loadingSince: loadingSince, upTo: clock.sequence)
      && (seen.map { history.exists($0, upTo: clock.sequence) } ?? true)
  }

  /// Before everything in an index.
  package init(beginningOf clock: IndexClock) {
    (index, commit, item) = (clock.index, -1, .end(of: -1))
    loadingSince = clock.sequence
  }

  /// Whether both are the same place.
  public static func == (first: FeedPosition, second: FeedPosition) -> Bool {
    first.index == second.index && first.commit == second.commit && first.item == second.item
      && first.partial?.item == second.partial?.item
      && first.partial?.bytes == second.partial?.bytes
      && first.seen == second.seen && first.loadingSince == second.loadingSince
  }
}
