import LinuxSystem
import QueryLanguage
import SearchIndex
import Testing

@testable import SharedSearch

/// Conditions in the form in which the database takes them.
struct SearchConditionTests {
  private static let home = FilePath(absolute: "/home/anna")

  @Test(
    arguments: [
      (.type(.family("image")), #"{"any":[{"type":"image\/%"}]}"#),
      (.fileExtension("TXT"), #"{"name":".[.]txt$"}"#),
      (.name("a?[bc]*.x"), #"{"name":"^a.[bc].*\\.x$"}"#),
      (.name("[^a"), #"{"name":"^(?!)$"}"#),
      (.path("src/"), #"{"path":"src\/"}"#),
      (.path("~/a*"), #"{"path":"^\/home\/anna\/a.*$"}"#),
      (.folder("/srv/a b"), #"{"below":[[null,"\/srv","\/a%20b"]]}"#),
      (.folder("notes/2026"), #"{"below":[["\/notes","\/2026"]]}"#),
      (.folder("~"), #"{"below":[[null,"\/home","\/anna"]]}"#),
      (.size(.init(least: 5, greatest: nil)), #"{"size":[5,null]}"#),
      (.size(.init(least: nil, greatest: 9)), #"{"size":[null,10]}"#),
      (.size(.init(least: nil, greatest: .max)), #"{"size":[null,9223372036854775807]}"#),
      (.modified(.init(from: 1, until: 2)), #"{"modified":[1,2]}"#),
      (.language("de"), #"{"language":"de"}"#),
      (.attachment, #"{"attachments":true}"#),
    ] as [(Query.Filter, String)])
  func `A filter becomes a condition`(_ filter: Query.Filter, _ json: String) {
    #expect(SearchCondition(.filter(filter), home: Self.home).json == json)
  }

  @Test func `Conditions on words are joined, and those on files stay beside them`() {
    func word(_ text: String) -> QueryOutline.Condition {
      .phrase(QueryOutline.Phrase(places: [[Array(text.utf8)]], column: nil, isPrefix: false))
    }
    let condition = SearchCondition(
      .all([word("a"), .filter(.attachment), .not(word("b"))]), home: nil)
    #expect(condition.json == #"{"all":[{"words":"('a') & (!('b'))"},{"attachments":true}]}"#)
  }
}
