import ExtractionProtocol
import IndexStorage
import LinuxSystem
import TestSupport
import TextExtraction
import Testing

@testable import Indexing

/// Which image is next, with a real index and a real cache.
struct RecognitionQueueTests {
  let folder: TemporaryDirectory
  let writer: IndexWriter
  let cache: RecognitionCache
  let queue = RecognitionQueue()
  let now = ContinuousClock.now
  let second = UnixTime(seconds: 1_800_000_000)
  let settings: RecognitionSettings

  init() throws {
    folder = try TemporaryDirectory()
    writer = try IndexStore(in: folder.path).open(now: .now).writer
    cache = RecognitionCache(in: folder.path)
    try folder["eng.traineddata"].write("")
    settings = RecognitionSettings(.pages, RecognitionLanguages(["english"], in: [folder.path]))
  }

  private func put(_ path: String, _ pages: String, inode: UInt, isPicture: Bool = false) throws {
    var document = Document(
      status: FileStatus(size: 9, device: 0, inode: inode), type: "application/pdf")
    document.scan = Document.Scan(isPicture: isPicture, pages: pages)
    try writer.replace(document, at: FilePath(stringLiteral: path))
    try writer.commit()
  }

  private func file(_ inode: UInt64) -> FileVersion {
    FileVersion(
      size: 9, modified: FileStatus(size: 9, device: 0, inode: 1).modified, inode: inode)
  }

  private func take(_ settings: RecognitionSettings? = nil) throws -> String {
    switch try queue.takeNext(
      writer, settings ?? self.settings, cache, at: now, second: second)
    {
    case .recognize(let image): "\(image.path) \(image.page)"
    case .read(let path): "read \(path)"
    case .readMembers(let members, of: let path): "read \(members.count) of \(path)"
    case nil: "nothing"
    }
  }

  private func need(
    _ settings: RecognitionSettings? = nil, after time: Duration = .zero
  ) throws -> JailedWorkNeed {
    try queue.need(writer, settings ?? self.settings, at: now + time)
  }

  private func finish(_ result: RecognizedImage.Result, _ inode: UInt64, _ page: UInt32) {
    guard let outcome = queue.finish(result, at: now) else { return }
    cache.record(
      outcome, page, of: file(inode), languages: "eng", engine: "5", now: second)
  }

  @Test func `Pages are recognized one at a time, then the document is read`() throws {
    #expect(try need() == .nothing)
    try put("/a.pdf", "2-3", inode: 1)
    #expect(try need() == .ready)
    #expect(try take() == "/a.pdf 2")
    // One at a time.
    #expect(try need() == .nothing)
    #expect(try take() == "nothing")
    finish(.done(.recognized(hash: [1], text: [0x61])), 1, 2)
    #expect(try take() == "/a.pdf 3")
    finish(.done(.nothing), 1, 3)
    #expect(try take() == "read /a.pdf")
    // It is read once, not for ever.
    #expect(try take() == "nothing")
    #expect(try need() == .later(now + RecognitionQueue.shortWait))
    #expect(try need(after: RecognitionQueue.shortWait) == .ready)
  }

  @Test func `Nothing is done while recognition is off or has no language`() throws {
    try put("/a.pdf", "1", inode: 1)
    #expect(try need(RecognitionSettings(.nothing, settings.languages)) == .nothing)
    #expect(try need(RecognitionSettings(.pages)) == .nothing)
    #expect(try need() == .ready)
  }

  @Test func `Pictures wait until they are wanted`() throws {
    try put("/a.png", "1", inode: 1, isPicture: true)
    #expect(try need() == .nothing)
    let all = RecognitionSettings(.pagesAndPictures, settings.languages)
    #expect(try need(all) == .ready)
    #expect(try take(all) == "/a.png 1")
  }

  @Test func `A page that ends its program twice is left without text`() throws {
    try put("/a.pdf", "1", inode: 1)
    #expect(try take() == "/a.pdf 1")
    finish(.failed, 1, 1)
    #expect(try take() == "/a.pdf 1")
    finish(.failed, 1, 1)
    #expect(try take() == "read /a.pdf")
  }

  @Test func `A document that has changed waits, and others go on`() throws {
    try put("/a.pdf", "1", inode: 1)
    try put("/b.pdf", "1", inode: 2)
    #expect(try take() == "/a.pdf 1")
    finish(.changed, 1, 1)
    #expect(try take() == "/b.pdf 1")
    finish(.interrupted, 2, 1)
    #expect(try take() == "/b.pdf 1")
  }

  @Test func `Without a program all wait, until the settings change`() throws {
    try put("/a.pdf", "1", inode: 1)
    #expect(try take() == "/a.pdf 1")
    finish(.missingProgram, 1, 1)
    #expect(try need() == .later(now + RecognitionQueue.longWait))
    queue.reset()
    #expect(try need() == .ready)
  }

  /// Puts a file with scanned members, of which the first has the checksum 1.
  private func putContainer(_ path: FilePath, members: UInt) throws {
    var file = Document(status: FileStatus(size: 9, device: 0, inode: 900), type: "application/zip")
    file.text = Array("text".utf8)
    try writer.replace(file, at: path)
    var container = ContainerWriter(path, writer)
    for number in 1...members {
      var document = Document(
        status: FileStatus(
          size: 9, modified: FileTime(nanoseconds: 7), checksum: UInt64(number)),
        type: "application/pdf")
      document.scan = Document.Scan(isPicture: false, pages: "1")
      _ = try container.write(document, at: [[Array("\(number).pdf".utf8)]])
    }
    try writer.commit()
  }

  private func content(_ checksum: UInt64) -> FileVersion {
    FileVersion(size: 9, modified: FileTime(nanoseconds: 0), inode: checksum)
  }

  @Test func `A container is read once all images of its members are done`() throws {
    try putContainer("/a.zip", members: 3)
    try put("/b.pdf", "1", inode: 70)
    for number: UInt64 in 1...3 {
      let next = try queue.takeNext(writer, settings, cache, at: now, second: second)
      guard case .recognize(let image) = next else {
        Issue.record("\(String(describing: next))")
        return
      }
      #expect(image.file == content(number))
      let container = try #require(image.container)
      #expect(container.path == "/a.zip" && container.file.inode == 900)
      #expect(container.members == [content(1), content(2), content(3)])
      let outcome = try #require(queue.finish(.done(.nothing), at: now))
      cache.record(
        outcome, 1, of: image.file, languages: "eng", engine: nil, now: second)
    }
    #expect(try need() == .ready)
    #expect(try take() == "read 3 of /a.zip")
    #expect(try take() == "/b.pdf 1")
    finish(.changed, 70, 1)
    #expect(try need() == .later(now + RecognitionQueue.shortWait))
  }

  @Test func `A container with very many images is read in between`() throws {
    try putContainer("/a.zip", members: 503)
    for number: UInt64 in 1...502 {
      cache.record(.nothing, 1, of: content(number), languages: "eng", engine: nil, now: second)
    }
    #expect(try take() == "read 500 of /a.zip")
    #expect(try take().hasSuffix("/503.pdf 1"))
    finish(.done(.nothing), 503, 1)
    cache.record(.nothing, 1, of: content(503), languages: "eng", engine: nil, now: second)
    #expect(try take() == "read 3 of /a.zip")
  }

  @Test func `Enough for one day is enough`() throws {
    try put("/a.pdf", "1-600", inode: 1)
    for page: UInt32 in 1...500 {
      cache.record(.nothing, page, of: file(1), languages: "eng", engine: nil, now: second)
    }
    #expect(try take() == "read /a.pdf")
    try put("/a.pdf", "501-600", inode: 1)
    queue.reset()
    #expect(try take() == "nothing")
    #expect(try need() == .later(now + RecognitionQueue.longWait))
  }
}
