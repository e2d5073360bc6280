/// A request of a browser, as far as the page needs it.
package struct WebRequest: Equatable, Sendable {
  /// The method, such as GET.
  package var method: String
  /// The path, without a query.
  package var path: String
  /// The header fields by their names in small letters; a field that came twice has the value nil.
  package var fields: [String: String?]
  /// The body.
  package var body: [UInt8]
  /// The socket of the client; -1 if it is not known.
  package var client: Int32

  /// Makes a request.
  package init(
    _ method: String, _ path: String, fields: [String: String?] = [:], body: [UInt8] = [],
    client: Int32 = -1
  ) {
    (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
    self.client = client
  }
}

/// What the server does with a request.
package enum WebDecision: Equatable, Sendable {
  /// The request is refused with this status code of HTTP.
  case refused(Int)
  /// A file of the page is sent.
  case file(String)
  /// The code was right: the key is sent.
  case key(String)
  /// A method of the daemon is called.
  case call(String)
  /// A method is called with `more`; each reply is sent when it comes.
  case follow(String)
  /// The body of the request names something that changes or starts something outside of the server.
  case errand(String)
  /// Folders are surveyed before the first index.
  case survey
}
