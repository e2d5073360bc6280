import Testing

@testable import SearchIndex

struct CompoundSearchTests {
  private static let words = [
    "krankenhaus", "haus", "hausarzt", "arzt", "krank", "hausverwaltungen", "verwaltung", "schaus",
    "zuhause", "gehause", "hauses", "hausen", "kraftfahrzeughaftpflichtversicherung",
    "versicherung", "versicherungen", "haftpflichtversicherungsvertrag", "sicherung", "ring",
    "ver", "verringerung", "ungs", "zilverring", "zilver", "ruckversicherungen", "sjukhus", "sjuk",
    "hus",
    "bokhylla", "bok", "hylla", "arbeitszimmer", "arbeit", "zimmer", "zimmerarbeiten", "haus2026",
  ]

  private static func find(_ part: String) -> Set<String> {
    var list = WordList()
    for word in Set(words).sorted() { list.offer(Array(word.utf8), documents: 1) }
    return Set(
      (CompoundSearch(Array(part.utf8), in: list)?.run(limit: 100) ?? [])
        .map { String(decoding: $0, as: UTF8.self) })
  }

  @Test(
    arguments: [
      ("haus", ["krankenhaus", "hausarzt", "hausverwaltungen"]), ("arzt", ["hausarzt"]),
      (
        "versicherung",
        [
          "kraftfahrzeughaftpflichtversicherung", "haftpflichtversicherungsvertrag",
          "ruckversicherungen",
        ]
      ),
      // No part of Versicherung and Verringerung, but of a word that is known.
      ("ring", ["zilverring"]), ("zimmer", ["arbeitszimmer", "zimmerarbeiten"]),
      ("arbeit", ["arbeitszimmer", "zimmerarbeiten"]), ("hylla", []), ("bok", []), ("hus", []),
      ("", []), ("c++", []), ("2026", []),
    ] as [(String, Set<String>)])
  func `A word is found in the compounds that it is a part of`(
    part: String, expected: Set<String>
  ) {
    #expect(Self.find(part) == expected)
  }

  @Test func `The most frequent compounds come first`() {
    var list = WordList()
    for (word, documents) in [
      ("arztkosten", 2), ("hausarzt", 7), ("kosten", 1), ("tierarzthaus", 1),
    ] {
      list.offer(Array(word.utf8), documents: documents)
    }
    let found = CompoundSearch(Array("kosten".utf8), in: list)?.run(limit: 1)
    #expect(found == nil || found == [])
    list.offer(Array("unkosten".utf8), documents: 9)
    list.offer(Array("zahnarztkosten".utf8), documents: 3)
    list.offer(Array("zahnkosten".utf8), documents: 4)
    #expect(CompoundSearch(Array("kosten".utf8), in: list)?.run(limit: 2) == [])
  }
}
