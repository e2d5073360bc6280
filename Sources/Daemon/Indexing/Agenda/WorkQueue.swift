import LinuxSystem
import Watching

/// The waiting work of the indexer, in the order in which it is done.
///
/// The fresh lane has the latest changes, and always comes before the bulk lane, which has the
/// first crawl and rescans. Large work waits until its lane has nothing else. A barrier is reached
/// when all work added before it is done, and all work that this caused.
package struct WorkQueue {
  /// One thing to compare with the disk.
  enum Work: Equatable, Sendable {
    /// Compare a path with the disk.
    ///
    /// `isReported`: whether an event named the path, and not only a listing or a query. `isRead`:
    /// whether the file is read even if its times and size are those in the index.
    case path(FilePath, isReported: Bool = false, isRead: Bool = false)
    /// Compare the entries of a folder.
    case scan(ChangeBatch.Scan)
    /// Find excluded paths in the folders of the index whose numbers are greater than this.
    case exclusions(after: Int64)
  }

  package enum Lane: CaseIterable, Sendable {
    case fresh
    case bulk
  }

  /// Work that was taken from the queue and must be returned with ``finish(_:turningUp:)``.
  struct Item: Equatable, Sendable {
    var work: Work
    fileprivate(set) var lane: Lane
    fileprivate let generation: Int
    /// Conflicts that still existed once all earlier events had been seen; the disk is right about them.
    fileprivate(set) var confirmed: Set<Conflict> = []
    /// Whether the item has waited as large work until its lane had nothing else.
    fileprivate(set) var hasWaited = false
  }

  /// A state of the disk that contradicts the index.
  ///
  /// The disk is ahead of the events, so the event of a rename that resolves it may be under way.
  enum Conflict: Hashable, Sendable {
    /// The path does not exist.
    case missing
    /// The path leads to another folder than before; the new folder has this inode number.
    case replaced(by: UInt64)
    /// The parent folder does not exist.
    case parentMissing
    /// The parent folder is another one than before; it has this inode number.
    case parentReplaced(by: UInt64)
    /// The watcher knows this folder by another path, or another folder by this path.
    case watchedOtherwise
  }

  /// An item that waits for the events that may resolve its conflict.
  private struct Postponed {
    var item: Item
    let conflict: Conflict
    /// The marker that arrives after all events up to the comparison; nil if none was created yet.
    var marker: UInt64?
    var wasRenamed = false
  }

  /// The generation and lane by which unfinished items are counted, for barriers.
  private struct Stage: Hashable {
    let generation: Int
    let lane: Lane
  }

  /// Both lanes are stacks: the next item is the last element.
  private var fresh: [Item] = []
  private var bulk: [Item] = []
  private var large = LargeWorkQueue()
  /// The number of barrier groups added so far; items added later have a higher generation.
  private var generation = 0
  private var outstanding: [Stage: Int] = [:]
  private var barriers: [(generation: Int, numbers: [UInt64])] = []
  private var postponed: [Postponed] = []

  /// How many items wait.
  var count: Int {
    fresh.count + bulk.count + large.count + postponed.count
  }

  /// Whether an item that is not large work can be taken.
  var isReady: Bool { !fresh.isEmpty || !bulk.isEmpty }

  /// Whether large work waits.
  var hasLarge: Bool { large.count > 0 }

  /// Whether large work of the fresh lane waits.
  var hasLargeFresh: Bool { large.hasFresh }

  /// Whether any barrier except the one with this number waits for work.
  func isAwaited(except number: UInt64) -> Bool {
    barriers.contains { $0.numbers.contains { $0 != number } }
  }

  /// Whether fresh work waits.
  var hasFresh: Bool { !fresh.isEmpty }

  /// Whether items of the bulk lane may still list folders, so that ``count`` can grow.
  var isLooking: Bool { !bulk.isEmpty }

  /// Whether items are postponed, and none of them waits for a marker.
  var needsMarker: Bool { !postponed.isEmpty && postponed.allSatisfy { $0.marker == nil } }

  /// The lane in which work on a path waits; nil if none waits.
  ///
  /// O(items).
  func lane(of path: FilePath) -> Lane? {
    (fresh + bulk + large.items + postponed.map(\.item)).first { item in
      switch item.work {
      case .path(let waiting, _, _): path.isInside(waiting)
      case .scan(let scan): scan.covers(path)
      case .exclusions: false
      }
    }?.lane
  }

  /// Adds work at the end of its lane.
  mutating func add(_ work: [Work], to lane: Lane) {
    if work.isEmpty { return }
    let items = work.map { Item(work: $0, lane: lane, generation: generation) }
    outstanding[Stage(generation: generation, lane: lane), default: 0] += items.count
    switch lane {
    case .fresh: fresh.insert(contentsOf: items.reversed(), at: 0)
    case .bulk: bulk.insert(contentsOf: items.reversed(), at: 0)
    }
  }

  /// Adds barriers; each is reached once all work added so far is done.
  mutating func add(barriers numbers: [UInt64]) {
    guard !numbers.isEmpty else { return }
    barriers.append((generation, numbers))
    generation += 1
  }

  /// Takes the next item; nil if there is none in the included lanes and sizes.
  mutating func next(
    includingBulk includesBulk: Bool = true, includingLarge includesLarge: Bool = false
  ) -> Item? {
    if let item = fresh.popLast() { return item }
    if includesLarge, let item = large.popFirst(of: .fresh) { return item }
    guard includesBulk else { return nil }
    if let item = bulk.popLast() { return item }
    return includesLarge ? large.popFirst(of: .bulk) : nil
  }

  /// Moves a taken item to the large work, which waits until its lane has nothing else.
  ///
  /// The item is merged with large work about the same path that waits already.
  ///
  /// - Parameters:
  ///   - item: an item from ``next(includingBulk:includingLarge:)``.
  ///   - isFresh: whether the item moves to the fresh lane.
  mutating func putOff(_ item: Item, asFresh isFresh: Bool = false) {
    var item = item
    // The item may meet another conflict when it is taken again.
    item.confirmed = []
    item.hasWaited = true
    if isFresh { change(&item, to: .fresh) }
    if let waiting = large.take(about: item.work) { item = merge(item, waiting) }
    large.append(item)
  }

  /// Merges two items about the same path; every barrier that waits for one of them waits for the result.
  private mutating func merge(_ one: Item, _ other: Item) -> Item {
    var (kept, dropped) = one.generation <= other.generation ? (one, other) : (other, one)
    if dropped.lane == .fresh { change(&kept, to: .fresh) }
    kept.work = kept.work.merged(with: dropped.work) ?? kept.work
    finish(dropped)
    return kept
  }

  /// Moves an item to another lane, and counts it there.
  private mutating func change(_ item: inout Item, to lane: Lane) {
    let stage = Stage(generation: item.generation, lane: item.lane)
    // Items taken before ``removeAll()`` are no longer counted.
    if item.lane != lane, let count = outstanding[stage] {
      outstanding[stage] = count == 1 ? nil : count - 1
      outstanding[Stage(generation: item.generation, lane: lane), default: 0] += 1
    }
    item.lane = lane
  }

  /// Counts an item as done.
  ///
  /// Work that the item caused comes next, and before every barrier that waits for the item.
  mutating func finish(_ item: Item, turningUp work: [Work] = []) {
    let items = work.map { Item(work: $0, lane: item.lane, generation: item.generation) }
    switch item.lane {
    case .fresh: fresh += items.reversed()
    case .bulk: bulk += items.reversed()
    }
    let stage = Stage(generation: item.generation, lane: item.lane)
    let left = outstanding[stage, default: 1] - 1 + items.count
    outstanding[stage] = left == 0 ? nil : left
  }

  /// Postpones an item until all events up to now have been seen.
  mutating func postpone(_ item: Item, because conflict: Conflict) {
    postponed.append(Postponed(item: item, conflict: conflict))
  }

  /// Makes the postponed items without a marker wait for this one, which was created after them.
  mutating func mark(_ number: UInt64) {
    for index in postponed.indices where postponed[index].marker == nil {
      postponed[index].marker = number
    }
  }

  /// Puts the items that waited for a marker back into their lanes.
  ///
  /// A renamed item starts without confirmed conflicts. For others, no event can resolve the
  /// conflict any more, so the disk is right: a folder was removed or made.
  ///
  /// - Parameter number: the marker that has arrived; nil takes all items, without confirmed conflicts.
  /// - Returns: whether any item waited for the marker.
  @discardableResult
  mutating func resolve(_ number: UInt64?) -> Bool {
    let ready = postponed.filter { number == nil || $0.marker == number }
    postponed.removeAll { number == nil || $0.marker == number }
    for var waiting in ready {
      if number == nil || waiting.wasRenamed {
        waiting.item.confirmed = []
      } else {
        waiting.item.confirmed.insert(waiting.conflict)
      }
      switch waiting.item.lane {
      case .fresh: fresh.append(waiting.item)
      case .bulk: bulk.append(waiting.item)
      }
    }
    return !ready.isEmpty
  }

  /// Removes and returns the barriers that are reached: all work added before them is done.
  mutating func takeReachedBarriers() -> [UInt64] {
    let oldest = outstanding.keys.map(\.generation).min() ?? .max
    let reached = barriers.prefix { $0.generation < oldest }
    barriers.removeFirst(reached.count)
    return reached.flatMap(\.numbers)
  }

  /// The barriers that wait only for bulk work.
  var barriersBehindBulk: [UInt64] {
    let oldest = outstanding.keys.filter { $0.lane == .fresh }.map(\.generation).min() ?? .max
    return barriers.prefix { $0.generation < oldest }.flatMap(\.numbers)
  }

  /// Replaces the paths of waiting work after renames.
  ///
  /// O(items × depth), for any number of renames.
  mutating func rename(_ renames: PathRenames) {
    fresh.rename(renames)
    bulk.rename(renames)
    large.rename(renames)
    for index in postponed.indices {
      guard let work = postponed[index].item.work.renamed(by: renames) else { continue }
      postponed[index].item.work = work
      postponed[index].wasRenamed = true
    }
  }

  /// Removes all work and all barriers.
  ///
  /// - Returns: the removed barriers, to be added again after the work that replaces the removed work.
  mutating func removeAll() -> [UInt64] {
    let numbers = barriers.flatMap(\.numbers)
    // Items taken earlier must not count as items of the new work, so their generation is older.
    let next = generation + 1
    self = WorkQueue()
    generation = next
    return numbers
  }
}

extension WorkQueue.Work {
  /// Work on a path that a batch of changes names.
  init(_ path: FilePath, in batch: ChangeBatch) {
    self = .path(path, isReported: true, isRead: batch.written.contains(path))
  }

  /// Merges this and other work about the same path; nil if the paths differ.
  fileprivate func merged(with other: WorkQueue.Work) -> WorkQueue.Work? {
    switch (self, other) {
    case (
      .path(let path, let isReported, let isRead), .path(let same, let wasReported, let wasRead)
    ) where path == same:
      .path(path, isReported: isReported || wasReported, isRead: isRead || wasRead)
    case (.scan(let scan), .scan(let same)) where scan.folder == same.folder:
      .scan(
        ChangeBatch.Scan(scan.folder, isRecursive: scan.isRecursive || same.isRecursive))
    default:
      nil
    }
  }

  /// The same work with its path after renames; nil if they do not change the path.
  func renamed(by renames: PathRenames) -> WorkQueue.Work? {
    switch self {
    case .path(let path, let isReported, let isRead):
      renames.newPath(of: path).map { .path($0, isReported: isReported, isRead: isRead) }
    case .scan(let scan):
      renames.newPath(of: scan.folder).map {
        .scan(ChangeBatch.Scan($0, isRecursive: scan.isRecursive))
      }
    case .exclusions: nil
    }
  }
}

extension [WorkQueue.Item] {
  /// Replaces the paths of items after renames.
  mutating func rename(_ renames: PathRenames) {
    for index in indices {
      if let work = self[index].work.renamed(by: renames) { self[index].work = work }
    }
  }
}
