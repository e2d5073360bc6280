import IndexStorage
import LinuxSystem
import Meaning
import TestSupport
import TextExtraction
import Testing

@testable import Indexing

/// When documents are encoded, with a real index.
struct EncodingQueueTests {
  private let folder: TemporaryDirectory
  private let writer: IndexWriter
  private let queue = EncodingQueue()
  private let now = ContinuousClock.now
  private let file = EncoderFile("/encoder", identity: [UInt8](repeating: 1, count: 16))

  init() throws {
    folder = try TemporaryDirectory()
    try folder["table"].write(VectorTableFile.bytes(alike: ["car garage repair"], identity: 1))
    let text = try TextSettings(meaning: VectorTable(folder["table"]), encoder: file)
    writer = try IndexStore(in: folder.path, text: text).open(now: .now).writer
  }

  private func put(_ count: Int) throws {
    for number in 1...count {
      var document = Document(status: FileStatus(), type: "text/plain")
      document.text = Array("the car is in the garage for a repair \(number)".utf8)
      try writer.replace(document, at: FilePath(stringLiteral: "/\(number).txt"))
    }
    try writer.commit()
  }

  private func need(after time: Duration = .zero) throws -> JailedWorkNeed {
    try queue.need(writer, file, at: now + time)
  }

  @Test func `Twenty documents are one step, and there is one step at a time`() throws {
    #expect(try need() == .nothing)
    try put(25)
    #expect(try queue.need(writer, nil, at: now) == .nothing)
    #expect(try need() == .ready)
    let first = try queue.takeNext(writer)
    #expect(first.map(\.document.rawValue) == [Int64]((6...25).reversed()))
    #expect(queue.isBusy)
    #expect(try need() == .nothing)
    try writer.record(first.map { ($0, nil) })
    queue.finish(nil, at: now)
    #expect(try need() == .ready)
    #expect(try queue.takeNext(writer).count == 5)
  }

  @Test(
    arguments: [
      (JailedFailure.died, RecognitionQueue.shortWait, "it ended unexpectedly"),
      (.shortage, RecognitionQueue.shortWait, "too little memory"),
      (.missingProgram, RecognitionQueue.longWait, "Install Sitta again"),
      (.interrupted, .zero, nil),
    ] as [(JailedFailure, Duration, String?)])
  func `After a failure it is tried again later, and the status says why`(
    failure: JailedFailure, wait: Duration, words: String?
  ) throws {
    try put(1)
    _ = try queue.takeNext(writer)
    queue.finish(failure, at: now)
    #expect(try need() == (wait == .zero ? .ready : .later(now + wait)))
    #expect(try need(after: wait) == .ready)
    #expect((queue.warning == nil) == (words == nil))
    #expect(queue.warning?.contains(words ?? "") != false)
    queue.reset()
    #expect(queue.warning == nil)
    #expect(try need() == .ready)
    queue.finish(failure, at: now)
    queue.finish(nil, at: now)
    #expect(queue.warning == nil)
  }
}
