import LinuxSystem
import Watching

/// The items whose files a jailed program has to read, until a reader is free.
struct WaitingDocuments {
  /// The fresh documents; the one that came last is read first, so that none waits for many that were copied.
  private var fresh: [WorkQueue.Item] = []
  /// The documents of the bulk lane, in reverse order.
  private var bulk: [WorkQueue.Item] = []

  /// The most documents of the bulk lane; while there are so many, the lane waits.
  static let limit = 2_000

  /// How many documents wait.
  var count: Int { fresh.count + bulk.count }

  /// Whether documents of the fresh lane wait.
  var hasFresh: Bool { !fresh.isEmpty }

  /// Whether documents of the bulk lane wait.
  var hasBulk: Bool { !bulk.isEmpty }

  /// Whether the bulk lane has to wait.
  var isFull: Bool { bulk.count >= Self.limit }

  /// All items.
  var items: [WorkQueue.Item] { fresh + bulk }

  /// Adds a document, at the end of the bulk lane, or at the beginning of the fresh lane; O(n) in the bulk lane.
  mutating func append(_ item: WorkQueue.Item) {
    switch item.lane {
    case .fresh: fresh.append(item)
    case .bulk: bulk.insert(item, at: 0)
    }
  }

  /// Removes and returns the next document of a lane.
  mutating func popNext(of lane: WorkQueue.Lane) -> WorkQueue.Item? {
    switch lane {
    case .fresh: fresh.popLast()
    case .bulk: bulk.popLast()
    }
  }

  /// Replaces the paths of items after renames.
  mutating func rename(_ renames: PathRenames) {
    fresh.rename(renames)
    bulk.rename(renames)
  }
}
