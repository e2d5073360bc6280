import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// PDF documents through the real jailed program.
@Suite(.timeLimit(.minutes(15)))
struct PortableDocumentExtractionTests {
  let folder: TemporaryDirectory
  let extractor: DocumentExtractor

  init() throws {
    folder = try TemporaryDirectory()
    let programs = try Program.sibling("sitta-extract-pdf").parent
    extractor = DocumentExtractor(ExtractionSettings(programs: programs))
  }

  private func read(_ bytes: [UInt8], as name: String = "a.pdf") throws -> ExtractedText? {
    try folder[name].write(bytes)
    let file = try FileDescriptor(openingForeign: folder[name])
    let result = try extractor.extract(
      file, file.status(), name: Array(name.utf8), byteLimit: 1 << 20)
    guard case .read(let document) = result else { return nil }
    return document
  }

  private func words(_ document: ExtractedText?) -> [String] {
    String(decoding: document?.text ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }

  @Test func `Title and text of all pages are read`() throws {
    let document = try read(SampleDocuments.portableDocument.bytes)
    #expect(document?.title == "A title")
    #expect(document?.authors == ["Ann B", "C"])
    #expect(words(document) == ["page", "one", "größe"])
    #expect(document?.extent == .whole)
    #expect(document?.reader == ReaderVersion(.pdf))
  }

  @Test(arguments: [("Report", "report.pdf", nil), ("Report", "b.pdf", "Report")])
  func `A title that is the name of the file is none`(
    title: String, name: String, expected: String?
  ) throws {
    var document = PortableDocument(["a"])
    document.information = "/Title(\(title))"
    #expect(try read(document.bytes, as: name)?.title == expected)
  }

  @Test func `A killed program reads the next document`() throws {
    _ = try read(SampleDocuments.portableDocument.bytes)
    let process = try #require(extractor.processNumber)
    _ = try ChildProcess.run(
      ChildProcess.Command("/bin/kill", ["-KILL", "\(process)"].map { Array($0.utf8) }),
      until: .now + .seconds(60))
    // The end is noticed before or while the next documents are read.
    for _ in 0..<1_000 where extractor.processNumber == process {
      _ = try read(PortableDocument(["quince"]).bytes)
    }
    #expect(words(try read(PortableDocument(["quince"]).bytes)) == ["quince"])
    #expect(extractor.processNumber != process)
  }

  @Test(.enabled(if: FilePath("/usr/bin/qpdf").exists, "qpdf is missing."))
  func `A document with a password has no text, and says so`() throws {
    try folder["open.pdf"].write(PortableDocument(["quince"]).bytes)
    let words = ["--encrypt", "secret", "owner", "256", "--", "\(folder["open.pdf"])"]
    let report = try ChildProcess.run(
      ChildProcess.Command(
        "/usr/bin/qpdf", (words + ["\(folder["closed.pdf"])"]).map { Array($0.utf8) }),
      until: .now + .seconds(60))
    #expect(report.ending == .exited(0))
    let document = try read(try folder["closed.pdf"].contents())
    #expect(document?.text == [])
    #expect(document?.extent == .locked)
  }

  @Test(.enabled(if: FilePath("/usr/share/poppler/cMap").exists, "poppler-data is missing."))
  func `Japanese in a font that is not embedded is read in the jail`() throws {
    var document = PortableDocument([""])
    document.pages = [[0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]]
    document.font = """
      <</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light-90ms-RKSJ-H/Encoding/90ms-RKSJ-H\
      /DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo\
      <</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000/FontDescriptor\
      <</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4>>>>]>>
      """
    #expect(words(try read(document.bytes)) == ["日本語"])
  }

  @Test(.enabled(if: FilePath("/usr/bin/pdftotext").exists, "poppler-utils is missing."))
  func `The words are those of pdftotext`() throws {
    let pages = (0..<20).map { page in
      (0..<40).map { "line \($0) of page \(page) has words and num-" }.joined(separator: "\n")
    }
    let bytes = PortableDocument(pages).bytes
    let document = try read(bytes)
    let report = try ChildProcess.run(
      ChildProcess.Command(
        "/usr/bin/pdftotext", ["\(folder["a.pdf"])", "-"].map { Array($0.utf8) }),
      until: .now + .seconds(60))
    let expected = String(decoding: report.output, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map(String.init)
    let areEqual = words(document) == expected
    #expect(areEqual)
    #expect(expected.count > 5_000)
  }

  @Test func `Of a document that takes too long the pages until then are kept`() throws {
    let line = Array(repeating: "quince and medlar", count: 4).joined(separator: " ")
    let page = Array(repeating: line, count: 50).joined(separator: "\n")
    try folder["a.pdf"].write(PortableDocument(Array(repeating: page, count: 500)).bytes)
    let file = try FileDescriptor(openingForeign: folder["a.pdf"])
    let process = try JailedProgram(try Program.sibling("sitta-extract-pdf"))
    let request = ExtractionRequest(
      number: 1, format: .pdf, time: 50, textLimit: 32 << 20,
      fileSize: UInt64(try file.status().size))
    var buffer = [UInt8](repeating: 0, count: ExtractionPacket.maximumSize)
    guard case .received = process.receive(into: &buffer, waiting: 60_000) else {
      Issue.record("The program is not ready.")
      return
    }
    let isSent = process.send(request, file)
    #expect(isSent)
    var answer = ExtractionAnswer(to: request)
    while case .received(let size) = process.receive(into: &buffer, waiting: 60_000) {
      let packet = try #require(ExtractionPacket.read(buffer[..<size]))
      let last = packet.frames.map { answer.take($0) }.last
      guard case .ended(let ending)? = last else { continue }
      let read = answer.parts.count
      #expect((1..<500).contains(read))
      #expect(answer.text.count >= (read - 1) * page.utf8.count)
      let document = ExtractedText(answer.content, ending, type: "application/pdf", .pdf)
      let reason = "reading the rest takes too long (page \(read) of 500)"
      #expect(document.extent == .part(because: reason))
      return
    }
    Issue.record("The answer has no end.")
  }
}
