import FoundationEssentials
import SearchIndex

/// What the function `find` of the database takes.
struct CandidateRequest: Encodable {
  /// A word that is counted.
  struct Word: Encodable {
    /// The word in all its forms, as a `tsquery`.
    let q: String
    /// Its weight.
    let w: Double
    /// Whether documents are searched by it.
    var s: Bool
  }

  let condition: SearchCondition
  var words: [Word] = []
  /// Whether one of the words is enough.
  var any = false
  /// The mean number of words in a document.
  var length = 1.0
  /// The order; nil for the score.
  var order: String?
  /// The most documents that are looked at.
  var most = 20_000
  /// The most documents that are returned.
  var keep = 1
  /// A `tsquery` for titles, names, tags and people, of documents that are looked at in any case.
  var head = ""

  /// The most words that are counted: each costs a look at each document.
  private static let mostWords = 32
  /// The microseconds that a document takes, besides those for each of its words and each word that is counted.
  private static let (documentTime, wordTime) = (8.0, 0.0186)
  /// The fewest documents to which ``most`` is reduced.
  private static let fewest = 2_000
  /// The microseconds that all documents may take.
  private static let allTime = 150_000.0

  /// A request for a condition alone.
  init(_ condition: SearchCondition) { self.condition = condition }

  /// A request for the best documents of a part of a search.
  ///
  /// - Parameters:
  ///   - part: the part.
  ///   - condition: its condition, with those of the reader.
  ///   - keep: the number of documents.
  ///   - length: the mean number of words in a document.
  ///   - databases: the number of databases, which look at as many documents together as one would.
  init(
    _ part: QueryOutline.Part, _ condition: SearchCondition, keep: Int, length: Double,
    databases: Int
  ) {
    self.init(condition)
    (self.keep, self.length) = (keep, length)
    any = part.needsWord
    let counted = part.words.filter { $0.weight > 0 && $0.documents > 0 }
      .sorted { $0.weight > $1.weight }.prefix(Self.mostWords)
    let decisive = counted.filter { !$0.isOptional }
    let searched = decisive.isEmpty ? Array(counted) : decisive
    var found = 0
    for word in counted {
      guard let query = TextQuery(word.forms, joinedBy: " | ") else { continue }
      // Documents that have none of the rare words are hardly among the best.
      let isSearched = searched.contains(word) && (found == 0 || found + word.documents <= most)
      if isSearched { found += word.documents }
      words.append(Word(q: query.text, w: word.weight, s: isSearched))
    }
    let time = Self.documentTime + Self.wordTime * length * Double(words.count)
    most = min(most, max(Self.fewest, Int(Self.allTime / time))) / max(1, databases)
    head = TextQuery(decisive.map { .any($0.forms) }, joinedBy: " & ")?.text ?? ""
  }

  /// Asks for the documents that meet the most of some queries.
  mutating func count(_ queries: [String], keep: Int, length: Double) {
    words = queries.prefix(Self.mostWords).map { Word(q: $0, w: 1, s: true) }
    (any, self.keep, self.length) = (true, keep, length)
    most = Self.fewest
  }

  /// The request as JSON.
  var json: String {
    // No field can fail.
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
