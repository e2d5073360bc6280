import IndexStorage
import QueryLanguage
import Testing

@testable import SearchIndex

/// Queries in traditional, simplified and older Japanese characters.
@Suite(.timeLimit(.minutes(15)))
struct HanVariantSearchTests {
  @Test(
    arguments: [
      ("黄瓜", "种黃瓜的人", true), ("黃瓜", "种黄瓜的人", true), ("头发", "理頭髮", true),
      ("发现", "發現了", true), ("發現", "头发", false), ("计算机软件", "計算機軟件", true),
      ("图书馆", "圖書館", true), ("図書館", "圖書館", true), ("国", "中國人", true),
      ("国", "外國", true), ("國", "国内", true), ("title:国", "中國", false), ("a国", "a國人", true),
      ("body:黄瓜", "黃瓜", true), ("黄瓜 OR x", "黃瓜", true), ("NEAR(黄瓜 x)", "黃瓜 x", true),
      ("x -黄瓜", "x 黃瓜", false), ("x -=黄瓜", "x 黃瓜", true),
      // Exact words and phrases, and beginnings
      ("=黄瓜", "黃瓜", false), ("=国", "中國", false), ("\"黄瓜\"", "黃瓜", false),
      ("黄瓜*", "黃瓜", false), ("国 \"国\"", "中國", false),
    ])
  func `A word finds its other characters`(
    query: String, document: String, isFound: Bool
  ) throws {
    let index = try TestIndex()
    try index.put("/0", document)
    try index.writer.commit()
    for order in [SearchOptions.Order.name, .relevance] {
      #expect(try index.find(query, order: order) == (isFound ? ["/0"] : []), "\(order)")
    }
  }

  @Test func `The characters that were typed count a little more`() throws {
    let index = try TestIndex()
    try index.put("/other", "一条黃瓜。")
    try index.put("/typed", "一条黄瓜。")
    try index.put("/third", "一条西瓜。")
    try index.writer.commit()
    #expect(try index.find("黄瓜", order: .relevance) == ["/typed", "/other"])
    #expect(try index.find("黃瓜", order: .relevance) == ["/other", "/typed"])
  }

  @Test(arguments: [
    ("黄瓜", ["黃瓜"]), ("国", ["國"]), ("图书馆", ["圖書館"]), ("头发", ["頭髮"]),
  ])
  func `A snippet marks the other characters`(query: String, expected: [String]) throws {
    let index = try TestIndex()
    try index.put("/a", "Some 黃瓜 and 外國, then 圖書館, 頭髮 and more.")
    try index.writer.commit()
    let page = try IndexReader(index.store).search(.init(parsing: query), SearchOptions())
    let snippet = try #require(page.hits.first?.snippet)
    let parts = snippet.text(open: "<", close: ">").split(separator: "<").dropFirst()
    #expect(parts.map { String($0.prefix { $0 != ">" }) } == expected)
  }
}
