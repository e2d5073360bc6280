import HitOrder
import LinuxSystem
package import QueryLanguage
import SittaSQLite
import TextAnalysis

/// A search whose first hits come from another reading of its words; see ``SpokenFilters``.
package struct SpokenSearch {
  let query: Query
  /// The query with filters.
  let spoken: Query
  let options: SearchOptions
  let deadline: ContinuousClock.Instant?

  /// The most hits after which the readings are not mixed any more.
  private static let mostHits = 1_000

  /// Returns a page of hits, and the documents that the other reading has found; none if it found nothing.
  ///
  /// The first hits are those with all typed words in their name or title; then come the best full matches of the
  /// other reading, and then the other hits of the typed words.
  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> (SearchPage, [SearchHit]) {
    let found = try Search(query: spoken, options: Self.first(options), deadline: deadline)
      .run(in: snapshot)
    guard Self.isUsed(found, options) else {
      return (try Search(query: query, options: options, deadline: deadline).run(in: snapshot), [])
    }
    let page = try Search(query: query, options: Self.typed(options), deadline: deadline)
      .run(in: snapshot)
    return Self.merged(page, after: found, of: query, options)
  }

  /// The options for the other reading.
  package static func first(_ options: SearchOptions) -> SearchOptions {
    var first = options
    (first.offset, first.limit, first.facets) = (0, RankingLimits.fewMatches, nil)
    return first
  }

  /// Whether the hits of the other reading come first.
  package static func isUsed(_ found: SearchPage, _ options: SearchOptions) -> Bool {
    found.hits.contains(where: \.missing.isEmpty) && options.offset + options.limit <= mostHits
  }

  /// The options for the typed words, if the other reading has hits.
  package static func typed(_ options: SearchOptions) -> SearchOptions {
    var typed = options
    (typed.offset, typed.limit) = (
      0, max(options.offset + options.limit, RankingLimits.fewMatches)
    )
    // The other reading has said what was meant.
    typed.weights.meaning = 0
    return typed
  }

  /// Puts the hits of the other reading before those of the typed words.
  ///
  /// - Parameters:
  ///   - page: the hits of the typed words, with the options ``typed(_:)``.
  ///   - found: those of the other reading, with the options ``first(_:)``.
  ///   - query: the query as typed.
  ///   - options: the options of the search.
  /// - Returns: the page, and the hits that the other reading has found.
  package static func merged(
    _ page: SearchPage, after found: SearchPage, of query: Query, _ options: SearchOptions
  ) -> (page: SearchPage, spoken: [SearchHit]) {
    let hits = found.hits.filter(\.missing.isEmpty)
    var page = page
    let small = SpokenWords.prepositions.union(SpokenWords.fillers).map { Array($0.utf8) }
    let words = Set(query.root.inexactTexts.flatMap(Self.tokens)).subtracting(small)
    let named = page.hits.prefix(RankingLimits.fewMatches).filter { hit in
      let document = hit.document
      let texts = [document.properties.title ?? "", "\(document.path)"]
      return texts.contains { words.isSubset(of: Self.tokens(of: $0)) }
    }
    let spoken = Self.leavingOut(named, of: hits)
    let all = named + spoken + Self.leavingOut(named + spoken, of: page.hits)
    page.hits = Array(all.dropFirst(options.offset).prefix(options.limit))
    page.hasMore = page.hasMore || all.count > options.offset + options.limit
    page.count = max(page.count, hits.count)
    page.isComplete = page.isComplete && found.isComplete
    return (page, spoken)
  }

  /// The hits that are neither one of others nor a copy of one or a reply to it.
  private static func leavingOut(_ others: [SearchHit], of hits: [SearchHit]) -> [SearchHit] {
    let shown = Set(others.flatMap { [$0.document.id] + ($0.copies + $0.replies).map(\.id) })
    return hits.filter { !shown.contains($0.document.id) }
  }

  private static func tokens(of text: String) -> Set<[UInt8]> {
    var tokens: Set<[UInt8]> = []
    var analyzer = SittaAnalyzer()
    analyzer.analyze(text.utf8.span, for: .query) { token, _, _ in
      tokens.insert(token.indices.map { token[$0] })
    }
    return tokens
  }
}
