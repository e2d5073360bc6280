import LinuxSystem
import Watching

/// The waiting work of the indexer, in the order in which it is done.
///
/// The fresh lane has the latest changes, and always comes before the bulk lane, which has the
/// first crawl and rescans. Large work waits until its lane has nothing else. Documents wait until a
/// reader is free, while other work goes on. A barrier is reached when all work added before it is
/// done, and all work that this caused.
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
    /// Whether the members of its file are written while they are read, because they are too many for a buffer.
    fileprivate(set) var isStreamed = false
    /// Identifies what a reader has brought for the item; nil if its file has not been read.
    var ticket: Ticket?
  }

  /// Identifies the reading of a file.
  typealias Ticket = UInt64

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
  private var documents = WaitingDocuments()
  private var reading = ItemsInReading()

  /// How many items wait, or are being read.
  var count: Int {
    fresh.count + bulk.count + large.count + postponed.count + documents.count + reading.count
  }

  /// Whether files are being read for items.
  var isReading: Bool { reading.isReading }

  /// Whether an item can be taken that is not large work, if readers can take documents of some lanes.
  func isReady(readable: Set<Lane>) -> Bool {
    !fresh.isEmpty || !bulk.isEmpty && !documents.isFull || reading.hasRead(isLarge: false)
      || documents.hasFresh && canRead(.fresh, readable)
      || documents.hasBulk && canRead(.bulk, readable)
  }

  /// Whether large work waits.
  var hasLarge: Bool { large.count > 0 || reading.hasRead(isLarge: true) }

  /// Whether what was read for one more item may be kept while it waits as large work.
  var hasRoomForLargeReading: Bool { reading.hasRoomForLarge }

  /// Whether large work can be taken: its lane has nothing else.
  var isLargeReady: Bool {
    large.hasFresh || reading.hasRead(isLarge: true) || large.count > 0 && isBulkEmpty
  }

  /// Whether the bulk lane has nothing but large work.
  private var isBulkEmpty: Bool { bulk.isEmpty && !documents.hasBulk }

  /// Whether large work of the fresh lane waits.
  var hasLargeFresh: Bool { large.hasFresh || reading.hasRead(isLarge: true, in: .fresh) }

  /// Whether documents of the fresh lane wait for a reader.
  var hasFreshDocuments: Bool { documents.hasFresh }

  /// Whether fresh work can be taken that is not large, if readers can take documents of some lanes.
  func hasFresh(readable: Set<Lane>) -> Bool {
    hasFresh || documents.hasFresh && canRead(.fresh, readable)
      || reading.hasRead(isLarge: false, in: .fresh)
  }

  /// Whether documents of the fresh lane wait for a reader, or are being read.
  var isReadingFresh: Bool { documents.hasFresh || reading.hasFresh }

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
    let items = fresh + bulk + large.items + postponed.map(\.item) + documents.items + reading.items
    return items.first { item in
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
  ///
  /// A document is taken only if readers can take documents of its lane.
  mutating func next(
    includingBulk includesBulk: Bool = true, includingLarge includesLarge: Bool = false,
    readable: Set<Lane> = []
  ) -> Item? {
    if let item = fresh.popLast() { return item }
    // A reader begins before what another one has read is written, unless too much waits for that.
    if canRead(.fresh, readable), let item = popUnread(of: .fresh, includesLarge) {
      return item
    }
    if let item = reading.popRead(of: .fresh, includingLarge: includesLarge) { return item }
    if includesLarge, let item = large.popFirst(of: .fresh) { return item }
    guard includesBulk else { return nil }
    if canRead(.bulk, readable), let item = popUnread(of: .bulk, includesLarge) {
      return item
    }
    if let item = reading.popRead(of: .bulk, includingLarge: includesLarge) { return item }
    if !documents.isFull, let item = bulk.popLast() { return item }
    return includesLarge && isBulkEmpty ? large.popFirst(of: .bulk) : nil
  }

  private func canRead(_ lane: Lane, _ readable: Set<Lane>) -> Bool {
    readable.contains(lane) && !reading.hasManyRead(in: lane)
  }

  /// Takes an item for a reader: a document, or large work once its lane has nothing else.
  private mutating func popUnread(of lane: Lane, _ includesLarge: Bool) -> Item? {
    if let item = documents.popNext(of: lane) { return item }
    return includesLarge && (lane == .fresh || isBulkEmpty) ? large.popFirst(of: lane) : nil
  }

  /// Makes a taken item wait until a reader is free.
  mutating func wait(forReader item: Item) {
    var item = item
    item.ticket = nil
    documents.append(item)
  }

  /// Makes a taken item wait until its file is read.
  ///
  /// - Returns: identifies the reading.
  mutating func startReading(_ item: Item) -> Ticket {
    var item = item
    item.ticket = nil
    return reading.start(item)
  }

  /// Makes a taken item wait until a file is read for another item; then it is compared again.
  mutating func wait(for ticket: Ticket, _ item: Item) {
    var item = item
    item.ticket = nil
    reading.add(item, to: ticket)
  }

  /// Makes the items ready whose file was read.
  ///
  /// - Returns: false if no item waits for it any more.
  mutating func endReading(_ ticket: Ticket) -> Bool {
    reading.end(ticket)
  }

  /// Moves a taken item to the large work, which waits until its lane has nothing else.
  ///
  /// The item is merged with large work about the same path that waits already, unless what was read of it is kept.
  ///
  /// - Parameters:
  ///   - item: an item from ``next(includingBulk:includingLarge:)``; with a ticket if what was read is kept.
  ///   - isFresh: whether the item moves to the fresh lane.
  ///   - isStreamed: whether the members of its file are written while they are read.
  mutating func putOff(
    _ item: Item, asFresh isFresh: Bool = false, streaming isStreamed: Bool = false
  ) {
    var item = item
    if isStreamed { item.isStreamed = true }
    // The item may meet another conflict when it is taken again.
    item.confirmed = []
    item.hasWaited = true
    if item.ticket != nil, !isFresh, !isStreamed { return reading.keep(item) }
    item.ticket = nil
    if isFresh { change(&item, to: .fresh) }
    if let waiting = large.take(about: item.work) { item = merge(item, waiting) }
    large.append(item)
  }

  /// Merges two items about the same path; every barrier that waits for one of them waits for the result.
  private mutating func merge(_ one: Item, _ other: Item) -> Item {
    var (kept, dropped) = one.generation <= other.generation ? (one, other) : (other, one)
    if dropped.lane == .fresh { change(&kept, to: .fresh) }
    if dropped.isStreamed { kept.isStreamed = true }
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
    var item = item
    item.ticket = nil
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
    documents.rename(renames)
    reading.rename(renames)
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
    let ticket = reading.lastTicket
    self = WorkQueue()
    generation = next
    reading = ItemsInReading(after: ticket)
    return numbers
  }
}
