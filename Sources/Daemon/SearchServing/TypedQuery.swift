import LinuxSystem
import SearchInterface
import Varlink

/// A query as a client sends it: the text, and the facts that reading it needs.
struct TypedQuery: Sendable {
  /// The text as typed.
  var text: String
  /// The words that are prefixes.
  let prefixes: PrefixMode?
  /// The folder of the client; nil if the client does not send it.
  let folder: String?

  /// Takes the parameters of a call.
  ///
  /// - Throws: `org.varlink.service.InvalidParameter` if the folder is not an absolute path.
  init(_ text: String, _ prefixes: PrefixMode?, folder: String?) throws(VarlinkError) {
    if let folder, FilePath(absolute: folder) == nil { throw .invalidParameter("folder") }
    (self.text, self.prefixes, self.folder) = (text, prefixes, folder)
  }

  /// The same with another text.
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
  /// The query of the call.
  var typed: TypedQuery {
    get throws(VarlinkError) { try TypedQuery(query, prefixes, folder: folder) }
  }
}

extension SearchMethod.Parameters: QueryParameters {}
extension CountMethod.Parameters: QueryParameters {}
extension SubscribeMethod.Parameters: QueryParameters {}
extension StatisticsMethod.Parameters: QueryParameters {}
