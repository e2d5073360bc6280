import LinuxSystem
import QueryLanguage
import SittaSQLite
import SearchIndex
import SearchInterface
import SearchMessages
import Varlink

/// `Read`: returns lines of the stored text of a document.
struct ReadHandler: Sendable {
  let queries: QueryReader
  let condition: ServiceCondition

  /// The most lines in a reply.
  private static let lineLimit = 400
  /// The most bytes of text in a reply.
  private static let byteLimit = 32 << 10
  /// The longest time for finding the query in the text.
  private static let timeout = Duration.seconds(1)

  func read(_ parameters: ReadMethod.Parameters) async throws -> ReadMethod.Reply {
    let asked = try DocumentLocation(parameter: parameters.uri, "uri")
    var request = ExcerptRequest()
    request.line = try (parameters.line ?? 1).bounded(1...Int.max, "line")
    request.lineLimit = try (parameters.lines ?? Self.lineLimit).bounded(
      1...Self.lineLimit, "lines")
    request.byteLimit = try (parameters.bytes ?? Self.byteLimit).bounded(
      4...Self.byteLimit, "bytes")
    if let text = parameters.query, parameters.line == nil {
      request.query = try await queries.query(TypedQuery(text, parameters.prefixes, folder: nil))
    }
    request.masksSecrets = parameters.mask ?? false
    request.within = try await queries.index.scope(within: parameters.within).folders
    // The index has paths with symbolic links resolved.
    let path = asked.moving(to: await queries.index.resolve(asked.file)).path
    let excerpt: Excerpt?
    do {
      excerpt = try await queries.index.ask { [request, options = queries.searchOptions] reader in
        try reader.excerpt(of: path, request, options, deadline: .now + Self.timeout)
      }
    } catch let error as SQLiteError where error.isInterruption {
      throw SearchFailure.deadlineExceeded(milliseconds: Int(Self.timeout / .milliseconds(1)))
    }
    // The error has the path as requested: where a link leads must not be revealed.
    guard let excerpt else { throw SearchFailure.noSuchDocument(path: "\(asked)") }
    return ReadMethod.Reply(
      text: excerpt.text, line: excerpt.line, next: excerpt.next, lines: excerpt.lineCount,
      cut: excerpt.isCut ? true : nil, document: DocumentMessage(excerpt.document),
      clock: ClockMessage(excerpt.clock), pending: condition.pending,
      masked: excerpt.masked > 0 ? excerpt.masked : nil)
  }
}
