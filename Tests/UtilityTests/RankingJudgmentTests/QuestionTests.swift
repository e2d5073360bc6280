import Testing

@testable import RankingJudgment

struct QuestionTests {
  @Test(arguments: [
    ("a/b.txt", "a/b.txt", true), ("a/b.txt", "a/b.txt.bak", false),
    ("a/b.txt", "x/a/b.txt", false),
    ("a/*", "a/b/c.txt", true), ("a/*.txt", "a/b.md", false), ("*/mann/x.1", "de/mann/x.1", true),
    ("a*b*c", "a-c-b", false), ("a*b*c", "a-b-b-c", true), ("a*a", "a", false), ("*", "", true),
  ])
  func `A star stands for any characters`(pattern: String, path: String, matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func `A line has an id, a half, a kind, a query and the judged paths`() throws {
    let question = try #require(
      Question(line: "name-02\ttest\tname\tlease = garage\ta = b.txt=3|Backup/*=1|Backup/a.txt=2"))
    #expect(question.id == "name-02")
    #expect(question.half == .test)
    #expect(question.query == "lease = garage")
    #expect(question.grade(of: "a = b.txt") == 3)
    #expect(question.grade(of: "Backup/a.txt") == 2)
    #expect(question.grade(of: "Backup/b.txt") == 1)
    #expect(question.grade(of: "c.txt") == 0)
  }

  @Test(arguments: [
    "", "a\ttune\tb\tc", "a\tother\tb\tc\td=3", "a\ttune\tb\tc\td", "a\ttune\tb\tc\td=4",
  ])
  func `Other lines are no questions`(line: String) {
    #expect(Question(line: line) == nil)
  }
}
