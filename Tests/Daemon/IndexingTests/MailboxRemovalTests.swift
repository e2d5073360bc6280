import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import TestSupport
import Testing
import Watching

@testable import Indexing

/// A file with very many members is removed in parts, between which other changes have their turn.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct MailboxRemovalTests {
  let home: TemporaryDirectory
  private let messages: Int64 = 20_000

  /// Makes an index with a mailbox that is not on the disk any more, or is a folder now.
  init() throws {
    home = try TemporaryDirectory()
    for folder in ["state", "files"] { try home[folder].makeDirectory() }
    let writer = try IndexStore(in: home["state"]).open(now: .now).writer
    let mailbox = home["files/all.mbox"]
    var document = Document(status: FileStatus(size: 100 << 20), type: "application/mbox")
    document.text = Array("mailbox".utf8)
    try writer.replace(document, at: mailbox)
    var members = ContainerWriter(mailbox, writer)
    for number in 0..<messages {
      var message = Document(
        status: FileStatus(size: 9, inode: UInt(number)), type: "message/rfc822")
      message.text = Array("acorn \(number)".utf8)
      _ = try members.write(message, at: [[Array("\(number)".utf8)]])
    }
    try members.finish()
    try writer.commit()
    try writer.setCleanShutdown(true)
  }

  private func count() throws -> Int64 {
    try IndexReader(IndexStore(in: home["state"])).statistics().documents.values.reduce(0, +)
  }

  /// Does steps until a part of the messages is gone, saves a note, and does steps until it is found.
  ///
  /// - Returns: how many documents are left then.
  private func removeWhileSaving(_ stepped: SteppedIndexer) async throws -> Int64 {
    for _ in 0..<1_000 where try count() == messages + 1 { _ = await stepped.indexer.step() }
    let begun = try count()
    #expect((1...messages).contains(begun), "The first part is gone.")
    let note = home["files/note.txt"]
    try note.write("pear")
    stepped.watcher.report { $0.paths = [note] }
    for _ in 0..<20 {
      _ = await stepped.indexer.step()
      let reader = try IndexReader(IndexStore(in: home["state"]))
      if try !reader.search(Query(parsing: "pear"), SearchOptions()).hits.isEmpty {
        return try count()
      }
    }
    return 0
  }

  @Test func `A note is found while a mailbox is being removed`() async throws {
    let stepped = try await SteppedIndexer(in: home)
    #expect(try await removeWhileSaving(stepped) > messages / 2)
    #expect(await stepped.settle())
    #expect(try count() == 1)
  }

  @Test func `A note is found while a mailbox gives way to a folder of its name`() async throws {
    let inner = home["files/all.mbox/inner.txt"]
    try inner.write("pear")
    let stepped = try await SteppedIndexer(in: home)
    #expect(try await removeWhileSaving(stepped) > messages / 2)
    #expect(await stepped.settle())
    #expect(try await stepped.listed() == [inner, home["files/note.txt"]])
  }
}
