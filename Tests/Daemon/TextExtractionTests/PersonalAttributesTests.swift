import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

struct PersonalAttributesTests {
  private func attributes(
    tags: String? = nil, comment: String? = nil, rating: String? = nil
  ) -> PersonalAttributes {
    PersonalAttributes(tags: tags, comment: comment, rating: rating)
  }

  @Test func `Tags are separated by commas, and none comes twice`() {
    #expect(attributes(tags: "tax, house\n,,tax,two words").tags == ["tax", "house", "two words"])
    #expect(attributes(tags: "a\u{0}b,\u{1b}[0m").tags == ["a b", "[0m"])
    #expect(attributes(tags: String(repeating: "x", count: 300) + ",b").tags == ["b"])
    let many = (0..<1_000).map(String.init).joined(separator: ",")
    #expect(attributes(tags: many).tags.count == 64)
  }

  @Test(arguments: [
    ("10", "5 stars"), ("7", "3.5 stars"), ("2", "1 star"), ("1", "0.5 stars"), ("0", nil),
    ("11", nil), ("-1", nil), ("99999999999999999999", nil), ("x", nil),
  ])
  func `A rating is a tag`(rating: String, tag: String?) {
    #expect(attributes(rating: rating).tags == (tag.map { [$0] } ?? []))
  }

  @Test func `A comment follows plain text, and precedes the parts of other documents`() {
    var text = ExtractedText(type: "text/plain")
    text.text = Array("body".utf8)
    text.tags = ["own", "house"]
    text.add(attributes(tags: "house,tax", comment: " for\tMum \n\n1987\u{7}"))
    #expect(String(decoding: text.text, as: UTF8.self) == "body\n\nfor Mum\n1987")
    #expect(text.tags == ["house", "tax", "own"])

    let request = ExtractionRequest(
      number: 1, format: .pdf, time: 1, textLimit: 100, fileSize: 1)
    var answer = ExtractionAnswer(to: request)
    for page in ["one\n", "two"] {
      _ = answer.take(.part(.page, label: []))
      _ = answer.take(.text(Array(page.utf8)))
    }
    var pages = ExtractedText(type: "application/pdf")
    (pages.text, pages.parts) = (answer.content.text, answer.content.parts)
    pages.add(attributes(comment: "note"))
    #expect(String(decoding: pages.text, as: UTF8.self) == "note\n\none\ntwo")
    #expect(pages.parts.map(\.offset) == [6, 10])
  }

  @Test func `A file without text is found by its comment`() {
    var program = ExtractedText(type: "application/x-executable", extent: .nothing)
    program.add(attributes(tags: "tool"))
    #expect(program.extent == .nothing && program.text.isEmpty)
    program.add(attributes(comment: "the old printer"))
    #expect(program.extent == .whole && program.text == Array("the old printer".utf8))
  }

  @Test(.enabled(if: FilePath.hasAttributes, "the file system has no extended attributes"))
  func `Attributes of files are read, however large they are`() throws {
    let folder = try TemporaryDirectory()
    let path = folder["a.txt"]
    try path.write("body")
    func read() throws -> ExtractedText? {
      let file = try FileDescriptor(openingForeign: path)
      return try DocumentExtractor.plainText(
        of: file, file.status(), name: Array("a.txt".utf8), byteLimit: 1 << 20)
    }
    #expect(try read()?.tags == [])
    #expect(path.set(attribute: "user.xdg.tags", to: "tax,house"))
    #expect(path.set(attribute: "user.baloo.rating", to: "8"))
    #expect(path.set(attribute: "user.xdg.comment", to: ""))
    #expect(try read()?.tags == ["tax", "house", "4 stars"])
    #expect(try read()?.text == Array("body".utf8))
    // Many file systems have no room for values of this size in a file.
    if path.set(attribute: "user.xdg.comment", to: String(repeating: "word ", count: 3_300)) {
      #expect(try read()?.text.count == 6 + 16_384)
    }
  }
}
