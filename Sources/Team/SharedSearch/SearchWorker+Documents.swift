package import LinuxSystem
import PostgreSQL
import QueryLanguage
package import SearchIndex
package import SearchInterface
import SearchMessages

extension SearchWorker {
  /// A source of the databases.
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

  /// What the sources have.
  package struct SourceState: Sendable {
    /// The sources, with those that were known before of databases that do not answer.
    package let sources: [Source]
    /// The databases that do not answer.
    package let silent: [SilentDatabase]
  }

  /// The longest time of a short question, in milliseconds.
  private static let shortTime = 5_000
  /// The longest time of a question that is asked before a search, in milliseconds.
  private static let firstTime = 1_000

  /// Asks for the sources.
  ///
  /// - Returns: what they have.
  /// - Throws: the error of the server, if no database answers.
  package func sources() async throws -> SourceState {
    let call = call(within: Self.firstTime)
    let answers = try await call.ask { _, connection in
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
    lastSources.merge(answers) { $1 }
    let sources = lastSources.sorted { $0.key < $1.key }.flatMap(\.value)
    return SourceState(sources: sources, silent: call.silent)
  }

  /// Makes a reader known to the feeds.
  ///
  /// - Parameter reader: the reader.
  /// - Returns: whether each feed knows which documents the reader may read.
  /// - Throws: the error of the server, if no database answers.
  package func introduce(_ reader: SharedReader) async throws -> Bool {
    let answers = try await call(within: Self.firstTime).ask(isWriting: true) { _, connection in
      let rows = try await connection.run("SELECT introduce($1)", [.text(reader.login)])
      return rows.text(0, 0) == "t"
    }
    return answers.values.allSatisfy(\.self)
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
    let call = call(within: milliseconds)
    let index = try await prepared(call)
    let outline = try index.reader.outline(of: query, request.options)
    var counted = CandidateRequest(
      SearchCondition(outline.whole, home: request.reader.home).seen(by: request))
    (counted.order, counted.keep) = ("modified", 1)
    let (login, json) = (request.reader.login, counted.json)
    let totals = try await call.ask { _, connection in
      try await connection.run("SELECT total FROM find($1, $2)", [.text(login), .text(json)])
    }
    var answer = SharedAnswer()
    answer.count = Self.sums(totals.values, 1)[0]
    (answer.reading, answer.notes) = (query.reading, query.notes.map(\.description))
    if let facets = request.options.facets {
      try await add(facets, counted.condition, request.reader, call, to: &answer)
    }
    answer.silent = call.silent
    return answer
  }

  /// A document with the number that clients have.
  package typealias Numbered = (number: Int, document: DocumentMessage)

  /// Looks up documents by the numbers that clients have.
  ///
  /// - Parameters:
  ///   - numbers: the numbers.
  ///   - reader: the reader.
  /// - Returns: those of the documents that the reader may read, with their numbers.
  /// - Throws: the error of the server.
  package func documents(
    _ numbers: [Int], of reader: SharedReader
  ) async throws -> (found: [Numbered], silent: [SilentDatabase]) {
    let call = call(within: Self.shortTime)
    let found = try await numbered(numbers.map { Candidate.Number(joined: $0) }, reader, call)
    return (found, call.silent)
  }

  private func numbered(
    _ numbers: [Candidate.Number], _ reader: SharedReader, _ call: DatabaseCall
  ) async throws -> [Numbered] {
    try await candidates(numbers, reader, call, .nothing)
      .compactMap { found in found.number.joined.map { ($0, found.message) } }
  }

  /// Lists documents in the order of their numbers.
  ///
  /// - Parameters:
  ///   - request: the reader, and the folders.
  ///   - after: the number of the last document of the page before.
  ///   - limit: the most documents.
  /// - Returns: the documents with their numbers.
  /// - Throws: the error of a server: a list lacks nothing.
  package func list(
    _ request: SharedRequest, after: Int, limit: Int
  ) async throws -> [Numbered] {
    let call = call(within: Self.shortTime)
    let last = Candidate.Number(joined: after)
    let condition = CandidateRequest(SearchCondition.all([]).seen(by: request)).condition
    let (login, json) = (request.reader.login, condition.json)
    let answers = try await call.ask { database, connection in
      if database.number < last.database { return [Candidate.Number]() }
      let isFirst = database.number == last.database
      let rows = try await connection.run(
        "SELECT source, id FROM list($1, $2, $3, $4, $5)",
        [
          .text(login), .text(json), .integer(isFirst ? last.source : 0),
          .integer(isFirst ? last.id : 0), .integer(Int64(limit)),
        ])
      return (0..<rows.count).map { row in
        Candidate.Number(
          database: database.number, source: rows.integer(row, 0) ?? 0,
          id: rows.integer(row, 1) ?? 0)
      }
    }
    let numbers = answers.sorted { $0.key < $1.key }.flatMap(\.value)
    let found = try await numbered(Array(numbers.prefix(limit)), request.reader, call)
    if let silent = call.silent.first { throw Incomplete(silent: silent) }
    return found
  }

  /// A database does not answer, so that something cannot be told.
  package struct Incomplete: Error, CustomStringConvertible {
    /// The database.
    package let silent: SilentDatabase
    /// A sentence for people.
    package var description: String {
      "The database '\(silent.name)' of the team does not answer. Try again later."
    }
  }

  /// Reads lines of a document.
  ///
  /// - Parameters:
  ///   - location: the document.
  ///   - excerpt: which lines.
  ///   - request: the reader, and the folders.
  /// - Returns: the lines, and the document; nil if the reader may not read it, or there is none.
  /// - Throws: ``Incomplete`` if it may be in a database that does not answer; the error of the server, or of SQLite.
  package func read(
    _ location: DocumentLocation, _ excerpt: ExcerptRequest, _ request: SharedRequest
  ) async throws -> (excerpt: Excerpt, document: DocumentMessage)? {
    let call = call(within: Self.shortTime)
    let index = try await prepared(call)
    var wanted = CandidateRequest(
      SearchCondition.all([.at(SearchCondition.names(of: location.path))]).seen(by: request))
    (wanted.order, wanted.keep) = ("modified", 1)
    let (login, json) = (request.reader.login, wanted.json)
    let answers = try await call.ask { _, connection in
      try await connection.run("SELECT source, id FROM find($1, $2)", [.text(login), .text(json)])
    }
    let first = answers.sorted { $0.key < $1.key }.first { $0.value.count > 0 }
    let number = first.map { database, rows in
      Candidate.Number(
        database: database, source: rows.integer(0, 0) ?? 0, id: rows.integer(0, 1) ?? 0)
    }
    let found = try await candidates([number].compactMap(\.self), request.reader, call, .whole)
    guard let document = found.first else {
      if let silent = call.silent.first { throw Incomplete(silent: silent) }
      return nil
    }
    defer { empty(index) }
    try index.add([document])
    let lines = try index.reader.excerpt(
      of: document.path, excerpt, SearchOptions(), deadline: .now + .seconds(1))
    return lines.map { ($0, document.message) }
  }
}
