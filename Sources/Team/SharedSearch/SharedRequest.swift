package import LinuxSystem
import QueryLanguage
package import SearchIndex
package import SearchInterface
package import SearchMessages

/// Who searches, and what may be found.
package struct SharedReader: Hashable, Sendable {
  /// The name of the login.
  package let login: String
  /// The home folder, which `~` means; nil if it is not known.
  package let home: FilePath?

  /// Describes a reader.
  package init(login: String, home: FilePath?) { (self.login, self.home) = (login, home) }
}

/// A search of a reader.
package struct SharedRequest: Sendable {
  /// The reader.
  package let reader: SharedReader
  /// The query as typed; nil for all documents.
  package let typed: TypedQuery?
  /// How many hits are wanted, and in which order; its folders and properties are not used.
  package var options = SearchOptions()
  /// The only folders or files in which documents are found; nil for all.
  package var within: [FilePath]?
  /// Texts around matches; nil for ranges.
  package var markers: MarkersMessage?

  /// Whether words for kinds, times and senders may be read as filters.
  var readsFilters = true

  /// Makes a request.
  package init(_ typed: TypedQuery?, of reader: SharedReader) {
    (self.typed, self.reader) = (typed, reader)
  }

  /// The same request with another text.
  func replacing(_ text: String) -> SharedRequest {
    var request = SharedRequest(typed?.replacing(text), of: reader)
    (request.options, request.within, request.markers) = (options, within, markers)
    return request
  }

  /// The query; it matches every document if none was typed.
  var query: Query {
    get throws(QuerySyntaxError) {
      guard let typed else { return Query(.all([])) }
      return try Query(parsing: typed.text, typed.parsingOptions)
    }
  }
}

/// The hits of a search.
package struct SharedAnswer: Sendable {
  /// The hits.
  package var hits: [HitMessage] = []
  /// The numbers of the hits, as clients have them.
  package var numbers: [Int] = []
  /// The number of documents that match fully.
  package var count = 0
  /// The number of further documents that match a part of the query.
  package var partial = 0
  /// Whether there are more hits after these.
  package var hasMore = false
  /// Whether more documents match than were counted.
  package var isCut = false
  /// The values of the requested properties; nil if none were requested.
  package var facets: [FacetMessage]?
  /// The size of the files in bytes; nil unless it was requested.
  package var bytes: Int?
  /// How the query was understood.
  package var reading = ""
  /// Sentences for people on how the query was understood.
  package var notes: [String] = []
  /// The text that was searched instead; nil if it is the typed one.
  package var corrected: String?
  /// The other reading of the words whose hits come first; nil if there is none.
  package var spoken: String?
  /// Texts that may have been meant, which have hits; nil for none.
  package var suggestions: [String]?
  /// The databases whose documents are missing.
  package var silent: [SilentDatabase] = []
}
