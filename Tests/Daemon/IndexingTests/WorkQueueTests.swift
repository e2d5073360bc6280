import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

struct WorkQueueTests {
  var queue = WorkQueue()

  static func paths(_ names: FilePath...) -> [WorkQueue.Work] { names.map { .path($0) } }

  /// Does everything in its order.
  mutating func drain() -> [WorkQueue.Work] {
    var done: [WorkQueue.Work] = []
    while let item = queue.next() {
      done.append(item.work)
      queue.finish(item)
    }
    return done
  }

  @Test mutating func `Fresh work comes before bulk work, each in its order`() {
    queue.add(Self.paths("/b1", "/b2"), to: .bulk)
    queue.add(Self.paths("/f1", "/f2"), to: .fresh)
    queue.add(Self.paths("/b3"), to: .bulk)
    queue.add(Self.paths("/f3"), to: .fresh)
    #expect(queue.count == 6)
    #expect(queue.hasFresh)
    let done = drain()
    #expect(done == Self.paths("/f1", "/f2", "/f3", "/b1", "/b2", "/b3"))
    #expect(queue.count == 0)
    #expect(!queue.hasFresh)
  }

  @Test mutating func `The lane is told in which work waits that concerns a path`() {
    queue.add(Self.paths("/r/a"), to: .fresh)
    queue.add([.scan(ChangeBatch.Scan("/r/d", isRecursive: true))], to: .bulk)
    #expect(queue.lane(of: "/r/a") == .fresh)
    #expect(queue.lane(of: "/r/a/b") == .fresh, "A folder's path stands for all below it.")
    #expect(queue.lane(of: "/r/d/e/f") == .bulk)
    #expect(queue.lane(of: "/r") == nil)
    if let item = queue.next() { queue.postpone(item, because: .missing) }
    #expect(queue.lane(of: "/r/a") == .fresh)
    #expect(queue.lane(of: "/r/b") == nil)
  }

  @Test mutating func `A path of a batch is one that was written or not, also by its new name`() {
    var batch = ChangeBatch()
    batch.paths = ["/r/a", "/r/b"]
    batch.written = ["/r/b"]
    queue.add(batch.paths.map { WorkQueue.Work($0, in: batch) }, to: .fresh)
    #expect(queue.lane(of: "/r/b") == .fresh)
    queue.rename(PathRenames([ChangeBatch.Move(from: "/r/b", to: "/r/c")]))
    let done = drain()
    #expect(
      done == [.path("/r/a", isReported: true), .path("/r/c", isReported: true, isRead: true)])
  }

  @Test mutating func `What an item turns up is done next, in its lane`() {
    queue.add(Self.paths("/b1", "/b2"), to: .bulk)
    let first = queue.next()
    queue.add(Self.paths("/f"), to: .fresh)
    if let first { queue.finish(first, turningUp: Self.paths("/b1/x", "/b1/y")) }
    let done = drain()
    #expect(done == Self.paths("/f", "/b1/x", "/b1/y", "/b2"))
  }

  /// Takes the next item, which has to be there.
  mutating func take(
    includingBulk: Bool = true, includingLarge: Bool = false
  ) throws -> WorkQueue.Item {
    let item = queue.next(includingBulk: includingBulk, includingLarge: includingLarge)
    return try #require(item)
  }

  /// Takes the next item and gives it back as large work.
  mutating func putOffNext(asFresh: Bool = false) throws {
    let item = try take()
    queue.putOff(item, asFresh: asFresh)
  }

  @Test mutating func `Large work comes after all other of its lane, and a barrier waits for it`()
    throws
  {
    queue.add(Self.paths("/f1", "/f2"), to: .fresh)
    queue.add(barriers: [7])
    try putOffNext()
    queue.add(Self.paths("/b1", "/b2"), to: .bulk)
    #expect(queue.count == 4)
    #expect(queue.hasLargeFresh)
    #expect(queue.lane(of: "/f1") == .fresh)
    queue.rename(PathRenames([ChangeBatch.Move(from: "/f1", to: "/f9")]))
    #expect(queue.next()?.work == .path("/f2"))
    #expect(queue.barriersBehindBulk == [], "No pause of bulk work keeps it waiting.")
    try putOffNext()
    #expect(queue.next()?.work == .path("/b2"))
    #expect(!queue.isReady(readable: []))
    #expect(queue.next() == nil)
    let fresh = try take(includingBulk: false, includingLarge: true)
    #expect(fresh.work == .path("/f9"))
    #expect(fresh.hasWaited)
    #expect(fresh.lane == .fresh)
    #expect(!queue.hasLargeFresh)
    #expect(queue.hasLarge)
    #expect(queue.next(includingBulk: false, includingLarge: true) == nil)
    #expect(queue.next(includingLarge: true)?.work == .path("/b1"))
    #expect(!queue.hasLarge)
    #expect(queue.takeReachedBarriers() == [])
  }

  @Test mutating func `Fresh large work comes before bulk work, and a barrier behind both waits`()
    throws
  {
    queue.add(Self.paths("/f"), to: .fresh)
    queue.add(Self.paths("/b"), to: .bulk)
    queue.add(barriers: [7])
    try putOffNext()
    let fresh = try take(includingLarge: true)
    #expect(fresh.work == .path("/f"))
    queue.finish(fresh)
    #expect(queue.barriersBehindBulk == [7])
    let bulk = try take()
    queue.finish(bulk)
    #expect(queue.takeReachedBarriers() == [7])
  }

  @Test mutating func `A removal that bulk work turned up does not wait for bulk work`() throws {
    queue.add(Self.paths("/gone", "/b"), to: .bulk)
    queue.add(barriers: [7])
    try putOffNext(asFresh: true)
    #expect(queue.barriersBehindBulk == [])
    let removal = try take(includingBulk: false, includingLarge: true)
    #expect(removal.work == .path("/gone"))
    queue.finish(removal)
    #expect(queue.barriersBehindBulk == [7])
  }

  @Test mutating func `Large work that waits already becomes one with the same`() throws {
    queue.add([.path("/l")], to: .bulk)
    queue.add(barriers: [1])
    try putOffNext()
    queue.add([.path("/l", isRead: true)], to: .fresh)
    queue.add(barriers: [2])
    for _ in 0..<3 {
      queue.add([.path("/l")], to: .fresh)
      try putOffNext()
    }
    try putOffNext()
    #expect(queue.count == 1)
    #expect(queue.takeReachedBarriers() == [])
    let item = try take(includingBulk: false, includingLarge: true)
    #expect(item.work == .path("/l", isRead: true))
    #expect(item.lane == .fresh)
    queue.finish(item)
    #expect(queue.count == 0)
    #expect(queue.takeReachedBarriers() == [1, 2])
  }

  @Test mutating func `Scans of one folder become one that reaches as far`() throws {
    queue.add(
      [.scan(.init("/d", isRecursive: true)), .scan(.init("/d", isRecursive: false))], to: .bulk)
    for _ in 0..<2 { try putOffNext() }
    #expect(queue.count == 1)
    #expect(
      queue.next(includingLarge: true)?.work == .scan(.init("/d", isRecursive: true)))
  }

  @Test mutating func `What explained the disk before large work waited does not hold after it`()
    throws
  {
    queue.add(Self.paths("/l"), to: .fresh)
    let postponed = try take()
    queue.postpone(postponed, because: .missing)
    queue.mark(3)
    queue.resolve(3)
    let item = try take()
    #expect(item.confirmed == [.missing])
    queue.putOff(item)
    #expect(queue.next(includingLarge: true)?.confirmed == [])
  }

  @Test mutating func `The barrier of a new index is nobody who waits`() {
    #expect(!queue.isAwaited(except: 9))
    queue.add(Self.paths("/a"), to: .bulk)
    queue.add(barriers: [9])
    #expect(!queue.isAwaited(except: 9))
    queue.add(barriers: [9, 1])
    #expect(queue.isAwaited(except: 9))
  }

  @Test mutating func `A barrier without work before it is reached at once`() {
    queue.add(barriers: [])
    queue.add(barriers: [3])
    queue.add(barriers: [1, 2])
    let reached = queue.takeReachedBarriers()
    #expect(reached == [3, 1, 2])
    let again = queue.takeReachedBarriers()
    #expect(again.isEmpty)
  }

  @Test mutating func `A barrier waits for all before it and what that turned up`() {
    queue.add(Self.paths("/a"), to: .fresh)
    queue.add(Self.paths("/b"), to: .bulk)
    queue.add(barriers: [1])
    queue.add(Self.paths("/c"), to: .fresh)
    queue.add(barriers: [2])
    var log: [String] = []
    while let item = queue.next() {
      let turnsUp = item.work == .path("/b") ? Self.paths("/b/x") : []
      let before = queue.takeReachedBarriers()
      #expect(before.isEmpty, "An item that is being done is not done.")
      queue.finish(item, turningUp: turnsUp)
      if case .path(let path, _, _) = item.work { log.append("\(path)") }
      log += queue.takeReachedBarriers().map { "#\($0)" }
    }
    #expect(log == ["/a", "/c", "/b", "/b/x", "#1", "#2"])
  }

  @Test mutating func `A barrier does not wait for what comes after it`() {
    queue.add(Self.paths("/a"), to: .fresh)
    queue.add(barriers: [1])
    queue.add(Self.paths("/b"), to: .fresh)
    let item = queue.next()
    if let item { queue.finish(item) }
    let reached = queue.takeReachedBarriers()
    #expect(reached == [1])
  }

  @Test mutating func `While bulk work rests only fresh work is taken`() {
    queue.add(Self.paths("/b"), to: .bulk)
    queue.add(Self.paths("/f"), to: .fresh)
    let first = queue.next(includingBulk: false)
    #expect(first?.work == .path("/f"))
    let second = queue.next(includingBulk: false)
    #expect(second == nil)
    #expect(queue.isReady(readable: []))
  }

  @Test mutating func `A barrier that only bulk work keeps waiting is known`() {
    queue.add(Self.paths("/b"), to: .bulk)
    queue.add(barriers: [1])
    queue.add(Self.paths("/f"), to: .fresh)
    queue.add(barriers: [2])
    #expect(queue.barriersBehindBulk == [1])
    let fresh = queue.next()
    #expect(queue.barriersBehindBulk == [1], "An item that is being done is not done.")
    if let fresh { queue.finish(fresh, turningUp: Self.paths("/f/x")) }
    #expect(queue.barriersBehindBulk == [1])
    let turnedUp = queue.next()
    if let turnedUp { queue.finish(turnedUp) }
    #expect(queue.barriersBehindBulk == [1, 2])
    let reached = queue.takeReachedBarriers()
    #expect(reached == [])
    let bulk = queue.next()
    if let bulk { queue.finish(bulk) }
    let all = queue.takeReachedBarriers()
    #expect(all == [1, 2])
    #expect(queue.barriersBehindBulk == [])
  }

  @Test mutating func `Waiting work has the names it has after a rename`() {
    queue.add(Self.paths("/d", "/d/x", "/dx"), to: .fresh)
    queue.add([.scan(.init("/d/y", isRecursive: true))], to: .bulk)
    queue.rename(PathRenames([ChangeBatch.Move(from: "/d", to: "/e")]))
    let done = drain()
    #expect(
      done == Self.paths("/e", "/e/x", "/dx") + [.scan(.init("/e/y", isRecursive: true))])
  }

  @Test mutating func `Waiting work has the names it has after an exchange`() {
    queue.add(Self.paths("/d/x", "/e/y", "/f"), to: .fresh)
    queue.rename(PathRenames([ChangeBatch.Move(from: "/d", to: "/e", isExchange: true)]))
    let done = drain()
    #expect(done == Self.paths("/e/x", "/d/y", "/f"))
  }

  @Test mutating func `Forgotten work gives back the barriers that waited`() {
    queue.add(Self.paths("/a"), to: .fresh)
    queue.add(barriers: [1, 2])
    queue.add(Self.paths("/b"), to: .bulk)
    queue.add(barriers: [3])
    let barriers = queue.removeAll()
    #expect(barriers == [1, 2, 3])
    #expect(queue.count == 0)
    let none = queue.takeReachedBarriers()
    #expect(none.isEmpty)
  }

  @Test mutating func `What was being done when all was forgotten counts for nothing`() throws {
    queue.add(Self.paths("/old"), to: .fresh)
    let old = queue.next()
    _ = queue.removeAll()
    queue.add(Self.paths("/new"), to: .bulk)
    queue.add(barriers: [1])
    queue.finish(try #require(old))
    let early = queue.takeReachedBarriers()
    #expect(early.isEmpty, "The new work is not done.")
    let done = drain()
    #expect(done == Self.paths("/new"))
    let reached = queue.takeReachedBarriers()
    #expect(reached == [1])
  }
}
