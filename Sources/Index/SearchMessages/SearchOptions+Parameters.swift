import IndexStorage
package import LinuxSystem
import QueryLanguage
package import SearchIndex
package import SearchInterface
package import Varlink

extension SearchOptions {
  /// Adds the options from parameters that only `Search` has.
  package mutating func apply(_ parameters: SearchMethod.Parameters) throws(VarlinkError) {
    limit = try (parameters.limit ?? limit).bounded(1...1_000, "limit")
    offset = try (parameters.offset ?? 0).bounded(0...1_000_000, "offset")
    isStrict = parameters.strict ?? false
    showsCopies = parameters.copies ?? isStrict
    showsMessages = parameters.messages ?? isStrict
    try apply(parameters.statistics)
    if let numbers = parameters.documents {
      _ = try numbers.count.bounded(0...1_000, "documents")
      documents = Set(numbers.map { DocumentID(rawValue: Int64($0)) })
    }
    language = parameters.language ?? language
    order = parameters.order.flatMap { .init(rawValue: $0.rawValue) } ?? .relevance
    snippetWords = try (parameters.snippetWords ?? snippetWords).bounded(0...64, "snippetWords")
    passages = try (parameters.passages ?? passages).bounded(1...10, "passages")
    masksSecrets = parameters.mask ?? false
  }

  /// Makes a search use the statistics of all hosts; nil changes nothing.
  package mutating func apply(_ message: StatisticsMessage?) throws(VarlinkError) {
    guard let message else { return }
    guard let statistics = QueryStatistics(message) else { throw .invalidParameter("statistics") }
    self.statistics = statistics
    (showsCopies, showsMessages) = (true, true)
  }

  /// Requests the facets that a client wants.
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the call.
  ///   - roots: the folders whose subfolders are counted, unless the query names folders.
  /// - Throws: `org.varlink.service.InvalidParameter` for a number out of its range.
  package mutating func apply(
    facetsOf parameters: some SelectionParameters, roots: [FilePath] = []
  ) throws(VarlinkError) {
    guard let facets = parameters.facets else { return }
    var request = FacetRequest(facets.compactMap { FacetField(rawValue: $0.rawValue) })
    request.limit = try (parameters.facetValues ?? request.limit).bounded(1...1_000, "facetValues")
    request.sumsSizes = parameters.sizes ?? false
    request.folders = roots
    request.clock = .current
    self.facets = request
  }
}

/// The parameters, shared by `Search` and `Count`, that choose documents and facets.
package protocol SelectionParameters {
  var away: Bool? { get }
  var since: ClockMessage? { get }
  var facets: [FacetProperty]? { get }
  var facetValues: Int? { get }
  var sizes: Bool? { get }
}

extension SearchMethod.Parameters: SelectionParameters {
  /// `Search` sums no sizes.
  package var sizes: Bool? { nil }
}

extension CountMethod.Parameters: SelectionParameters {}
