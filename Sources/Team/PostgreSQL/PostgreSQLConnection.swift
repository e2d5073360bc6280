import CPostgreSQL
public import LinuxSystem

/// A connection to a PostgreSQL server, whose calls never block the thread.
///
/// It uses the functions of libpq for asynchronous processing
/// (<https://www.postgresql.org/docs/15/libpq-async.html>) on an event loop. One task uses it at a time. After an error
/// with `isBroken`, and after a timeout, make another one.
@safe
public final class PostgreSQLConnection {
  private let connection: OpaquePointer
  private let loop: EventLoop
  /// The longest wait for the answer to a statement.
  public var timeout: Duration

  private init(_ connection: OpaquePointer, _ loop: EventLoop, _ timeout: Duration) {
    unsafe self.connection = connection
    (self.loop, self.timeout) = (loop, timeout)
  }

  deinit { unsafe PQfinish(connection) }

  /// Connects.
  ///
  /// - Parameters:
  ///   - parameters: a connection string of libpq: `service=team`, `host=db.example dbname=files`.
  ///   - loop: waits for the connection.
  ///   - limit: the longest wait for the connection.
  ///   - timeout: the longest wait for the answer to a statement.
  /// - Returns: the connection.
  /// - Throws: why there is none.
  public static func open(
    _ parameters: String, on loop: EventLoop, within limit: Duration, timeout: Duration
  ) async throws(PostgreSQLError) -> PostgreSQLConnection {
    guard let opened = unsafe PQconnectStart(parameters) else {
      throw PostgreSQLError(message: "There is no memory for a connection.")
    }
    let new = unsafe PostgreSQLConnection(opened, loop, timeout)
    guard unsafe PQstatus(opened) != CONNECTION_BAD else { throw new.failure() }
    let deadline = ContinuousClock.now + limit
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      switch state {
      case PGRES_POLLING_READING: try await new.wait(.readable, until: deadline)
      case PGRES_POLLING_WRITING: try await new.wait(.writable, until: deadline)
      default: throw new.failure()
      }
      state = unsafe PQconnectPoll(opened)
    }
    guard unsafe PQsetnonblocking(opened, 1) == 0 else { throw new.failure() }
    // Notices can quote names; nothing reads them.
    unsafe PQsetNoticeReceiver(opened, { _, _ in }, nil)
    return new
  }

  /// The number of the server's version, such as 150020 for 15.20.
  public var serverVersion: Int { unsafe Int(PQserverVersion(connection)) }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - sql: the statement, with `$1`, `$2` … for values.
  ///   - values: the values.
  /// - Returns: the rows.
  /// - Throws: the error of the server.
  @discardableResult
  public func run(
    _ sql: String, _ values: [PostgreSQLValue] = []
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    let deadline = ContinuousClock.now + timeout
    try send(sql, values)
    try await flush(until: deadline)
    return try await results(until: deadline)
  }

  /// Runs statements without values, which are separated by semicolons.
  ///
  /// - Parameter sql: the statements.
  /// - Throws: the error of the server; the statements before it are undone, unless they end transactions.
  public func runScript(
    _ sql: String
  ) async throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + timeout
    guard unsafe PQsendQuery(connection, sql) == 1 else { throw failure() }
    try await flush(until: deadline)
    _ = try await results(until: deadline)
  }

  /// Copies rows into a table.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - target: the table with its columns, `document(id, name)` for example.
  /// - Throws: the error of the server.
  public func copy(
    _ rows: CopyRows, into target: String
  ) async throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + timeout
    guard unsafe PQsendQuery(connection, "COPY \(target) FROM STDIN") == 1 else { throw failure() }
    try await flush(until: deadline)
    try await receive(until: deadline)
    let begun = unsafe PQgetResult(connection)
    let status = unsafe PQresultStatus(begun)
    defer { unsafe PQclear(begun) }
    guard status == PGRES_COPY_IN else {
      let error = unsafe Self.error(of: begun) ?? failure()
      _ = try? await results(until: deadline)
      throw error
    }
    var sent = 0
    while sent < rows.bytes.count {
      let end = min(sent + Self.piece, rows.bytes.count)
      let code = unsafe rows.bytes.withUnsafeBytes { bytes in
        unsafe PQputCopyData(
          connection, bytes.baseAddress?.advanced(by: sent).assumingMemoryBound(to: CChar.self),
          Int32(end - sent))
      }
      if code < 0 { throw failure() }
      if code == 1 { sent = end }
      try await flush(until: deadline)
    }
    while true {
      let code = unsafe PQputCopyEnd(connection, nil)
      if code < 0 { throw failure() }
      try await flush(until: deadline)
      if code == 1 { break }
    }
    _ = try await results(until: deadline)
  }

  /// The bytes that are given to libpq at a time, which it keeps until they are sent.
  private static let piece = 1 << 18
}

// MARK: - Steps

extension PostgreSQLConnection {
  private func send(_ sql: String, _ values: [PostgreSQLValue]) throws(PostgreSQLError) {
    let texts = values.map { value in value.bytes.map { $0.map { CChar(bitPattern: $0) } + [0] } }
    // All values lie one after another, so that pointers to them stay valid.
    let all = texts.flatMap { $0 ?? [] }
    let code = unsafe all.withUnsafeBufferPointer { buffer in
      var offset = 0
      let pointers: [UnsafePointer<CChar>?] = unsafe texts.map { text in
        guard let text else { return nil }
        defer { offset += text.count }
        return unsafe buffer.baseAddress?.advanced(by: offset)
      }
      return unsafe PQsendQueryParams(
        connection, sql, Int32(values.count), nil, pointers, nil, nil, 0)
    }
    guard code == 1 else { throw failure() }
  }

  private func flush(
    until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLError) {
    while true {
      let code = unsafe PQflush(connection)
      if code == 0 { return }
      if code < 0 { throw failure() }
      // The server can send while it receives; if nobody reads that, both wait.
      let ready = try await wait([.readable, .writable], until: deadline)
      if ready.contains(.readable), unsafe PQconsumeInput(connection) != 1 { throw failure() }
    }
  }

  /// Reads until a result is complete.
  private func receive(
    until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLError) {
    while unsafe PQisBusy(connection) == 1 {
      try await wait(.readable, until: deadline)
      guard unsafe PQconsumeInput(connection) == 1 else { throw failure() }
    }
  }

  /// Reads all results of a statement; the last one counts, or the first error.
  private func results(
    until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    var rows = PostgreSQLRows(columns: 0, affected: 0, values: [])
    var error: PostgreSQLError?
    while true {
      try await receive(until: deadline)
      guard let result = unsafe PQgetResult(connection) else { break }
      defer { unsafe PQclear(result) }
      if let found = unsafe Self.error(of: result) {
        error = error ?? found
        // After this, the server waits for rows that do not come.
        if unsafe PQstatus(connection) == CONNECTION_BAD { break }
      } else {
        rows = unsafe Self.rows(of: result)
      }
    }
    if let error { throw error }
    return rows
  }

  @discardableResult
  private func wait(
    _ interest: EventLoop.Interest, until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLError) -> EventLoop.Interest {
    // It is another one after each address that libpq tries.
    let descriptor = unsafe PQsocket(connection)
    guard descriptor >= 0 else { throw failure() }
    let ready: EventLoop.Interest?
    do throws(SystemError) {
      ready = try await loop.wait(for: descriptor, interest, until: deadline)
    } catch {
      throw PostgreSQLError(message: "\(error)")
    }
    guard let ready else { throw .timeout }
    return ready
  }

  /// The last error of the connection itself.
  private func failure() -> PostgreSQLError {
    let text = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    return PostgreSQLError(state: Self.state(in: text), message: text)
  }

  /// The SQLSTATE of a connection that the server refused, which libpq 15 has only in words.
  private static func state(in text: String) -> String? {
    let known = [
      ("password authentication failed", "28P01"), ("no pg_hba.conf entry", "28000"),
      ("Peer authentication failed", "28000"), ("FATAL:  role", "28000"),
      ("FATAL:  database", "3D000"),
      ("too many clients", "53300"), ("starting up", "57P03"), ("shutting down", "57P03"),
    ]
    guard text.contains("FATAL:") else { return nil }
    return known.first { text.contains($0.0) }?.1
  }

  private static func error(of result: OpaquePointer?) -> PostgreSQLError? {
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_EMPTY_QUERY: return nil
    default: break
    }
    func field(_ code: Int32) -> String? {
      unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) }
    }
    // The macros are characters, which Swift does not import: PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
    let state = field(Int32(UInt8(ascii: "C")))
    let message = field(Int32(UInt8(ascii: "M")))
    let fallback = unsafe PQresultErrorMessage(result).map { unsafe String(cString: $0) }
    return PostgreSQLError(state: state, message: message ?? fallback ?? "An unknown error.")
  }

  private static func rows(of result: OpaquePointer) -> PostgreSQLRows {
    let (count, columns) = unsafe (PQntuples(result), PQnfields(result))
    var values: [[UInt8]?] = []
    values.reserveCapacity(Int(count) * Int(columns))
    for row in 0..<count {
      for column in 0..<columns {
        if unsafe PQgetisnull(result, row, column) == 1 {
          values.append(nil)
        } else {
          let bytes = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column),
            count: Int(PQgetlength(result, row, column)))
          unsafe values.append(Array(bytes))
        }
      }
    }
    let affected = unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    return PostgreSQLRows(columns: Int(columns), affected: affected, values: values)
  }
}
