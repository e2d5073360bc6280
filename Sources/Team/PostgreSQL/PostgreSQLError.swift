/// An error of a connection to PostgreSQL, or of a statement.
///
/// Its sentence has no values of statements and no rows: PostgreSQL puts these into other fields, which are not read.
public struct PostgreSQLError: Error, Equatable, Sendable {
  /// The SQLSTATE of five characters; nil if the server did not send one, as when it cannot be reached.
  ///
  /// See <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
  public let state: String?
  /// What the server or libpq says, on one line.
  public let message: String

  /// Makes an error.
  public init(state: String? = nil, message: String) {
    self.state = state
    self.message =
      message.split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: " ")
  }

  /// The error of a server that did not answer in time.
  public static let timeout = PostgreSQLError(message: "It did not answer in time.")

  /// The error of a statement that was not begun because its time was over.
  public static let cancellation = PostgreSQLError(
    state: "57014", message: "There was no time left for it.")

  /// Whether the same statement can succeed later without anybody's help: the server cannot be reached, starts, stops,
  /// or has given up this transaction for another one.
  public var isPassing: Bool {
    guard let state else { return true }
    return ["08", "40", "53", "55", "57", "58"].contains(state.prefix(2))
  }

  /// Whether the statement was refused because of its values, as a text that is too long for an index.
  public var isRefusal: Bool {
    guard let state else { return false }
    return ["22", "23", "54"].contains(state.prefix(2))
  }

  /// Whether the connection cannot be used any more.
  public var isBroken: Bool {
    guard let state else { return true }
    return state.hasPrefix("08") || state.hasPrefix("57P")
  }

  /// Whether the server ended the statement at its time limit.
  public var isCancellation: Bool { state == "57014" }

  /// What a person can do; nil if nothing is known.
  public var remedy: String? {
    switch state {
    case "28P01", "28000":
      "Check the user, and the password in ~/.pgpass (mode 0600), or the line of the server in pg_hba.conf."
    case "3D000": "Create the database, or name another one in Connection=."
    case "42501":
      """
      Connect as the owner of the tables to set them up; sitta-feed needs the role sitta_feed, and sitta-gateway the role \
      sitta_gateway.
      """
    case "53100":
      "The disk of the server is full: make room there. Nothing is lost, the feed goes on then."
    case "53300": "The server has no free connection: raise max_connections, or end others."
    case "25006":
      "This server is a replica: name the primary in Connection=, or add target_session_attrs=read-write."
    case nil where message.contains("no password supplied"):
      "Write the password into ~/.pgpass (mode 0600) of the user who runs this program."
    case nil where message.contains("Is the server running"):
      "Start the server, or correct host= and port= in Connection=."
    case nil where message.contains("could not translate host name"):
      "Correct host= in Connection=."
    case nil where message.contains("SSL") || message.contains("certificate"):
      """
      The connection must be encrypted, and the server's certificate must be valid for its name: name its authority in \
      sslrootcert=, or set sslmode= if you trust the network.
      """
    default: nil
    }
  }
}

extension PostgreSQLError: CustomStringConvertible {
  /// A sentence for people, with the remedy if there is one.
  public var description: String {
    let end = message.isEmpty || [".", "?"].contains(message.last) ? "" : "."
    let code = state.map { " (\($0))" } ?? ""
    return "PostgreSQL says: \(message)\(code)\(end)" + (remedy.map { " \($0)" } ?? "")
  }
}
