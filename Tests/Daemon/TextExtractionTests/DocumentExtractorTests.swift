import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// The extractor and the real jailed program.
@Suite(.timeLimit(.minutes(15)))
struct DocumentExtractorTests {
  let folder: TemporaryDirectory
  let extractor: DocumentExtractor

  init() throws {
    folder = try TemporaryDirectory()
    let tests = try FilePath.root.appending("proc").appending("self").appending("exe")
      .resolvingSymbolicLinks()
    extractor = DocumentExtractor(ExtractionSettings(programs: tests.parent))
  }

  private func extract(
    _ bytes: [UInt8], as name: String, limit: Int = 1 << 20, isInterrupted: () -> Bool = { false }
  ) throws -> DocumentExtractor.Result {
    try folder[name].write(bytes)
    let file = try FileDescriptor(openingForeign: folder[name])
    return try extractor.extract(
      file, file.status(), name: Array(name.utf8), byteLimit: limit, isInterrupted: isInterrupted)
  }

  private func text(_ result: DocumentExtractor.Result) -> String? {
    guard case .read(let document) = result else { return nil }
    return String(decoding: document.text, as: UTF8.self)
  }

  @Test func `A document that was cut after its size was asked is read as far as it goes`() throws {
    let page = Array("<p>beginning".utf8)
    try folder["a.html"].write(page + Array(repeating: UInt8(ascii: "x"), count: 200_000))
    let file = try FileDescriptor(openingForeign: folder["a.html"])
    let status = try file.status()
    try folder["a.html"].write(page)
    let result = try extractor.extract(file, status, name: Array("a.html".utf8), byteLimit: 1 << 20)
    #expect(text(result) == "beginning")
  }

  @Test func `Hundreds of documents are read, by more than one process`() throws {
    for number in 0..<600 {
      let result = try extract(Array("<title>T</title><p>text \(number)".utf8), as: "a.html")
      #expect(text(result) == "text \(number)")
    }
  }

  @Test func `An empty document has an empty text`() throws {
    guard case .read(let document) = try extract([], as: "a.html") else {
      Issue.record("It was not read.")
      return
    }
    #expect(document.text == [])
    #expect(document.extent == .whole)
    #expect(document.reader == ReaderVersion(.html))
  }

  @Test func `A document that ends the program is told, and the next one is read`() throws {
    _ = try extract(Array("<p>a".utf8), as: "a.html")
    let process = try #require(extractor.processNumber)
    _ = try ChildProcess.run(
      ChildProcess.Command("/bin/kill", ["-KILL", "\(process)"].map { Array($0.utf8) }),
      until: .now + .seconds(60))
    // The end is noticed before or while the next documents are read.
    var last = DocumentExtractor.Result.crashed
    for _ in 0..<1_000 where last == .crashed || extractor.processNumber == process {
      last = try extract(Array("<p>b".utf8), as: "b.html")
    }
    #expect(text(last) == "b")
    #expect(extractor.processNumber != process)
  }

  @Test func `A long text is cut at the limit`() throws {
    let bytes = Array(String(repeating: "<p>word ", count: 200_000).utf8)
    guard case .read(let document) = try extract(bytes, as: "a.html", limit: 100_000) else {
      Issue.record("It was not read.")
      return
    }
    #expect((100_000..<200_000).contains(document.text.count))
    #expect(document.extent == .part(because: "its text is longer than the limit"))
  }

  @Test func `A text in one piece is cut at the limit`() throws {
    let sample = try #require(SampleDocuments.samples[.plainText])
    guard case .read(let document) = try extract(sample.bytes, as: sample.name, limit: 3) else {
      Issue.record("It was not read.")
      return
    }
    #expect(document.extent == .part(because: "its text is longer than the limit"))
    let json = "{\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\""
    let bytes = Array((json + String(repeating: "word ", count: 200_000) + "\"]}]}").utf8)
    guard case .read(let notebook) = try extract(bytes, as: "a.ipynb", limit: 100_000) else {
      Issue.record("It was not read.")
      return
    }
    #expect((100_000..<200_000).contains(notebook.text.count))
  }

  @Test func `Without the program, a document has no text and is read again later`() throws {
    extractor.settings.programs = folder.path
    guard case .read(let document) = try extract(Array("<p>a".utf8), as: "a.html") else {
      Issue.record("It was not read.")
      return
    }
    #expect(document.text == [])
    let reason = "the program that reads it is missing or does not run"
    #expect(document.extent == .part(because: reason))
    #expect(document.reader == ReaderVersion(.html, .unavailable))
    #expect(document.reader != .plainText)
  }

  @Test func `A program that does not run blames no document`() throws {
    extractor.settings.programs = folder.path
    try folder["sitta-extract"].writeProgram("#!/bin/sh\nexit 70\n")
    guard case .read(let document) = try extract(Array("<p>a".utf8), as: "a.html") else {
      Issue.record("It was not read.")
      return
    }
    #expect(document.reader == ReaderVersion(.html, .unavailable))
    #expect(extractor.obstacles == [.missingProgram(.general)])
  }

  @Test func `A format that is left out, or paused, is not given to a program`() throws {
    _ = extractor.settings.formats.apply("-html")
    guard case .read(let leftOut) = try extract(Array("<p>a".utf8), as: "a.html") else {
      Issue.record("It was not read.")
      return
    }
    #expect(leftOut.extent == .nothing)
    #expect(leftOut.reader == ReaderVersion(.html, .leftOut))
    #expect(extractor.unavailable == [ReaderVersion(.html): .leftOut])
    extractor.settings.formats = FormatSelection()
    extractor.paused = [ReaderVersion(.html): "it rests"]
    guard case .read(let paused) = try extract(Array("<p>a".utf8), as: "a.html") else {
      Issue.record("It was not read.")
      return
    }
    #expect(paused.extent == .part(because: "it rests"))
    #expect(paused.reader == ReaderVersion(.html, .unavailable))
    #expect(extractor.processNumber == nil)
    extractor.paused = [:]
    #expect(text(try extract(Array("<p>a".utf8), as: "a.html")) == "a")
  }

  @Test func `With strict isolation each document has a process of its own`() throws {
    extractor.settings.isolatesDocuments = true
    for number in 0..<20 {
      #expect(text(try extract(Array("<p>\(number)".utf8), as: "a.html")) == "\(number)")
    }
  }

  @Test func `A stored version is current until its own reader changes`() {
    let settings = extractor.settings
    // `ExternalReaderTests` has the readers that the configuration names.
    let formats = DocumentFormat.allCases.filter { $0 != .external }
    for format in formats {
      let version = ReaderVersion(format)
      #expect(settings.version(replacing: version.rawValue) == version)
      let missing = ReaderVersion(format, .unavailable)
      #expect(settings.version(replacing: missing.rawValue) == version)
    }
    for format in formats {
      let stored = Int64(format.rawValue) * 10_000
      func version(_ number: Int64, _ availability: ReaderAvailability) -> Int64 {
        ReaderVersion(replacing: stored + number, among: ExternalReaders()) { _ in availability }
          .rawValue - stored
      }
      // Earlier text is kept while the format cannot be read.
      #expect([0, 1, 77].map { version($0, .unavailable) } == [0, 1, 77])
      #expect(version(9_999, .unavailable) == 0)
      #expect([0, 1, 9_999].map { version($0, .leftOut) } == [9_999, 9_999, 9_999])
      #expect(version(9_999, .available) == Int64(format.readerVersion))
    }
    #expect(settings.version(replacing: 2) == .plainText)
    #expect(settings.version(replacing: 9_999_999) == .plainText)
    #expect(settings.version(replacing: -3) == .plainText)
  }
}
