import DocumentReaders
import ExtractionProtocol
import TestSupport
import Testing
import TextRecognition

/// tesseract itself, with its English language.
@Suite(.timeLimit(.minutes(15)))
struct TextRecognizerTests {
  private static let folder = "/usr/share/tesseract-ocr/5/tessdata"

  private func text(
    of file: [UInt8], languages: [String] = ["eng"], leastPixels: Int = 0,
    wantsMore: @escaping () -> Bool = { true }
  ) throws -> String {
    guard let recognizer = TextRecognizer(languages: languages, folder: Self.folder) else {
      throw ReadingFailure.unsupported("English is not installed")
    }
    var sink = TextSink(canContinue: wantsMore)
    try recognizer.recognize(file.span, leastPixels: leastPixels, into: &sink)
    return String(decoding: sink.text, as: UTF8.self)
  }

  @Test func `The words of a drawn page are recognized`() throws {
    let page = DrawnPage(lines: ["THE OLD BARREL", "IS FULL", "OF RUST"])
    let words = try text(of: page.file).split { $0.isWhitespace }
    #expect(words == ["THE", "OLD", "BARREL", "IS", "FULL", "OF", "RUST"])
  }

  @Test func `An empty page has no words`() throws {
    let file = Array("P5\n600 800\n255\n".utf8) + [UInt8](repeating: 255, count: 480_000)
    #expect(try text(of: file).allSatisfy(\.isWhitespace))
  }

  @Test func `A large page is made smaller and recognized`() throws {
    let line = Array(repeating: "THE OLD BARREL IS FULL OF RUST", count: 4)
    let page = DrawnPage(lines: Array(repeating: line.joined(separator: " "), count: 2))
    #expect(page.width > 3_600)
    #expect(try text(of: page.file).split { $0.isWhitespace }.count { $0 == "BARREL" } == 8)
  }

  @Test func `Recognition ends when no more is wanted`() throws {
    let page = DrawnPage(lines: Array(repeating: "THE OLD BARREL IS FULL", count: 12))
    var asked = 0
    let part = try text(of: page.file) {
      asked += 1
      return asked < 4
    }
    #expect(asked >= 4)
    let words = part.split { $0.isWhitespace }.count { $0 == "BARREL" }
    #expect(words < 6, "\(part)")
  }

  @Test func `A small image is refused without being decoded`() {
    let refusal = ReadingFailure.unsupported("the image is too large or too small")
    #expect(throws: refusal) { try text(of: Self.tiff, leastPixels: 300_000) }
    // A rendered page may be small.
    #expect(throws: Never.self) {
      try text(of: DrawnPage(lines: ["RUST"]).file, leastPixels: 300_000)
    }
  }

  @Test(
    arguments: [
      "", "P5", "P5\n60000 60000\n255\n and nothing", "P5\n0 0\n255\n and nothing",
      "GIF89a and more bytes",
      "%PDF-1.4 and more bytes", "P5\n99999999999 1\n255\n123456",
      "MM\0*\0\0\0\u{8}\0\u{1} and more",
    ])
  func `Other bytes are refused`(bytes: String) {
    #expect(throws: ReadingFailure.self) { try text(of: Array(bytes.utf8)) }
  }

  @Test func `A page that is cut off is refused`() {
    let file = DrawnPage(lines: ["RUST"]).file
    #expect(throws: ReadingFailure.self) { try text(of: Array(file.prefix(file.count / 2))) }
  }

  /// A TIFF file of 8 × 1 white pixels.
  private static let tiff: [UInt8] = {
    // Width, height, bits a pixel, compression, the meaning of 0, where the pixels are, samples,
    // and their bytes.
    let tags: [(UInt8, UInt8)] = [
      (0, 8), (1, 1), (2, 1), (3, 1), (6, 1), (17, 122), (21, 1), (22, 1), (23, 1),
    ]
    var file: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 9, 0]
    for (tag, value) in tags { file += [tag, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0] }
    return file + [0, 0, 0, 0, 0xff]
  }()

  @Test func `An image of one row is decoded`() throws {
    #expect(try text(of: Self.tiff).allSatisfy(\.isWhitespace))
  }

  @Test func `A missing language is refused`() {
    #expect(!canLoad(["xyz"]))
    #expect(!canLoad([]))
    #expect(canLoad(["eng"]))
  }

  private func canLoad(_ languages: [String]) -> Bool {
    switch TextRecognizer(languages: languages, folder: Self.folder) {
    case .some: true
    case .none: false
    }
  }

  @Test func `The version has numbers`() {
    #expect(TextRecognizer.version.split(separator: ".").count >= 2)
  }
}

/// Gathers text as long as it may.
private struct TextSink: DocumentSink {
  let canContinue: () -> Bool
  var text: [UInt8] = []

  var wantsMore: Bool { canContinue() }
  mutating func add(_ value: String, to field: DocumentField) {}
  mutating func begin(_ part: DocumentPart) {}
  mutating func add(text: Span<UInt8>) {
    for index in text.indices { self.text.append(text[index]) }
  }
  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}
}
