import Testing

@testable import DocumentReaders

struct DocumentTitleTests {
  @Test(arguments: [
    ("Annual report 2024", "Annual report 2024"), ("  A \n title\t", "A title"),
    ("untitled", nil), ("Untitled Document 3", nil), ("Unbenannt 1", nil), ("Document1", nil),
    ("Microsoft Word - x.doc", nil), ("Microsoft PowerPoint - Vortrag [Kompatibilität]", nil),
    ("PowerPoint Presentation", nil), ("Word Document", nil), ("Slide 1", nil), ("Book1", nil),
    ("20240131", nil), ("12 345", nil), ("", nil), (" - ", nil), ("(untitled)", nil),
    ("thesis.tex", nil), ("Brief an Oma.doc", "Brief an Oma.doc"), ("x.y", "x.y"),
    ("Title", nil), ("Title of the work", "Title of the work"), ("1984 by O.", "1984 by O."),
    ("日本語", "日本語"), ("無題", nil), ("Documentary", "Documentary"), ("R", "R"),
  ])
  func `Titles that say nothing are refused`(title: String, meaningful: String?) {
    #expect(DocumentTitle.meaningful(title) == meaningful)
  }

  @Test(arguments: [
    ("Normal", "Normal.dotm"), ("normal.dotm", "Normal.dotm"), ("Modern Letter", "modern letter"),
  ])
  func `The template's name is no title`(title: String, template: String) {
    #expect(DocumentTitle.meaningful(title, template: template) == nil)
    #expect(DocumentTitle.meaningful("\(title) x", template: template) == "\(title) x")
  }

  @Test func `Long titles are cut between characters`() {
    let title = DocumentTitle.meaningful("x" + String(repeating: "ä", count: 10_000))
    #expect(title?.utf8.count == DocumentTitle.limit - 1)
  }
}

struct W3CDateTests {
  @Test(arguments: [
    ("2013-12-23T23:15:00Z", "2013-12-23T23:15:00Z"),
    ("2013-12-23T23:15Z", "2013-12-23T23:15:00Z"),
    ("2013-12-23T23:15:00.123456789+01:00", "2013-12-23T23:15:00+01:00"),
    ("2013-12-23T23:15:00", "2013-12-23"), ("2013-12-23", "2013-12-23"),
    ("2013-02-29", nil), ("2012-02-29", "2012-02-29"), ("2013", nil), ("23.12.2013", nil),
    ("2013-13-01", nil), ("2013-12-23T25:00:00Z", "2013-12-23"), ("", nil),
    ("0000-01-01", nil), ("2013-12-23T23:15:00+1", "2013-12-23"),
  ])
  func `Dates become those of RFC 3339`(text: String, date: String?) {
    #expect(W3CDate.rfc3339(text) == date)
  }
}
