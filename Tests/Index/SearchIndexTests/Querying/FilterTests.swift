import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct FilterTests {
  let index: TestIndex
  private let day = 86_400_000_000_000

  init() throws {
    index = try TestIndex()
  }

  /// Five documents that differ in everything a query can name.
  private func fill() throws {
    try index.put(
      "/home/me/notes/a.md", "seed nut acorn", size: 100, modified: 20_000 * day,
      type: "text/markdown")
    try index.put(
      "/home/me/notes/2026/b.PDF", "seed", size: 2 << 20, modified: 20_001 * day,
      type: "application/pdf")
    try index.put(
      "/home/me/src/main.c", "int main nut", size: 1_024, modified: 20_002 * day, type: "text/x-c")
    try index.put(
      "/srv/notes/2026/d.tar.gz", "", size: 0, modified: 20_003 * day, type: "application/gzip")
    var titled = Document(status: FileStatus(size: 10, modified: 1), type: "image/svg+xml")
    titled.title = "seed catalogue"
    titled.tags = ["garden", "nut"]
    titled.text = Array("bulb".utf8)
    try index.writer.replace(titled, at: FilePath("/srv/.svg"))
    try index.writer.commit()
  }

  /// The documents in ``fill()`` by a letter each: a, b, c, d, e.
  private func found(_ query: String, order: SearchOptions.Order = .name) throws -> String {
    let names = ["a.md": "a", "b.PDF": "b", "main.c": "c", "d.tar.gz": "d", ".svg": "e"]
    let letters = try index.find(query, order: order).map { path in
      names[path.split(separator: "/").last.map(String.init) ?? ""] ?? "?"
    }
    return order == .name ? letters.sorted().joined() : letters.joined()
  }

  private static let rows: [(String, String)] = [
    ("type:text/markdown", "a"), ("type:text/*", "ac"), ("type:text", "ac"), ("type:pdf", "b"),
    ("type:c", "c"), ("type:svg", "e"), ("type:xml", "e"), ("type:image", "e"), ("type:ext", ""),
    ("type:df", ""), ("type:document", "ab"), ("type:md", "a"), ("type:code", "c"),
    ("type:archive", "d"), ("kind:images", "e"), ("name:*.pdf", "b"), ("name:?.tar*", "d"),
    ("*.md", "a"), ("-*.md", "bcde"), ("ext:md", "a"), ("ext:.pdf", "b"), ("ext:gz", "d"),
    ("ext:tar.gz", "d"),
    ("ext:svg", ""), ("ext:%", ""), ("ext:_d", ""), ("in:~/notes", "ab"), ("in:~", "abc"),
    ("in:/home/me/notes/", "ab"), ("in:/home/me/notes/2026", "b"), ("in:/", "abcde"),
    ("in:notes", "abd"), ("in:2026", "bd"), ("in:notes/2026", "bd"), ("in:me/notes/2026", "b"),
    ("in:src/2026", ""), ("in:/missing", ""), ("in:missing", ""), ("in:/srv/../home", "abc"),
    ("in:a.md", ""), ("path:notes", "abd"), ("path:/home", "abc"), ("path:~/n", "ab"),
    ("path:*.MD", "a"), ("path:*/2026/*", "bd"), ("path:/srv/?svg", "e"), ("path:[", ""),
    ("path:/home/me/notes/a.md", "a"), ("path:a.md/", ""), ("size:100", "a"), ("size:>100", "bc"),
    ("size:>=100", "abc"), ("size:<100", "de"), ("size:0", "d"), ("size:1k", "c"), ("size:2M", "b"),
    ("size:1k..2M", "bc"), ("modified:2024-10-04", "a"), ("modified:>2024-10-04", "bcd"),
    ("modified:<2024-10-04", "e"), ("modified:2024-10-04..2024-10-05", "ab"),
    ("modified:2024-10-05T00:00:00", "b"), ("modified:>9998", ""), ("modified:<9998", "abcde"),
    ("modified:0001..9999", "abcde"), ("lang:de", ""), ("-lang:de", "abcde"),
    ("seed type:pdf", "b"), ("seed -type:pdf", "ae"), ("seed in:~ size:<1k", "a"),
    ("type:pdf OR type:text/x-c", "bc"), ("seed (type:pdf OR size:<50)", "be"),
    ("-(type:text OR type:pdf)", "de"), ("-type:text -type:pdf", "de"), ("seed OR size:0", "abde"),
    ("seed OR -in:~", "abde"), ("nut -(seed in:~)", "ce"),
    (
      "(seed OR type:text) (nut OR type:pdf)",
      "abce"
    ), ("-seed", "cd"), ("-seed -nut", "d"), ("-(seed OR nut)", "d"), ("-seed in:~", "c"),
    ("-(seed nut)", "bcd"), ("-(-(seed))", "abe"), ("seed OR -nut", "abde"),
    ("main.c", "c"), ("seed OR main", "abce"), ("seed OR main int", "abce"),
    ("(seed OR main) nut", "ace"), ("seed AND nut NOT acorn", "e"), ("seed -(nut acorn)", "be"),
    ("title:seed", "e"), ("body:seed", "ab"), ("-title:seed seed", "ab"), ("tag:nut", "e"),
    ("tag:(garden nut)", "e"), ("name:md", "a"), ("name:(a OR b) seed", "ab"),
    ("title:\"seed catalogue\"", "e"), ("title:cat*", "e"), ("tag:=nut", "e"), ("title:bulb", ""),
    ("NEAR(seed acorn, 1)", "a"), ("NEAR(seed acorn, 0)", ""), ("acorn NEAR/1 seed", "a"),
    ("title:NEAR(catalogue seed, 0)", "e"), ("seed -NEAR(seed acorn)", "be"),
    ("int NEAR/0 main NEAR/0 nut", "c"), ("seed …", "abe"),
  ]

  @Test(arguments: SearchOptions.Order.allCases)
  func `A query finds the documents it describes, in every order`(
    order: SearchOptions.Order
  ) throws {
    try fill()
    for (query, letters) in Self.rows {
      let found = try found(query, order: order).sorted().map(String.init).joined()
      #expect(found == letters, "\(query)")
    }
  }

  @Test(
    arguments: [
      (.relevance, "dcbae"), (.modified, "dcbae"), (.size, "bcaed"),
    ] as [(SearchOptions.Order, String)])
  func `Documents that no word has to match are sorted, too`(
    order: SearchOptions.Order, letters: String
  ) throws {
    try fill()
    for query in ["size:>=0", "-nothing", "seed OR size:>=0"] {
      #expect(try found(query, order: order) == letters)
    }
    #expect(try found("seed type:text", order: order) == "a")
  }

  @Test func `A filter changes no score, and words show where they match`() throws {
    try fill()
    let reader = try IndexReader(index.store)
    let plain = try reader.search(.init(parsing: "seed"), SearchOptions()).hits
    let filtered = try reader.search(.init(parsing: "seed type:pdf"), SearchOptions()).hits
    #expect(filtered == plain.filter { $0.document.type == "application/pdf" })
    #expect(filtered.map(\.snippet.matches) == [[0..<4]])
    let either = try reader.search(.init(parsing: "acorn OR ext:c"), SearchOptions()).hits
    #expect(either.map(\.snippet.text) == ["", "seed nut acorn"])
    #expect(either.map(\.score) == [0, 0])
    let without = try reader.search(.init(parsing: "-acorn ext:md"), SearchOptions()).hits
    #expect(without.isEmpty)
  }

  @Test func `A folder is found among thousands with the same name`() throws {
    for number in 0..<2_000 { try index.put("/\(number)/src/f", "") }
    try index.writer.commit()
    #expect(try index.find("in:src", limit: 5_000).count == 2_000)
    #expect(try index.find("in:1999/src").count == 1)
    #expect(try index.find("in:src size:<1 -in:/7", limit: 5_000).count == 1_999)
  }

  @Test func `A deeply nested folder is found`() throws {
    let folder = String(repeating: "/d", count: 1_000)
    try index.put(folder + "/f", "")
    try index.writer.commit()
    #expect(try index.find("in:\(folder)").count == 1)
    #expect(try index.find("in:\(folder.dropFirst())").count == 1)
    #expect(try index.find("in:\(folder)/d").isEmpty)
    #expect(try index.find("path:d/d/f").count == 1)
  }

  @Test func `A search with filters stops at its deadline`() throws {
    for number in 0..<3_000 { try index.put("/folder/\(number)", "seed") }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    // A reader first fills its cache of all documents, which takes its time.
    _ = try reader.search(.init(parsing: "seed"), SearchOptions())
    for query in ["seed path:*1", "-seed", "size:0 -path:*1"] {
      let page = try reader.search(
        .init(parsing: query), SearchOptions(), deadline: .now - .seconds(1))
      #expect(!page.isComplete, "\(query)")
    }
  }
}
