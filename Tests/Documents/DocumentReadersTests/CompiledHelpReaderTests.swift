import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct CompiledHelpReaderTests {
  private func read(_ bytes: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try CompiledHelpReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  /// An interval with a block of plain bytes.
  private static func plain(_ text: String) -> [UInt8] {
    var writer = BitWriter()
    writer.write(0, 1)
    writer.write(3, 3)
    writer.write(text.utf8.count, 24)
    let recent = [1, 1, 1].flatMap { CompiledHelpFile.little($0, 4) }
    return writer.bytes + recent + Array(text.utf8)
  }

  private static let pages = [
    "<html><head><title>First</title></head><body><p>one</p></body></html>", "<p>two größe</p>",
  ]

  private static var help: CompiledHelpFile {
    var help = CompiledHelpFile()
    let title = Array("The birds\u{0}".utf8)
    help.files = [
      ("/", []), ("/#SYSTEM", [3, 0, 0, 0, 3, 0, UInt8(title.count), 0] + title),
      ("/z.htm", Array("<p>three".utf8)), ("/a.gif", Array("GIF".utf8)),
    ]
    help.packedFiles = [("/a.html", pages[0].utf8.count), ("/b.htm", pages[1].utf8.count)]
    help.size = pages.joined().utf8.count
    help.intervals = [plain(pages.joined())]
    return help
  }

  @Test func `A help file has a title and pages`() {
    let (sink, failure) = read(Self.help.bytes)
    #expect(failure == nil)
    #expect(sink.text == "three\n\none\n\ntwo größe")
    #expect(sink.fields == [.title: ["The birds"]])
    #expect(sink.parts.map(\.part.label) == ["1", "First", "3"])
  }

  @Test func `Pages with the same bytes are read a few times only`() {
    var help = Self.help
    let page = "<p>" + String(repeating: "four ", count: 2_000)
    help.packedFiles = []
    help.intervals = [Self.plain(page)]
    help.size = page.utf8.count
    help.otherNames = (0..<150).map { "/\($0).htm" }
    let (sink, failure) = read(help.bytes)
    #expect(failure == .damaged("its pages have the same bytes"))
    #expect((10_000..<40_000).contains(sink.text.utf8.count))
  }

  @Test func `Codes, matches and recent distances are unpacked`() {
    var writer = BitWriter()
    writer.write(0, 1)
    writer.begin(1, size: 21)
    writer.write("ab")
    // A distance of 2 with a length of 5, the same one with 10, and the literal bytes after it.
    writer.write(slot: 4, length: 3)
    writer.write(0, 1)
    writer.write(slot: 0, length: 8)
    writer.write("cdef")
    writer.begin(2, size: 9)
    // A distance of 14, whose lowest bits are in a code of their own, and the one before it.
    writer.write(slot: 8, length: 1)
    writer.write(0, 3)
    writer.write(slot: 1, length: 2)
    writer.write("xy")
    var stream = LempelZivExtended(writer.bytes, windowBits: 15)
    var text: [UInt8] = []
    #expect(stream.unpack(30, since: 0, into: &text))
    let expected = "ababababababababa" + "cdef" + "bab" + "abab" + "xy"
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  @Test func `Intervals are unpacked alone, and a damaged one spoils no other`() {
    let first = "<p>" + String(repeating: "word ", count: 6_553)
    var help = CompiledHelpFile()
    help.intervals = [Self.plain(first), Self.plain("<p>last")]
    help.packedFiles = [("/a.htm", first.utf8.count), ("/b.htm", 7)]
    help.size = 32_768 + 7
    #expect(first.utf8.count == 32_768)
    #expect(read(help.bytes).sink.text.hasSuffix("word\n\nlast"))
    help.intervals[0][1] = 0x70
    let (sink, failure) = read(help.bytes)
    #expect(failure == .damaged("a part of the pages cannot be unpacked"))
    #expect(sink.text == "last")
  }

  @Test func `What is no help file is told`() {
    #expect(read([]).failure == .damaged("the directory is damaged"))
    var help = Self.help
    help.window = 3
    let (sink, failure) = read(help.bytes)
    #expect(failure == .damaged("a part of the pages cannot be unpacked"))
    #expect(sink.text == "three")
  }

  @Test func `Damaged help files end and never trap`() {
    var mutations = Mutations(seed: 54)
    var writer = BitWriter()
    writer.write(0, 1)
    writer.begin(2, size: 30)
    writer.write("ab")
    writer.write(slot: 8, length: 20)
    let bits = writer.bytes
    for _ in 0..<4_000 {
      _ = read(mutations.damage(Self.help.bytes))
      var stream = LempelZivExtended(mutations.damage(bits), windowBits: 17)
      var text: [UInt8] = []
      _ = stream.unpack(32_768, since: 0, into: &text)
      #expect(text.count <= 32_768)
    }
  }
}
