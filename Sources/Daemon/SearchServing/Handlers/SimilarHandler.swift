import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages
import SittaSQLite
import Varlink

/// `Similar`: finds documents that are about the same as another one.
struct SimilarHandler: Sendable {
  let search: CorrectingSearch
  let presence: PresenceFilter
  private var queries: QueryReader { search.suggestions.queries }

  func similar(_ parameters: SimilarMethod.Parameters) async throws -> SimilarMethod.Reply {
    let asked = try DocumentLocation(parameter: parameters.uri, "uri")
    let deadline = try CorrectingSearch.deadline(parameters.deadline)
    let scope = try await queries.index.scope(within: parameters.within)
    var options = queries.searchOptions
    options.limit = try (parameters.limit ?? 10).bounded(1...50, "limit")
    options.snippetWords = try (parameters.snippetWords ?? options.snippetWords)
      .bounded(0...64, "snippetWords")
    options.includesAway = parameters.away ?? false
    options.showsCopies = parameters.copies ?? false
    options.masksSecrets = parameters.mask ?? false
    options.within = scope.folders
    var query: Query?
    if let text = parameters.query {
      query = try await queries.query(
        TypedQuery(text, parameters.prefixes, folder: parameters.folder))
    }
    // The index has paths with symbolic links resolved.
    let path = asked.moving(to: await queries.index.resolve(asked.file)).path
    let found = try await SearchFailure.inTime(deadline) { [options, query] in
      try await queries.index.ask { reader in
        try reader.similar(to: path, query, options, deadline: .now + .milliseconds(deadline))
      }
    }
    let (hits, clock) = try found.hits(of: "\(asked)")
    return SimilarMethod.Reply(
      hits: await presence.present(hits).map { HitMessage($0, isScored: true) },
      clock: ClockMessage(clock), pending: search.condition.pending,
      warnings: (query?.warnings() ?? []) + scope.warnings
        + search.condition.searchWarnings(isForPeople: true))
  }
}

extension SimilarDocuments {
  /// The hits; throws `NoSuchDocument` or `NoVector` if the document cannot be compared.
  fileprivate func hits(of path: String) throws(SearchFailure) -> ([SearchHit], IndexClock) {
    switch self {
    case .found(let hits, let clock): return (hits, clock)
    // The error has the path as requested: where a link leads must not be revealed.
    case .noDocument: throw .noSuchDocument(path: path)
    case .noTable:
      throw .noVector(
        reason: """
          There is no table of word vectors, so documents cannot be compared. Install the package \
          sitta-meaning, and run 'sitta reload'.
          """)
    case .incomplete:
      throw .noVector(
        reason: "The vectors of all documents are being made in the background. Try again later.")
    case .noVector:
      throw .noVector(
        reason: """
          '\(path)' cannot be compared: only English prose can, with at least three known words, and no code, \
          tables or logs.
          """)
    }
  }
}
