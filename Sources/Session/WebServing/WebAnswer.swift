/// The answer to a request.
package struct WebAnswer: Sendable {
  /// The bytes after the header.
  package enum Body: Sendable {
    /// All of them.
    case bytes([UInt8])
    /// A function that waits for the next ones; nil ends them.
    case pieces(@Sendable () -> [UInt8]?)
  }

  /// The status code of HTTP.
  package var status: Int
  /// The media type of the body.
  package var type: String
  /// The body.
  package var body: Body

  /// The time after which a stream has an empty line, which shows that it goes on; a silent client is disconnected.
  static let heartbeat = Duration.seconds(15)

  /// Makes an answer.
  package init(_ status: Int, _ type: String, _ body: Body) {
    (self.status, self.type, self.body) = (status, type, body)
  }

  /// A refusal, with a sentence for people who look at it in a browser.
  package static func refusal(_ status: Int) -> WebAnswer {
    WebAnswer(status, "text/plain; charset=utf-8", .bytes(Array("\(status)\n".utf8)))
  }

  /// The fields of each answer: nothing is kept by the browser, nothing comes from elsewhere, no page embeds this one,
  /// and no other page learns its address (<https://www.w3.org/TR/CSP3/>).
  package static let fields = [
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
      form-action 'none'; frame-ancestors 'none'
      """
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]

  /// All fields of this answer; RFC 9110 wants `Allow` in a 405 (<https://www.rfc-editor.org/rfc/rfc9110#status.405>).
  package var fields: [(String, String)] {
    Self.fields + [("Content-Type", type)] + (status == 405 ? [("Allow", "GET, POST")] : [])
  }
}
