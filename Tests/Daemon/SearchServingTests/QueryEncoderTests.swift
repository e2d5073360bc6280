import Testing

@testable import SearchServing

struct QueryEncoderTests {
  @Test(arguments: [
    ("how do I free disk space", true), ("car repair bill", true), ("car repair", false),
    ("", false),
    ("what's the matter with it?", true), ("\"car repair bill\"", false),
    ("title:car repair bill", false),
    ("=car repair bill", false), ("car* repair bill", false), ("car OR (repair bill)", false),
    ("car repair -bill", false), ("car +repair bill", false), ("car/repair the bill", false),
    (String(repeating: "word ", count: 201), false),
  ])
  func `A question is a few words without signs of the query language`(
    text: String, canEncode: Bool
  ) {
    #expect(QueryEncoder.canEncode(text) == canEncode)
  }
}
