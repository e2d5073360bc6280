import LinuxSystem
import SearchInterface
import Varlink

/// A query as a client sends it, with what is needed to parse it.
struct TypedQuery: Sendable {
  /// The text as typed.
  var text: String
  /// Which words match as prefixes; nil for none.
  let prefixes: PrefixMode?
  /// The current folder of the client; nil if it is not sent.
  let folder: String?

  /// Makes a query from the parameters of a call.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` if the folder is not an absolute path.
  init(_ text: String, _ prefixes: PrefixMode?, folder: String?) throws(VarlinkError) {
    if let folder, FilePath(absolute: folder) == nil { throw .invalidParameter("folder") }
    (self.text, self.prefixes, self.folder) = (text, prefixes, folder)
  }

  /// The same query with another text.
  func replacing(_ text: String) -> TypedQuery {
    var query = self
    query.text = text
    return query
  }
}

/// The parameters of a call with a query.
protocol QueryParameters {
  var query: String { get }
  var prefixes: PrefixMode? { get }
  var folder: String? { get }
}

extension QueryParameters {
  /// The query in the parameters.
  var typed: TypedQuery {
    get throws(VarlinkError) { try TypedQuery(query, prefixes, folder: folder) }
  }
}

extension SearchMethod.Parameters: QueryParameters {}
extension CountMethod.Parameters: QueryParameters {}
extension SubscribeMethod.Parameters: QueryParameters {}
extension StatisticsMethod.Parameters: QueryParameters {}
