import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct HTMLMetadataTests {
  @Test(arguments: [
    ("<title> a \n b </title>", "a b"), ("<title>a</title><title>b</title>", "a"),
    ("<h1>a <b>b</b>c</h1><h1>d</h1>", "a bc"), ("<h1>a</h1><title>b</title>", "b"),
    ("<title></title><h1></h1><h1>a<br>b</h1>", "a b"), ("<title>a<b>&lt;</title>", "a<b><"),
    ("<svg><title>a</title></svg><h1>b", "b"), ("<h1><img alt=a></h1>", "a"),
    ("<title>a</titles></title>", "a</titles>"), ("<title>a", "a"), ("<h1>a<h1>b", "a"),
    ("<html xmlns='x'><title/><h1>a</h1>", "a"), ("<?xml ?><title/><h1>a</h1>", "a"),
  ])
  func `The title is the first one, or the first heading`(document: String, title: String) {
    #expect(readHTML(document).fields == [.title: [title]])
  }

  @Test func `A title is no text, but one without an end is`() {
    #expect(readHTML("<title>a</title>b").text == "b")
    let word = String(repeating: "word ", count: 1_000)
    let sink = readHTML("<title>\(word)&lt;p>")
    #expect(sink.text == word + "<p>")
    #expect(sink.fields[.title]?.first?.utf8.count == HTMLMetadata.maximumTitle)
  }

  @Test(arguments: [
    ("<html lang=en>", ["en"]), ("<html xml:lang='pt-BR'>", ["pt-BR"]),
    ("<HTML LANG=de_AT>", ["de-AT"]),
    ("<html lang=''><meta http-equiv=Content-Language content=' fr '>", ["fr"]),
    ("<html lang=en><meta http-equiv=content-language content=fr>", ["en"]), ("<p lang=en>", nil),
    ("<html lang='{{x}}'>", nil), ("<html lang=e>", nil),
  ])
  func `The language is that of the document`(document: String, languages: [String]?) {
    #expect(readHTML(document).fields[.language] == languages)
  }

  @Test func `Meta elements give authors, keywords and dates`() {
    let sink = readHTML(
      """
      <meta name=Author content="Ada  &amp; Bob"><meta name=author content="Ada &amp; Bob">
      <meta content=Eve name=DC.creator><meta name=author content=""><meta name=author>
      <meta name=keywords content="a b, c;d,,c"><meta property=article:tag content=e>
      <meta name=description content=no>
      <meta property="article:published_time" content="2024-02-29">
      <meta name=dcterms.created content="2023-01-01">
      <meta name=dcterms.modified content="2024-03-01T10:00:00+01:00">
      <template><meta name=author content=no></template>
      """)
    #expect(
      sink.fields == [
        .author: ["Ada & Bob", "Eve"], .keyword: ["a b", "c", "d", "e"], .created: ["2024-02-29"],
        .changed: ["2024-03-01T10:00:00+01:00"],
      ])
    #expect(sink.text.isEmpty)
  }

  @Test func `Fields are bounded`() {
    var document = ""
    for index in 0..<1_000 {
      document += "<meta name=author content='\(index)'><meta name=keywords content='\(index),a'>"
    }
    document += "<meta name=author content='\(String(repeating: "ä", count: 1_000))'>"
    let sink = readHTML(document)
    #expect(sink.fields[.author]?.count == 16)
    #expect(sink.fields[.keyword]?.count == 64)
    let long = readHTML("<meta name=author content='a\(String(repeating: "ä", count: 1_000))'>")
    #expect(long.fields[.author]?.first?.utf8.count == 255)
  }

  @Test(arguments: [
    ("2024-02-29", "2024-02-29"), ("2023-02-29", nil), ("2024/12/31", "2024-12-31"),
    ("2024-13-01", nil), ("2024", nil), ("20240101", nil), ("", nil), ("yesterday", nil),
    ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"),
    ("2024-01-02 03:04:05.678 +0130", "2024-01-02T03:04:05+01:30"),
    ("2024-01-02T03:04+01:00", "2024-01-02T03:04:00+01:00"), ("2024-01-02T03:04:05", "2024-01-02"),
    ("2024-01-02T25:04:05Z", "2024-01-02"), (" 2024-01-02", "2024-01-02"), ("2024-01-023", nil),
    ("0000-01-01", nil), ("2024-01-02t03:04:05-08", "2024-01-02T03:04:05-08:00"),
  ])
  func `Dates are those of RFC 3339`(text: String, date: String?) {
    #expect(W3CDate.rfc3339(text) == date)
  }
}
