import LinuxSystem
package import QueryLanguage
package import SearchInterface
package import Varlink

/// A query as a client sends it, with what is needed to parse it.
package struct TypedQuery: Sendable {
  /// The text as typed.
  package var text: String
  /// Which words match as prefixes; nil for none.
  package let prefixes: PrefixMode?
  /// The current folder of the client; nil if it is not sent.
  package let folder: String?

  /// Makes a query from the parameters of a call.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` if the folder is not an absolute path.
  package init(_ text: String, _ prefixes: PrefixMode?, folder: String?) throws(VarlinkError) {
    if let folder, FilePath(absolute: folder) == nil { throw .invalidParameter("folder") }
    (self.text, self.prefixes, self.folder) = (text, prefixes, folder)
  }

  /// The same query with another text.
  package func replacing(_ text: String) -> TypedQuery {
    var query = self
    query.text = text
    return query
  }
}

extension TypedQuery {
  /// The options for parsing the query at this moment.
  package var parsingOptions: Query.ReadingOptions {
    var options = Query.ReadingOptions()
    options.folder = folder
    options.prefixes = prefixes.flatMap { .init(rawValue: $0.rawValue) } ?? .none
    options.clock = .current
    return options
  }
}

/// The parameters of a call with a query.
package protocol QueryParameters {
  var query: String { get }
  var prefixes: PrefixMode? { get }
  var folder: String? { get }
}

extension QueryParameters {
  /// The query in the parameters.
  package var typed: TypedQuery {
    get throws(VarlinkError) { try TypedQuery(query, prefixes, folder: folder) }
  }
}

extension SearchMethod.Parameters: QueryParameters {}
extension CountMethod.Parameters: QueryParameters {}
extension SubscribeMethod.Parameters: QueryParameters {}
extension StatisticsMethod.Parameters: QueryParameters {}

extension LocalClock {
  /// The current time, in the time zone of this process.
  package static var current: LocalClock {
    let offset = LocalTime.offsets()
    // The query language does not depend on `LinuxSystem`, so it takes plain seconds.
    return LocalClock(now: UnixTime.now.seconds) { offset(UnixTime(seconds: $0)) }
  }
}
