import LinuxSystem
import SearchIndex
import TestSupport
import Testing

@testable import SearchServing

struct OpenedHistoryTests {
  private static let now = UnixTime(seconds: 100 * 24 * 60 * 60)

  /// Days before ``now``.
  private static func days(_ count: Int64) -> UnixTime {
    UnixTime(seconds: now.seconds - count * 24 * 60 * 60)
  }

  private func hits(
    _ openings: [(name: String, query: String, days: Int64)], for query: String, limit: Int = 32
  ) -> [String] {
    var history = OpenedHistory()
    for opening in openings {
      history.add(
        "file:///\(opening.name)", query: opening.query, at: Self.days(opening.days))
    }
    return summary(history.hits(for: query, limit: limit, now: Self.now))
  }

  /// The paths; with `=` if they were opened from the same query.
  private func summary(_ opened: OpenedHits) -> [String] {
    opened.hits.map { ($0.isSameQuery ? "=" : "") + $0.path.description }
  }

  @Test(
    arguments: [
      ([], []),
      ([("a", "fox", 1)], ["=/a"]),
      ([("a", "hen", 1)], ["/a"]),
      // The same query comes first, however often others were opened.
      ([("a", "hen", 1), ("a", "hen", 1), ("b", "fox", 9)], ["=/b", "/a"]),
      // The most opened, then the last opened.
      ([("a", "hen", 1), ("b", "owl", 2), ("b", "hen", 3), ("c", "hen", 0)], ["/b", "/c", "/a"]),
      (
        [("a", "fox", 3), ("b", "fox", 2), ("a", "fox", 9), ("c", "fox", 1)],
        ["=/a", "=/c", "=/b"]
      ),
      // Each once.
      ([("a", "fox", 1), ("a", "hen", 1)], ["=/a"]),
      // After 90 days only the same query counts.
      ([("a", "hen", 90), ("b", "hen", 89), ("c", "fox", 99)], ["=/c", "/b"]),
      // Members and pages.
      ([("z.zip#!/b.pdf!page=3", "hen", 1), ("z.zip#!/b.pdf", "owl", 2)], ["/z.zip/b.pdf"]),
      ([("z.zip#nonsense", "fox", 1)], []),
    ] as [([(name: String, query: String, days: Int64)], [String])])
  func `Hits of the same query come first, then the most opened`(
    openings: [(name: String, query: String, days: Int64)], paths: [String]
  ) {
    #expect(hits(openings, for: "fox") == paths)
  }

  @Test(arguments: ["Red Fox", " red\t fox\n", "RED FOX"])
  func `Queries are the same that differ in case and blanks`(query: String) {
    #expect(hits([("a", query, 1)], for: "red  fox") == ["=/a"])
    #expect(hits([("a", query, 1)], for: "fox red") == ["/a"])
    #expect(hits([("a", "Cafe\u{301}", 1)], for: "caf\u{e9}") == ["=/a"])
  }

  @Test func `The number of hits is limited`() {
    let many = (0..<50).map { (name: "f\($0)", query: "hen", days: Int64($0)) }
    #expect(hits(many, for: "fox").count == 32)
    #expect(hits(many, for: "fox", limit: 2) == ["/f0", "/f1"])
  }

  @Test func `The oldest are dropped beyond the capacity, and forgotten ones at once`() {
    var history = OpenedHistory()
    history.add("file:///first", query: "fox", at: Self.days(9))
    history.add("file:///den/a", query: "fox", at: Self.days(8))
    history.add("file:///den.zip#!/b", query: "fox", at: Self.days(8))
    for _ in 3..<OpenedHistory.capacity {
      history.add("file:///denim", query: "fox", at: Self.days(1))
    }
    func paths() -> [String] { summary(history.hits(for: "fox", limit: 9, now: Self.now)) }
    #expect(paths() == ["=/denim", "=/den.zip/b", "=/den/a", "=/first"])
    history.add("file:///denim", query: "fox", at: Self.days(1))
    #expect(paths() == ["=/denim", "=/den.zip/b", "=/den/a"])
    history.remove(inside: "/den")
    history.remove(inside: "/den.zip")
    #expect(paths() == ["=/denim"])
  }
}
