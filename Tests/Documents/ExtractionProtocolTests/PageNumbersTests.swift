import ExtractionProtocol
import Testing

struct PageNumbersTests {
  @Test(arguments: ["", "1", "1-3", "1-3,5", "2,4,6-9,1000000", "999999-1000000"])
  func `Pages are read as they are written`(text: String) throws {
    #expect(try #require(PageNumbers(text)).text == text)
  }

  @Test(
    arguments: [
      "0", "1-", "-1", "3-1", "2,1", "1-3,3", "1,1", "a", "1 ", "1-2-3", "1000001", "1-99999999",
      "٣", "+1", "1,-2",
    ])
  func `Other text is no list of pages`(text: String) {
    #expect(PageNumbers(text) == nil)
  }

  @Test func `More ranges than any document needs are refused`() {
    let many = (1...20_000).map { "\($0 * 2)" }.joined(separator: ",")
    #expect(PageNumbers(many) == nil)
  }

  @Test func `Pages are appended in order`() {
    var pages = PageNumbers()
    #expect(pages.isEmpty)
    for page: UInt32 in [0, 1, 2, 2, 1, 5, 6, 9, 2_000_000] { pages.append(page) }
    #expect(pages.text == "1-2,5-6,9")
    #expect(pages.count == 5)
    #expect(Array(pages.all) == [1, 2, 5, 6, 9])
    #expect(pages.filter { $0 % 2 == 1 }.text == "1,5,9")
    #expect(pages.filter { _ in false }.isEmpty)
  }
}
