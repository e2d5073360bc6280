import LinuxSystem
import TestSupport
import Testing
import Watching

@testable import Indexing

/// Items of the queue whose files readers have to read.
struct DocumentWorkTests {
  var queue = WorkQueue()

  private static func path(_ item: WorkQueue.Item?) -> FilePath? {
    if case .path(let path, _, _)? = item?.work { path } else { nil }
  }

  /// Takes the next item.
  private mutating func take(
    includingLarge includesLarge: Bool = false, readable: Set<WorkQueue.Lane> = []
  ) throws -> WorkQueue.Item {
    let item = queue.next(includingLarge: includesLarge, readable: readable)
    return try #require(item)
  }

  /// Makes all items wait for a reader.
  private mutating func makeWait() {
    while let item = queue.next() { queue.wait(forReader: item) }
  }

  @Test mutating func `Documents wait for a reader, and nothing waits for them`() {
    queue.add([.path("/a.pdf"), .path("/b.pdf")], to: .bulk)
    makeWait()
    #expect(queue.count == 2)
    #expect(!queue.isReady(readable: []))
    #expect(queue.isReady(readable: [.fresh, .bulk]))
    queue.add([.path("/c.txt")], to: .bulk)
    #expect(Self.path(queue.next()) == "/c.txt")
    #expect(queue.next() == nil)
    #expect(Self.path(queue.next(readable: [.fresh, .bulk])) == "/a.pdf", "In their order.")
    #expect(queue.next(includingBulk: false, readable: [.fresh, .bulk]) == nil)
    queue.add([.path("/d.txt")], to: .bulk)
    #expect(
      Self.path(queue.next(readable: [.fresh, .bulk])) == "/b.pdf", "The readers are kept busy.")
  }

  @Test mutating func `Of fresh documents the last one comes first, and all come before bulk work`()
  {
    queue.add([.path("/old.pdf")], to: .bulk)
    makeWait()
    queue.add([.path("/a.pdf"), .path("/b.pdf")], to: .fresh)
    makeWait()
    #expect(queue.hasFreshDocuments && queue.isReadingFresh)
    #expect(!queue.hasFresh(readable: []))
    #expect(queue.hasFresh(readable: [.fresh, .bulk]))
    queue.add([.path("/note.txt")], to: .fresh)
    let order = (0..<4).map { _ in Self.path(queue.next(readable: [.fresh, .bulk])) }
    #expect(order == ["/note.txt", "/b.pdf", "/a.pdf", "/old.pdf"])
  }

  @Test mutating func `The bulk lane waits while very many documents wait`() {
    let documents = (0..<WaitingDocuments.limit).map { FilePath.root.appending("\($0).pdf") }
    queue.add(documents.map { .path($0) }, to: .bulk)
    makeWait()
    queue.add([.path("/more.txt")], to: .bulk)
    #expect(!queue.isReady(readable: []))
    #expect(queue.next() == nil)
    #expect(Self.path(queue.next(readable: [.fresh, .bulk])) == "/0.pdf")
    #expect(Self.path(queue.next()) == "/more.txt")
  }

  @Test mutating func `What was read is compared before anything else of its lane`() throws {
    queue.add([.path("/a.pdf"), .path("/b.txt")], to: .bulk)
    let item = try take()
    let ticket = queue.startReading(item)
    #expect(queue.isReading && queue.count == 2)
    let hasItem1 = queue.endReading(ticket)
    #expect(hasItem1)
    let hasItem2 = queue.endReading(ticket)
    #expect(!hasItem2)
    #expect(!queue.isReading && queue.count == 2)
    let read = try take()
    #expect(read.work == item.work && read.ticket == ticket)
    queue.wait(forReader: read)
    let again = try take(readable: [.fresh, .bulk])
    #expect(again.ticket == nil, "What was read is used once.")
  }

  @Test mutating func `A barrier waits for a file that is being read`() throws {
    queue.add([.path("/a.pdf")], to: .fresh)
    queue.add(barriers: [7])
    let ticket = queue.startReading(try take())
    #expect(queue.takeReachedBarriers() == [])
    let hasItem3 = queue.endReading(ticket)
    #expect(hasItem3)
    #expect(queue.takeReachedBarriers() == [])
    queue.finish(try take())
    #expect(queue.takeReachedBarriers() == [7])
  }

  @Test mutating func `An item waits for the reading of another one, and is then compared itself`()
    throws
  {
    queue.add([.path("/a.pdf"), .path("/a.pdf", isRead: true)], to: .fresh)
    let (first, second) = (try take(), try take())
    let ticket = queue.startReading(first)
    queue.wait(for: ticket, second)
    let hasItem4 = queue.endReading(ticket)
    #expect(hasItem4)
    let read = [try take(), try take()]
    #expect(read.map(\.ticket) == [ticket, nil])
    #expect(read.map(\.work) == [first.work, second.work])
  }

  @Test mutating func `Renames reach the documents that wait and those that are being read`() throws
  {
    queue.add([.path("/d/a.pdf"), .path("/d/b.pdf")], to: .bulk)
    let ticket = queue.startReading(try take())
    makeWait()
    var renames = PathRenames()
    renames.prepend(ChangeBatch.Move(from: "/d", to: "/e"))
    queue.rename(renames)
    let hasItem5 = queue.endReading(ticket)
    #expect(hasItem5)
    #expect(Self.path(queue.next()) == "/e/a.pdf")
    #expect(Self.path(queue.next(readable: [.fresh, .bulk])) == "/e/b.pdf")
  }

  @Test mutating func `After all work was removed, no reading brings an item`() throws {
    queue.add([.path("/a.pdf")], to: .bulk)
    let old = queue.startReading(try take())
    _ = queue.removeAll()
    #expect(queue.count == 0)
    queue.add([.path("/b.pdf")], to: .bulk)
    let new = queue.startReading(try take())
    #expect(new != old)
    let hasItem6 = queue.endReading(old)
    #expect(!hasItem6)
    let hasItem7 = queue.endReading(new)
    #expect(hasItem7)
  }

  @Test mutating func `A large document that was read waits until large work may be done`() throws {
    queue.add([.path("/large.pdf")], to: .bulk)
    queue.putOff(try take())
    let item = try take(includingLarge: true)
    let ticket = queue.startReading(item)
    let hasItem8 = queue.endReading(ticket)
    #expect(hasItem8)
    #expect(queue.hasLarge && !queue.isReady(readable: [.fresh, .bulk]))
    #expect(queue.next() == nil)
    #expect(Self.path(queue.next(includingLarge: true)) == "/large.pdf")
  }

  @Test mutating func `What was read of a large document waits with it`() throws {
    queue.add([.path("/large.pdf"), .path("/b.txt")], to: .bulk)
    let ticket = queue.startReading(try take())
    let hasItem9 = queue.endReading(ticket)
    #expect(hasItem9)
    queue.putOff(try take())
    #expect(queue.hasLarge && queue.isLargeReady)
    #expect(Self.path(queue.next()) == "/b.txt")
    #expect(queue.next() == nil)
    let item = try take(includingLarge: true)
    #expect(item.ticket == ticket && item.hasWaited)
    queue.putOff(item)
    let again = try take(includingLarge: true)
    #expect(again.ticket == ticket, "Changes have interrupted it.")
    queue.putOff(again, streaming: true)
    #expect(try take(includingLarge: true).ticket == nil)
  }

  @Test mutating func `Only a few large documents wait with what was read of them`() throws {
    var count = 0
    while queue.hasRoomForLargeReading {
      queue.add([.path(FilePath.root.appending("\(count).pdf"))], to: .bulk)
      let hasItem = queue.endReading(queue.startReading(try take()))
      #expect(hasItem)
      queue.putOff(try take())
      count += 1
    }
    #expect(count == 4)
  }
}
