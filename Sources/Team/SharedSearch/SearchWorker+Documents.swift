package import LinuxSystem
import PostgreSQL
import QueryLanguage
package import SearchIndex
package import SearchInterface
import SearchMessages

extension SearchWorker {
  /// A source of the database.
  package struct Source: Sendable {
    /// Its name.
    package let name: String
    /// The clock up to which its documents are here.
    package let clock: ClockMessage
    /// When it was last written, in seconds since 1970.
    package let written: Double
    /// Whether all its documents are here.
    package let isWhole: Bool
  }

  /// The longest time of a short question, in milliseconds.
  private static let shortTime = 5_000
  /// The sources of the database.
  package func sources() async throws -> [Source] {
    try await asking(within: Self.shortTime) { connection in
      let rows = try await connection.run(
        "SELECT name, index_name, commit_number, written, whole FROM sources()")
      return (0..<rows.count).map { row in
        Source(
          name: rows.text(row, 0) ?? "",
          clock: ClockMessage(
            index: rows.text(row, 1) ?? "", sequence: Int(rows.integer(row, 2) ?? 0)),
          written: rows.text(row, 3).flatMap(Double.init) ?? 0, isWhole: rows.text(row, 4) == "t")
      }
    }
  }

  /// Makes a reader known to the feeds.
  ///
  /// - Parameter reader: the reader.
  /// - Returns: whether each feed knows which documents the reader may read.
  /// - Throws: the error of the server.
  package func introduce(_ reader: SharedReader) async throws -> Bool {
    try await asking(within: Self.shortTime) { connection in
      let rows = try await connection.run("SELECT introduce($1)", [.text(reader.login)])
      return rows.text(0, 0) == "t"
    }
  }

  /// Counts the documents that match a query.
  ///
  /// - Parameters:
  ///   - request: the search.
  ///   - milliseconds: its longest time.
  /// - Returns: the number in ``SharedAnswer/count``.
  /// - Throws: `QuerySyntaxError`, or the error of the server.
  package func count(
    _ request: SharedRequest, within milliseconds: Int
  ) async throws -> SharedAnswer {
    let query = try request.query
    return try await asking(within: milliseconds) { connection in
      let index = try await prepared(connection)
      let outline = try index.reader.outline(of: query, request.options)
      var counted = CandidateRequest(
        SearchCondition(outline.whole, home: request.reader.home).seen(by: request))
      (counted.order, counted.keep) = ("modified", 1)
      var answer = SharedAnswer()
      answer.count = try await total(counted, request.reader, connection)
      (answer.reading, answer.notes) = (query.reading, query.notes.map(\.description))
      if let facets = request.options.facets {
        try await add(facets, counted.condition, request.reader, connection, to: &answer)
      }
      return answer
    }
  }

  private func total(
    _ request: CandidateRequest, _ reader: SharedReader, _ connection: TimedConnection
  ) async throws -> Int {
    let rows = try await connection.run(
      "SELECT total FROM find($1, $2)", [.text(reader.login), .text(request.json)])
    return rows.count == 0 ? 0 : Int(rows.integer(0, 0) ?? 0)
  }

  /// Looks up documents by the numbers that clients have.
  ///
  /// - Parameters:
  ///   - numbers: the numbers.
  ///   - reader: the reader.
  /// - Returns: those of the documents that the reader may read, with their numbers.
  /// - Throws: the error of the server.
  package func documents(
    _ numbers: [Int], of reader: SharedReader
  ) async throws -> [(number: Int, document: DocumentMessage)] {
    try await asking(within: Self.shortTime) { connection in
      let found = try await candidates(
        numbers.map { Candidate.Number(joined: $0) }, reader, connection, withTexts: false)
      return found.compactMap { found in found.number.joined.map { ($0, found.message) } }
    }
  }

  /// Lists documents in the order of their numbers.
  ///
  /// - Parameters:
  ///   - request: the reader, and the folders.
  ///   - after: the number of the last document of the page before.
  ///   - limit: the most documents.
  /// - Returns: the documents with their numbers.
  /// - Throws: the error of the server.
  package func list(
    _ request: SharedRequest, after: Int, limit: Int
  ) async throws -> [(number: Int, document: DocumentMessage)] {
    try await asking(within: Self.shortTime) { connection in
      let last = Candidate.Number(joined: after)
      let condition = CandidateRequest(SearchCondition.all([]).seen(by: request)).condition
      let rows = try await connection.run(
        "SELECT source, id FROM list($1, $2, $3, $4, $5)",
        [
          .text(request.reader.login), .text(condition.json), .integer(last.source),
          .integer(last.id), .integer(Int64(limit)),
        ])
      let numbers = (0..<rows.count).map { row in
        Candidate.Number(source: rows.integer(row, 0) ?? 0, id: rows.integer(row, 1) ?? 0)
      }
      let found = try await candidates(numbers, request.reader, connection, withTexts: false)
      return found.compactMap { found in found.number.joined.map { ($0, found.message) } }
    }
  }

  /// Reads lines of a document.
  ///
  /// - Parameters:
  ///   - location: the document.
  ///   - excerpt: which lines.
  ///   - request: the reader, and the folders.
  /// - Returns: the lines, and the document; nil if the reader may not read it, or there is none.
  /// - Throws: the error of the server, or of SQLite.
  package func read(
    _ location: DocumentLocation, _ excerpt: ExcerptRequest, _ request: SharedRequest
  ) async throws -> (excerpt: Excerpt, document: DocumentMessage)? {
    try await asking(within: Self.shortTime) { connection in
      let index = try await prepared(connection)
      var wanted = CandidateRequest(
        SearchCondition.all([.at(SearchCondition.names(of: location.path))]).seen(by: request))
      (wanted.order, wanted.keep) = ("modified", 1)
      let rows = try await connection.run(
        "SELECT source, id FROM find($1, $2)", [.text(request.reader.login), .text(wanted.json)])
      guard rows.count > 0, let source = rows.integer(0, 0), let id = rows.integer(0, 1) else {
        return nil
      }
      let found = try await candidates(
        [Candidate.Number(source: source, id: id)], request.reader, connection)
      guard let document = found.first else { return nil }
      defer { empty(index) }
      try index.add([document])
      let lines = try index.reader.excerpt(
        of: document.path, excerpt, SearchOptions(), deadline: .now + .seconds(1))
      return lines.map { ($0, document.message) }
    }
  }
}
