import IndexStorage
import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// Random changes, and a reader of the feed that is killed again and again.
@Suite(.timeLimit(.minutes(15)))
struct FeedStormTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `After random changes the copy of a killed reader equals the index`(seed: UInt64) throws {
    var storm = try FeedStorm(seed: seed)
    let size = 1_000
    for number in 1...3 * size {
      try storm.change()
      if storm.chance(of: 6) { try storm.read() }
      if number % 300 == 0 { storm.killReader() }
      if number == size { try storm.rebuild() }
      if number == 2 * size { try storm.loseLog() }
      if number % 500 == 0 {
        try storm.catchUp()
        #expect(storm.copy.lines == (try FeedCopy.lines(of: storm.store)), "change \(number)")
      }
    }
    // One for the new index, and at most one for the lost commits.
    #expect((1...2).contains(storm.copy.resets))
    var fresh = FeedCopy()
    try storm.catchUp(&fresh)
    #expect(fresh.lines == storm.copy.lines)
    #expect(fresh.documents.count > 20)
  }
}

/// An index that changes at random, and a reader of its feed.
struct FeedStorm {
  private(set) var store: IndexStore
  private(set) var copy = FeedCopy()
  private var folder: TemporaryDirectory
  private var opened: IndexStore.Opened?
  private var random: SplitMix
  /// The texts that the files have.
  private var files: [String: String] = [:]
  private var position: FeedPosition?
  /// A clock that the reader stored before.
  private var stored: IndexClock?

  init(seed: UInt64) throws {
    random = SplitMix(seed: seed)
    folder = try TemporaryDirectory()
    store = IndexStore(in: folder.path)
    opened = try store.open(now: 0)
  }

  private var writer: IndexWriter {
    get throws { try #require(opened?.writer) }
  }

  mutating func chance(of sides: Int) -> Bool { Int.random(in: 0..<sides, using: &random) == 0 }

  // MARK: - The writer

  mutating func change() throws {
    let writer = try writer
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: try put(file(), text())
    case 8: _ = try writer.remove(FilePath(file()))
    case 9: _ = try writer.remove(FilePath(folderName()), limit: 3)
    case 10, 11: try writer.move(FilePath(file()), to: FilePath(file()))
    case 12: try writer.move(FilePath(folderName()), to: FilePath(folderName()))
    case 13: try writer.exchange(FilePath(file()), with: FilePath(file()))
    case 14: try writer.recordFolder(FilePath(folderName()), inode: 5)
    case 15: try writer.markAway(FilePath(folderName()))
    case 16: try putContainer(file() + ".zip")
    case 17: writer.rollBack()
    default: try writer.commit()
    }
  }

  private mutating func put(_ path: String, _ text: String) throws {
    var document = Document(
      status: FileStatus(size: text.utf8.count, modified: Int.random(in: 0..<3, using: &random)),
      type: "text/plain")
    document.text = Array(text.utf8)
    try writer.replace(document, at: FilePath(path))
  }

  private mutating func putContainer(_ path: String) throws {
    try put(path, "")
    var members = ContainerWriter(FilePath(path), try writer)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let text = text()
      var document = Document(
        status: FileStatus(
          size: text.utf8.count, inode: UInt.random(in: 0..<4, using: &random)),
        type: "text/plain")
      document.text = Array(text.utf8)
      let names = file().split(separator: "/").map { Array($0.utf8) }
      _ = try members.write(
        document, at: chance(of: 2) ? [names] : [[Array("in.tar".utf8)], names])
    }
    try members.finish()
  }

  private mutating func folderName() -> String {
    (0..<Int.random(in: 1...3, using: &random))
      .map { _ in "/d\(Int.random(in: 0..<3, using: &random))" }.joined()
  }

  private mutating func file() -> String {
    folderName() + "/f \(Int.random(in: 0..<6, using: &random))"
  }

  private mutating func text() -> String {
    let words = ["nut", "séed", "bark", "日本", "wing", "nest"].shuffled(using: &random)
    return words.prefix(Int.random(in: 0...6, using: &random)).joined(separator: " ")
  }

  /// Replaces the index by a new one with other files.
  mutating func rebuild() throws {
    try writer.commit()
    try writer.setCleanShutdown(true)
    stored = nil
    opened = nil
    opened = try store.rebuild(.request, because: "A test.", now: 1)
    for _ in 0..<40 { try put(file(), text()) }
    try writer.commit()
    let rebuild = try #require(opened?.rebuild)
    try writer.markRebuilt()
    try writer.checkpoint()
    opened = nil
    try store.exchange(rebuild, at: 2)
    opened = try store.open(now: 2)
  }

  /// Opens the index without its log, as after a crash of the machine, in another folder.
  mutating func loseLog() throws {
    try writer.commit()
    try writer.checkpoint()
    for _ in 0..<30 { try put(file(), text()) }
    try writer.commit()
    try read()
    // Its copy and its clock are stored in one transaction.
    stored = nil
    for _ in 0..<30 { try put(file(), text()) }
    try writer.commit()
    let next = try TemporaryDirectory()
    try next.path.appending("index.sqlite").write(store.file.contents())
    (folder, store) = (next, IndexStore(in: next.path))
    opened = try store.open(now: 3)
    #expect(opened?.wasInterrupted == true)
  }

  // MARK: - The reader

  /// Reads some pages.
  mutating func read() throws {
    let reader = try IndexReader(store)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let page = try page(of: reader)
      copy.apply(page)
      position = page.next
      if chance(of: 3) { stored = copy.clock }
    }
  }

  private mutating func page(of reader: IndexReader) throws -> FeedPage {
    // Small pages and small parts of texts.
    let feed = Feed(
      position: position, limit: Int.random(in: 1...9, using: &random), includesTexts: true,
      textLimit: 20)
    return try feed.run(in: Snapshot(of: reader))
  }

  /// The reader starts again from a clock that it has stored, which may be older than its copy.
  mutating func killReader() {
    let clock = chance(of: 2) ? stored ?? copy.clock : copy.clock
    position = clock.map { FeedPosition(after: $0) }
    if position == nil { (copy.documents, copy.folders) = ([:], [:]) }
    copy.parts = [:]
  }

  mutating func catchUp() throws {
    try writer.commit()
    let reader = try IndexReader(store)
    while true {
      let page = try page(of: reader)
      copy.apply(page)
      position = page.next
      if page.isCurrent { break }
    }
  }

  /// Has another reader read everything.
  func catchUp(_ copy: inout FeedCopy) throws {
    let reader = try IndexReader(store)
    var page = try reader.changes(after: nil, limit: 50, includingTexts: true)
    copy.apply(page)
    while !page.isCurrent {
      page = try reader.changes(after: page.next, limit: 50, includingTexts: true)
      copy.apply(page)
    }
  }
}
