import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport

@testable import SearchIndex

extension TestIndex {
  /// Puts in texts that have none of the words of a test, so that these words are rare.
  func fill(_ count: Int = 60) throws {
    for number in 0..<count { try put("/filler/z\(number)", "padding the wool of sheep") }
  }

  /// Puts documents in, each with its path, text and time of change, and commits.
  func put(
    all documents: [(path: String, text: String, modified: Int)], title: String? = nil
  ) throws {
    for document in documents {
      let bytes = Array(document.text.utf8)
      var entry = Document(
        status: FileStatus(size: bytes.count, modified: document.modified), type: "text/plain")
      (entry.text, entry.title) = (bytes, title)
      try writer.replace(entry, at: FilePath(document.path))
    }
    try writer.commit()
  }

  /// The page of hits by relevance.
  func rank(
    _ query: String, _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws -> SearchPage {
    var options = SearchOptions()
    options.snippetWords = 0
    options.limit = 1_000
    change(&options)
    return try IndexReader(store, sharing: caches).search(Query(parsing: query), options)
  }

  /// The hits by relevance: `/path`, or `/path -word` if it lacks a word, and `/path =/copy`.
  func ranked(
    _ query: String, _ change: (inout SearchOptions) -> Void = { _ in }
  ) throws -> [String] {
    try rank(query, change).hits.map(\.summary)
  }
}

extension SearchHit {
  /// Its path, the words that it lacks, its copies, and the other messages of its conversation.
  var summary: String {
    ([document.path.description] + missing.map { "-" + $0 } + copies.map { "=\($0.path)" }
      + replies.map { "~\($0.path)" })
      .joined(separator: " ")
  }
}
