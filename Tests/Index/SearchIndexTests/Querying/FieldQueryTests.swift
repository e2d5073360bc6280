import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// Queries for the fields of documents, and the part in which a hit is.
@Suite(.timeLimit(.minutes(15)))
struct FieldQueryTests {
  let index: TestIndex

  /// A mail, a book, a text without fields, and a page that only names a person.
  init() throws {
    index = try TestIndex()
    var mail = Document(status: FileStatus(size: 5), type: "message/rfc822")
    mail.title = "Harvest plan"
    mail.authors = ["Ann Other <ann@example.org>"]
    mail.recipients = ["Bob", "Carol"]
    mail.created = UnixTime(documentDate: "2024-05-01T10:00:00Z")
    mail.language = "en"
    mail.attachments = 2
    mail.text = Array("The pears are ripe.".utf8)
    try index.writer.replace(mail, at: FilePath("/mail"))
    var book = Document(status: FileStatus(size: 6), type: "application/pdf")
    book.title = "Harvest"
    book.authors = ["Bob"]
    book.created = UnixTime(documentDate: "1999")
    book.language = "de"
    book.pages = 12
    book.text = Array("Birnen auf Seite eins. Quitten auf Seite zwei. Anhang mit Ann".utf8)
    book.parts = [
      .init(offset: 0, .page, label: "i"), .init(offset: 23, .page, label: "1"),
      .init(offset: 47, .chapter, label: "Anhang"), .init(offset: 47, .page, label: "2"),
    ]
    try index.writer.replace(book, at: FilePath("/book"))
    try index.put("/text", "harvest")
    try index.put("/page", "harvest of ann, bob and carol")
    try index.writer.commit()
  }

  private static let rows: [(query: String, paths: [String])] = [
    ("author:ann", ["/mail"]), ("author:bob", ["/book"]), ("author:\"ann other\"", ["/mail"]),
    ("author:bo*", ["/book"]), ("author:(ann OR bob)", ["/book", "/mail"]),
    ("-author:ann harvest", ["/book", "/page", "/text"]), ("author:carol", []),
    ("from:ann", ["/mail"]), ("from:bob", []), ("from:example.org", ["/mail"]),
    ("-from:ann harvest", ["/book", "/page", "/text"]),
    ("from:ann OR author:bob", ["/book", "/mail"]),
    ("to:bob", ["/mail"]), ("to:(bob carol)", ["/mail"]), ("to:ann", []),
    ("subject:harvest", ["/mail"]), ("title:harvest", ["/book", "/mail"]),
    ("from:ann subject:plan to:carol", ["/mail"]), ("type:mail", ["/mail"]),
    ("-type:mail harvest", ["/book", "/page", "/text"]), ("has:attachment", ["/mail"]),
    ("-has:attachment harvest", ["/book", "/page", "/text"]),
    ("lang:de", ["/book"]), ("lang:german", ["/book"]), ("lang:fr", []),
    ("-lang:de harvest", ["/mail", "/page", "/text"]), ("lang:de OR lang:en", ["/book", "/mail"]),
    ("created:2024", ["/mail"]), ("created:2024-05-01", ["/mail"]), ("created:<2000", ["/book"]),
    ("created:1999..2024", ["/book", "/mail"]), ("created:>2024", []),
    ("-created:2024 harvest", ["/book", "/page", "/text"]),
    ("pages:12", ["/book"]), ("pages:>10", ["/book"]), ("pages:<12", []),
    ("pages:10..20", ["/book"]),
    ("-pages:12 harvest", ["/mail", "/page", "/text"]), ("pages:>=0", ["/book"]),
  ]

  @Test func `A query finds the documents whose fields it describes`() throws {
    for (query, paths) in Self.rows {
      #expect(try index.find(query) == paths, "\(query)")
    }
  }

  @Test func `A standing query notices a field that was changed`() throws {
    var standing = StandingQuery()
    let reader = try IndexReader(index.store)
    let query = try Query(parsing: "lang:fr author:eve")
    func update() throws -> HitChanges? {
      try reader.observation(
        of: query, since: standing.clock, SearchOptions(), deadline: .now + .seconds(60)
      ).map { standing.update($0) }
    }
    #expect(try update()?.count == 0)
    var document = Document(status: FileStatus(), type: "text/plain")
    document.text = Array("harvest".utf8)
    (document.language, document.authors) = ("fr", ["Eve"])
    try index.writer.replace(document, at: FilePath("/text"))
    try index.writer.commit()
    #expect(try update()?.appeared.count == 1)
    document.language = "en"
    try index.writer.replace(document, at: FilePath("/text"))
    try index.writer.commit()
    #expect(try update()?.gone.map(\.description) == ["/text"])
  }

  @Test(arguments: [
    ("birnen", FoundPart(.page, number: 1, label: "i")),
    ("quitten", FoundPart(.page, number: 2, label: "1")),
    ("mit", FoundPart(.page, number: 3, label: "2")),
    // Nothing of the text matches.
    ("title:harvest type:pdf", nil), ("lang:de", nil), ("ripe", nil),
  ])
  func `A hit names the part of its first match`(query: String, part: FoundPart?) throws {
    let page = try IndexReader(index.store).search(Query(parsing: query), SearchOptions())
    #expect(page.hits.count == 1)
    #expect(page.hits.first?.part == part)
  }

  @Test func `A damaged list of parts costs the number of the page only`() throws {
    try index.execute("UPDATE part SET list = x'01ff'")
    let page = try IndexReader(index.store).search(Query(parsing: "quitten"), SearchOptions())
    #expect(page.hits.map(\.part) == [nil])
  }

  @Test func `A document is listed and explained with its fields`() throws {
    let reader = try IndexReader(index.store)
    let explained = try reader.explain(
      FilePath("/book"), nil, SearchOptions(), clock: .utc, deadline: .now + .seconds(60))
    let document = try #require(explained.document)
    #expect(document.document.authors == ["Bob"])
    #expect(document.document.created?.rfc3339 == "1999-01-01T12:00:00Z")
    #expect(document.document.language == "de")
    #expect(document.document.pages == 12)
    #expect(document.parts == 4)
    #expect(document.tokens.authors == 1)
  }

  @Test func `Names of people are searched in the text of an older index`() throws {
    let words = QueryWords(.default)
    words.hasPeople = false
    let term = Query.Term(.word, "ann", in: .author)
    #expect(MatchExpression.Phrase(term, words).description.hasPrefix("{body} : "))
    words.hasPeople = true
    #expect(MatchExpression.Phrase(term, words).description.hasPrefix("{authors} : "))
  }
}
