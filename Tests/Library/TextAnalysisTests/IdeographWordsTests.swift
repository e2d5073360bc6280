import Testing
import TextAnalysis

struct IdeographWordsTests {
  @Test(arguments: [
    ("更改文件权限", [6, 12, 18]), ("環境変数", [6, 12]), ("文件", [6]), ("", []), ("a文件b", [1, 7, 8]),
  ])
  func `words end where the dictionary says`(text: String, ends: [Int]) {
    var words = IdeographWords()
    #expect(words.ends(in: text) == ends)
  }
}
