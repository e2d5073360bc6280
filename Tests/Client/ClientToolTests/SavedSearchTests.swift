import LinuxSystem
import TestSupport
import Testing

@testable import ClientTool

/// Saved and standing searches: the files, and when a standing one may start a program.
struct SavedSearchTests {
  @Test func `A file has what was saved`() throws {
    var search = SavedSearch("Invoices", "invoice type:pdf OR \"a = b\"")
    #expect(SavedSearch(named: "Invoices", search.text) == search)
    (search.sort, search.pinned, search.notify) = ("date", true, false)
    (search.run, search.null) = ("/bin/a b", true)
    #expect(
      search.text.split(separator: "\n").dropFirst() == [
        "Query=invoice type:pdf OR \"a = b\"", "Sort=date", "Pinned=yes", "Notify=no",
        "Run=/bin/a b", "Null=yes",
      ])
    #expect(SavedSearch(named: "Invoices", search.text) == search)
  }

  @Test func `A person can write the file`() {
    let text = "\n  # mine\n\nQuery =  two words\nPinned = yes\n"
    #expect(SavedSearch(named: "x", text)?.query == "two words")
    #expect(SavedSearch(named: "x", text)?.pinned == true)
  }

  @Test(arguments: ["", "Query=", "Query=a\nPinned=maybe", "Query=a\nquery=b", "Query=a\nwords"])
  func `A file that is not understood is no search`(text: String) {
    #expect(SavedSearch(named: "x", text) == nil)
  }

  @Test(arguments: [
    ("Invoices 2025", true), ("Grüße", true), ("", false), (".x", false), ("../x", false),
    ("a/b", false), ("a\nb", false), ("a\u{1b}b", false),
    (String(repeating: "a", count: 201), false),
  ])
  func `A name is that of a file`(name: String, isGood: Bool) {
    #expect((SavedSearch.refusal(of: name) == nil) == isGood)
  }

  @Test(arguments: [
    ("invoice type:pdf", "invoice type:pdf"), ("in:~/a b", "in:~ a b"), ("..", "search"),
    (" a ", "a"), (String(repeating: "a", count: 90), String(repeating: "a", count: 60)),
  ])
  func `A query gives a name`(query: String, name: String) {
    #expect(SavedSearch.name(for: query) == name)
    #expect(SavedSearch.refusal(of: SavedSearch.name(for: query)) == nil)
  }

  @Test func `Programs start every ten seconds, and sixty times an hour`() {
    var pace = StandingPace()
    let start = ContinuousClock.now
    var starts: [Duration] = []
    // The daemon reports changes all the time; each start is waited for.
    var now = start
    for _ in 0..<62 {
      now = max(now, pace.nextStart(at: now))
      starts.append(now - start)
    }
    #expect(starts.prefix(3) == [.zero, .seconds(10), .seconds(20)])
    #expect(starts[59] == .seconds(590) && starts[60] == .seconds(3_600))
    #expect(starts[61] == .seconds(3_610))
    // After a quiet hour it starts at once.
    let later = now + .seconds(3_600)
    #expect(pace.nextStart(at: later) == later)
  }
}
