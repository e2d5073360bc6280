import ExtractionProtocol
import LinuxSystem
import Testing

@testable import TextExtraction

/// The fields of an answer after the daemon's checks: it trusts no reader.
struct ExtractedFieldsTests {
  private func extracted(
    _ fields: [(DocumentField, String)], text: String = "text"
  ) -> ExtractedText {
    let request = ExtractionRequest(
      number: 7, format: .html, time: 1_000, textLimit: 100_000, fileSize: 1)
    var answer = ExtractionAnswer(to: request)
    var frames = fields.map { ExtractionFrame.field($0, Array($1.utf8)) }
    frames += [.part(.page, label: Array("iv".utf8)), .text(Array(text.utf8))]
    for frame in frames { _ = answer.take(frame) }
    return ExtractedText(
      answer.content, ExtractionFrame.Ending(.complete, time: 1_234), type: "text/html", .html)
  }

  @Test func `All fields are kept, and the text begins with the text`() {
    let document = extracted([
      (.title, "Title"), (.author, "Ann"), (.author, "Bob"), (.recipient, "Cid"),
      (.created, "never"), (.created, "2024-05-01T10:20:30Z"), (.language, "de-AT"),
      (.pages, "12"), (.keyword, "tag"), (.identifier, "1@x"), (.charset, "KOI8-R"),
      (.attachments, "3"),
    ])
    #expect(document.title == "Title")
    #expect(document.authors == ["Ann", "Bob"])
    #expect(document.recipients == ["Cid"])
    #expect(document.created?.rfc3339 == "2024-05-01T10:20:30Z")
    #expect(document.declaredLanguage == "de-AT")
    #expect(document.pages == 12)
    #expect(document.attachments == 3)
    #expect(document.tags == ["tag"])
    #expect(document.identifier == "1@x")
    #expect(document.charset == "KOI8-R")
    #expect(document.readingTime == 1_234)
    #expect(document.text == Array("text".utf8))
    #expect(document.parts.map(\.offset) == [0])
    #expect(document.parts.map(\.part) == [DocumentPart(.page, label: "iv")])
  }

  @Test func `Names of people are cut, and empty and repeated ones are left out`() {
    let long = String(repeating: "ä", count: 400)
    let document = extracted(
      [(.author, " Ann "), (.author, "Ann"), (.author, "  "), (.author, long)]
        + (0..<100).map { (.author, "author \($0)") } + (0..<1_100).map { (.recipient, "r \($0)") })
    #expect(document.authors.count == 16)
    #expect(document.authors[0] == "Ann")
    #expect(document.authors[1] == String(repeating: "ä", count: 128))
    #expect(document.recipients.count == 1_000)
  }

  @Test(arguments: ["", "-1", "many", "99999999999999999999", "10000001", "1.5"])
  func `A number that is no count is left out`(number: String) {
    let document = extracted([(.pages, number), (.attachments, number)])
    #expect(document.pages == nil)
    #expect(document.attachments == 0)
  }
}
