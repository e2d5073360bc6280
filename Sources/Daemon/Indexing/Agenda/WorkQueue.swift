import LinuxSystem
import Watching

/// The waiting work of the indexer, in its order: a value.
///
/// The fresh lane has the latest changes, and always comes before the bulk lane, which has the
/// first crawl and rescans. Large work waits until its lane has nothing else. A barrier is reached
/// when all work from before it is done, with the work that this caused.
package struct WorkQueue {
  /// One thing to compare with the disk.
  enum Work: Equatable, Sendable {
    /// A path.
    ///
    /// It is reported if an event names it, and not only a look at the disk or a query. A file is read
    /// if its times and size may be the same although it was written.
    case path(FilePath, isReported: Bool = false, isRead: Bool = false)
    /// A folder's entries.
    case scan(ChangeBatch.Scan)
    /// The excluded paths in the folders of the index after this number.
    case exclusions(after: Int64)
  }

  package enum Lane: CaseIterable, Sendable {
    case fresh
    case bulk
  }

  /// Work that has been taken and must be given to ``finish(_:turningUp:)``.
  struct Item: Equatable, Sendable {
    var work: Work
    fileprivate(set) var lane: Lane
    fileprivate let generation: Int
    /// Conflicts that the disk showed before, and that no event has resolved.
    fileprivate(set) var confirmed: Set<Conflict> = []
    /// Whether it has waited until its lane had nothing else.
    fileprivate(set) var hasWaited = false
  }

  /// A state of the disk that the index does not expect.
  ///
  /// The disk is ahead of the events, so the event of a rename that resolves it may be under way.
  enum Conflict: Hashable, Sendable {
    /// There is nothing of that name.
    case missing
    /// The name leads to another folder than before; the new folder has this inode.
    case replaced(by: UInt64)
    /// The folder above is missing.
    case parentMissing
    /// The folder above is another one, the one with this inode.
    case parentReplaced(by: UInt64)
    /// The watcher knows the folder by another path, or another folder by this path.
    case watchedOtherwise
  }

  /// An item that waits for the events that may resolve its conflict.
  private struct Postponed {
    var item: Item
    let conflict: Conflict
    /// The marker after which all events up to the look at the disk have been seen.
    var marker: UInt64?
    var wasRenamed = false
  }

  /// Work that a barrier waits for, grouped by generation and lane.
  private struct Stage: Hashable {
    let generation: Int
    let lane: Lane
  }

  /// Both lanes as stacks: the next item is the last.
  private var fresh: [Item] = []
  private var bulk: [Item] = []
  private var large = LargeWorkQueue()
  /// The work before the first barrier has the lowest generation.
  private var generation = 0
  private var outstanding: [Stage: Int] = [:]
  private var barriers: [(generation: Int, numbers: [UInt64])] = []
  private var postponed: [Postponed] = []

  /// How many items wait.
  var count: Int {
    fresh.count + bulk.count + large.count + postponed.count
  }

  /// Whether there is an item to take that is not large.
  var isReady: Bool { !fresh.isEmpty || !bulk.isEmpty }

  /// Whether large work waits.
  var hasLarge: Bool { large.count > 0 }

  /// Whether large work of the fresh lane waits.
  var hasLargeFresh: Bool { large.hasFresh }

  /// Whether a barrier other than the one with this number waits for any work.
  func isAwaited(except number: UInt64) -> Bool {
    barriers.contains { $0.numbers.contains { $0 != number } }
  }

  /// Whether fresh work waits.
  var hasFresh: Bool { !fresh.isEmpty }

  /// Whether folders may still be listed in bulk, so that ``count`` can grow.
  var isLooking: Bool { !bulk.isEmpty }

  /// Whether something is postponed without a marker, and no other marker is under way.
  var needsMarker: Bool { !postponed.isEmpty && postponed.allSatisfy { $0.marker == nil } }

  /// The lane of the waiting work on a path; nil if no work waits for it.
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

  /// Adds work after all other of its lane.
  mutating func add(_ work: [Work], to lane: Lane) {
    if work.isEmpty { return }
    let items = work.map { Item(work: $0, lane: lane, generation: generation) }
    outstanding[Stage(generation: generation, lane: lane), default: 0] += items.count
    switch lane {
    case .fresh: fresh.insert(contentsOf: items.reversed(), at: 0)
    case .bulk: bulk.insert(contentsOf: items.reversed(), at: 0)
    }
  }

  /// Adds barriers that everything added so far comes ahead of.
  mutating func add(barriers numbers: [UInt64]) {
    guard !numbers.isEmpty else { return }
    barriers.append((generation, numbers))
    generation += 1
  }

  /// Takes the next item; nil if there is none in the lanes and of the sizes that are included.
  mutating func next(
    includingBulk includesBulk: Bool = true, includingLarge includesLarge: Bool = false
  ) -> Item? {
    if let item = fresh.popLast() { return item }
    if includesLarge, let item = large.popFirst(of: .fresh) { return item }
    guard includesBulk else { return nil }
    if let item = bulk.popLast() { return item }
    return includesLarge ? large.popFirst(of: .bulk) : nil
  }

  /// Gives back an item that turned out to be large work: it waits until its lane has nothing else.
  ///
  /// It becomes one with large work about the same path that waits already.
  ///
  /// - Parameters:
  ///   - item: an item from ``next(includingBulk:includingLarge:)``.
  ///   - isFresh: whether it belongs to the fresh lane from now on, wherever it came from.
  mutating func putOff(_ item: Item, asFresh isFresh: Bool = false) {
    var item = item
    // When its turn comes, another conflict may be the cause.
    item.confirmed = []
    item.hasWaited = true
    if isFresh { change(&item, to: .fresh) }
    if let waiting = large.take(about: item.work) { item = merge(item, waiting) }
    large.append(item)
  }

  /// Makes one item of two about the same path; every barrier that waits for one of them waits for it.
  private mutating func merge(_ one: Item, _ other: Item) -> Item {
    var (kept, dropped) = one.generation <= other.generation ? (one, other) : (other, one)
    if dropped.lane == .fresh { change(&kept, to: .fresh) }
    kept.work = kept.work.merged(with: dropped.work) ?? kept.work
    finish(dropped)
    return kept
  }

  /// Counts an item in another lane.
  private mutating func change(_ item: inout Item, to lane: Lane) {
    let stage = Stage(generation: item.generation, lane: item.lane)
    // Work of an older queue is not counted any more.
    if item.lane != lane, let count = outstanding[stage] {
      outstanding[stage] = count == 1 ? nil : count - 1
      outstanding[Stage(generation: item.generation, lane: lane), default: 0] += 1
    }
    item.lane = lane
  }

  /// Counts an item as done.
  ///
  /// New work that it caused is done next, and before every barrier that waits for the item.
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

  /// Puts an item aside until the events have caught up with the disk.
  mutating func postpone(_ item: Item, because conflict: Conflict) {
    postponed.append(Postponed(item: item, conflict: conflict))
  }

  /// Notes a marker that has been made after everything was postponed that is so now.
  mutating func mark(_ number: UInt64) {
    for index in postponed.indices where postponed[index].marker == nil {
      postponed[index].marker = number
    }
  }

  /// Takes the items that waited for a marker into their lanes again.
  ///
  /// An item that was renamed meanwhile is new. Of any other no event is left that could resolve
  /// the conflict, so the disk is right: a folder was removed or made.
  ///
  /// - Parameter number: the marker that came through; nil takes up all items as new.
  /// - Returns: whether anything waited for it.
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

  /// Removes and returns the barriers that are reached: all work that was added before them is done.
  mutating func takeReachedBarriers() -> [UInt64] {
    let oldest = outstanding.keys.map(\.generation).min() ?? .max
    let reached = barriers.prefix { $0.generation < oldest }
    barriers.removeFirst(reached.count)
    return reached.flatMap(\.numbers)
  }

  /// The barriers before which nothing is left but bulk work.
  var barriersBehindBulk: [UInt64] {
    let oldest = outstanding.keys.filter { $0.lane == .fresh }.map(\.generation).min() ?? .max
    return barriers.prefix { $0.generation < oldest }.flatMap(\.numbers)
  }

  /// Gives waiting work the names it has after renames.
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

  /// Forgets all work.
  ///
  /// - Returns: the barriers that waited for it, to be added again after the work that replaces it.
  mutating func removeAll() -> [UInt64] {
    let numbers = barriers.flatMap(\.numbers)
    // Work that is being done now is of an older generation than the work that comes.
    let next = generation + 1
    self = WorkQueue()
    generation = next
    return numbers
  }
}

extension WorkQueue.Work {
  /// The work that a path of a batch is.
  init(_ path: FilePath, in batch: ChangeBatch) {
    self = .path(path, isReported: true, isRead: batch.written.contains(path))
  }

  /// One work for this and other work about the same path; nil if the paths differ.
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

  /// The same work by the name it has after renames; nil if none of them is about it.
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
  /// Gives work the names it has after renames.
  mutating func rename(_ renames: PathRenames) {
    for index in indices {
      if let work = self[index].work.renamed(by: renames) { self[index].work = work }
    }
  }
}
