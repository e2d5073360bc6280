import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing
import TextExtraction

/// The real program in a jail that kills it at the first refused call: a call that a reader, the C library
/// or the Swift runtime has begun to make is seen here first.
struct StrictJailTests {
  let folder: TemporaryDirectory
  let extractor: DocumentExtractor

  init() throws {
    folder = try TemporaryDirectory()
    for program in ReaderProgram.allCases.map(\.rawValue) {
      try folder[program].writeProgram(
        "#!/bin/sh\nexec \(try Program.sibling(program)) --strict\n")
    }
    extractor = DocumentExtractor(ExtractionSettings(programs: folder.path))
  }

  /// Reads a document; the text includes the text of its members.
  func read(_ name: String, _ bytes: [UInt8]) throws -> DocumentExtractor.Result {
    try folder[name].write(bytes)
    let file = try FileDescriptor(openingForeign: folder[name])
    var text: [UInt8] = []
    let result = try extractor.extract(
      file, file.status(), name: Array(name.utf8), byteLimit: 1 << 20,
      member: { text += ($0.path.last ?? []) + $0.document.text })
    guard case .read(var document) = result else { return result }
    document.text += text
    return .read(document)
  }

  @Test(arguments: DocumentFormat.allCases.filter { $0 != .external })
  func `A reader makes no refused call`(format: DocumentFormat) throws {
    let document = try #require(SampleDocuments.samples[format], "Add a sample of \(format.name).")
    // A worker ends after 256 documents.
    for _ in 0..<(document.hasText ? 300 : 3) {
      guard case .read(let text) = try read(document.name, document.bytes) else {
        Issue.record("The reader of \(format.name) was killed.")
        return
      }
      #expect(String(decoding: text.text, as: UTF8.self).contains("größe") == document.hasText)
    }
  }

  @Test(
    arguments: [
      "big5", "euc-kr", "gb18030", "ibm866", "iso-2022-jp", "iso-8859-2", "koi8-r", "macintosh",
      "shift_jis", "windows-1251",
    ])
  func `No file is opened for an encoding`(name: String) throws {
    let bytes = Array("<meta charset=\(name)><p>a word ".utf8) + [0xb1, 0xb2]
    guard case .read(let text) = try read("a.html", bytes) else {
      Issue.record("The reader was killed.")
      return
    }
    #expect(String(decoding: text.text, as: UTF8.self).contains("a word"))
    #expect(text.charset != nil)
  }

  @Test func `The jail is made while there is one thread only`() throws {
    let sample = try #require(SampleDocuments.samples[.html])
    _ = try read(sample.name, sample.bytes)
    let process = try #require(extractor.processNumber)
    let status = FilePath.root.appending("proc").appending("\(process)").appending("status")
    #expect(try status.text().split(separator: "\n").contains("Threads:\t1"))
  }
}
