import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// Several jailed programs, of which some may be missing or may not run.
@Suite(.timeLimit(.minutes(15)))
struct ProgramTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func extractor() -> DocumentExtractor {
    DocumentExtractor(ExtractionSettings(programs: folder.path))
  }

  /// A program in the folder that is run by the words before it.
  private func install(_ program: ReaderProgram, _ words: String = "") throws {
    try folder[program.rawValue].writeProgram(
      "#!/bin/sh\nexec \(words) \(try Program.sibling(program.rawValue))\n")
  }

  private func read(
    _ extractor: DocumentExtractor, _ format: DocumentFormat
  ) throws -> ExtractedText? {
    let sample = try #require(SampleDocuments.samples[format])
    try folder[sample.name].write(sample.bytes)
    let file = try FileDescriptor(openingForeign: folder[sample.name])
    let result = try extractor.extract(
      file, file.status(), name: Array(sample.name.utf8), byteLimit: 1 << 20)
    guard case .read(let document) = result else { return nil }
    return document
  }

  @Test func `A missing program costs its formats only, and is noticed once it is there`() throws {
    try install(.general)
    let extractor = extractor()
    let current = ReaderVersion(.pdf)
    // A document that was read before keeps its text.
    #expect(extractor.version(replacing: current.rawValue) == current)
    #expect(
      extractor.unavailable == [
        current: .unavailable, ReaderVersion(.external): .unavailable,
      ])
    #expect(try read(extractor, .html)?.reader == ReaderVersion(.html))
    let missing = ReaderVersion(.pdf, .unavailable)
    #expect(try read(extractor, .pdf)?.reader == missing)
    #expect(extractor.obstacles == [.missingProgram(.pdf)])
    #expect(extractor.version(replacing: ReaderVersion(.html).rawValue) == ReaderVersion(.html))
    let text = try #require(extractor.obstacles.first?.text)
    #expect(text.contains("sitta-extract-pdf") && text.contains("poppler"))
    try install(.pdf)
    #expect(extractor.settings.version(replacing: missing.rawValue) == current)
    #expect(try read(extractor, .pdf)?.reader == current)
    #expect(extractor.obstacles == [])
    #expect(extractor.version(replacing: missing.rawValue) == current)
  }

  @Test func `A program can be a link to another one`() throws {
    let settings = ExtractionSettings(programs: folder.path)
    #expect(settings.isMissing(.pdf))
    try folder["sitta-extract-pdf"].makeSymbolicLink(to: folder["program"])
    #expect(settings.isMissing(.pdf))
    try folder["program"].write("")
    #expect(!settings.isMissing(.pdf))
  }

  @Test func `Each program says how it is confined`() throws {
    for program in ReaderProgram.allCases { try install(program) }
    let extractor = extractor()
    #expect(extractor.programs.map(\.isFiltered) == [nil, nil, nil])
    _ = try read(extractor, .pdf)
    #expect(extractor.programs.map { $0.isFiltered != nil } == [false, true, false])
    _ = try read(extractor, .html)
    #expect(extractor.programs.first?.isFiltered == true)
    #expect(Set(extractor.programs.dropLast().map(\.landlock)).count == 1)
  }

  @Test func `Without seccomp filters only readers in Swift run`() throws {
    let probe = "\(try Program.sibling("JailProbe")) unfiltered"
    for program in ReaderProgram.allCases { try install(program, probe) }
    let extractor = extractor()
    for format in [DocumentFormat.pdf, .archive, .epub, .plainText] {
      let document = try #require(try read(extractor, format))
      #expect(document.text == [])
      #expect(document.extent == .part(because: "this kernel has no seccomp filters"))
      #expect(document.reader == ReaderVersion(format, .unavailable))
      #expect(extractor.version(replacing: document.reader.rawValue) == document.reader)
    }
    #expect(try read(extractor, .html)?.text == Array("größe".utf8))
    #expect(extractor.obstacles == [.noFilter])
    #expect(DocumentExtractor.Obstacle.noFilter.text.contains("PDF"))
    #expect(!DocumentExtractor.Obstacle.noFilter.text.contains("HTML"))
    #expect(extractor.programs.dropLast().last?.isFiltered == false)
  }

  /// Installs a program that reads nothing, and answers its first request with a packet.
  private func install(answering packet: ExtractionPacket) throws {
    func command(_ packet: ExtractionPacket) -> String {
      let bytes = packet.bytes.map { byte in
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
      return "printf '\(bytes.joined())' >&0\n"
    }
    let ready = ExtractionPacket(0, [.ready(landlock: 7, isFiltered: true)])
    try folder[ReaderProgram.general.rawValue].writeProgram(
      "#!/bin/sh\n\(command(ready))dd of=/dev/null bs=4096 count=1 2>/dev/null\n\(command(packet))")
  }

  @Test func `One packet may have the whole answer, but not the answer to another request`() throws
  {
    let frames = [
      ExtractionFrame.text(Array("quince".utf8)), .end(.init(.complete, time: 1)),
    ]
    try install(answering: ExtractionPacket(1, frames))
    #expect(try read(extractor(), .html)?.text == Array("quince".utf8))
    try install(answering: ExtractionPacket(2, frames))
    #expect(try read(extractor(), .html) == nil)
    try install(answering: ExtractionPacket(1, [.text([0x61])]))
    #expect(try read(extractor(), .html) == nil)
  }
}
