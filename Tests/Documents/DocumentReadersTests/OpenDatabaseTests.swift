import Testing

@testable import DocumentReaders

struct OpenDatabaseTests {
  private static let database: DictionaryPackage = [
    "mimetype": "application/vnd.oasis.opendocument.base",
    "content.xml": OpenDocumentReaderTests.content(
      """
      <office:database><db:data-source/><db:forms><db:component db:name="Entry" \
      xlink:href="forms/Obj11"/></db:forms><db:queries><db:query db:name="Rare birds" \
      db:command="SELECT &quot;Name&quot; FROM &quot;Birds&quot;"/></db:queries>\
      <db:table-representations><db:table-representation db:name="Birds"/>\
      </db:table-representations></office:database>
      """),
    "forms/Obj11/content.xml": OpenDocumentReaderTests.content(
      "<office:text><text:p>Enter a bird</text:p></office:text>"),
    "database/script": """
    CREATE USER SA PASSWORD ""
    CREATE MEMORY TABLE "Birds"("ID" INTEGER,"Name" VARCHAR(100))
    INSERT INTO "Birds" VALUES(1,'Nuthatch',NULL,'it''s (small), gr\\u00f6\\u00dfer \\x')
    INSERT INTO "Birds" VALUES(2,'Wren')
    INSERT INTO "Birds"
    """,
  ]

  @Test func `A database has names, queries, forms and rows`() {
    let (sink, failure) = OpenDocumentReaderTests.read(Self.database)
    #expect(failure == nil)
    #expect(
      sink.text == """
        Enter a bird

        Entry
        Rare birds
        SELECT "Name" FROM "Birds"
        Birds

        1 Nuthatch NULL it's (small), größer \\x
        2 Wren
        """)
  }

  @Test func `Damaged databases end and never trap`() {
    var mutator = OfficeMutator(seed: 52)
    for round in 0..<1_500 {
      var package = Self.database
      let name = package.names[round % package.names.count]
      package.contents[name] = mutator.mutated(package.contents[name] ?? [])
      _ = OpenDocumentReaderTests.read(package)
    }
  }
}
