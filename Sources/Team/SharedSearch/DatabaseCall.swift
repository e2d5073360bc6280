import PostgreSQL

/// A database that did not answer, so that its documents are missing in an answer.
package struct SilentDatabase: Sendable {
  /// Its name.
  package let name: String
  /// Why, for the administrator.
  package let reason: String
}

/// A call of a reader, in which all databases are asked at once, step after step.
///
/// One that does not answer a step is left out of those that follow. With several databases, a step has half of the time
/// that is left, so that the others still can answer.
final class DatabaseCall {
  /// When the time of the call is over.
  let end: ContinuousClock.Instant
  private var databases: [SharedDatabase]
  /// The databases that did not answer.
  private(set) var silent: [SilentDatabase] = []

  init(_ databases: [SharedDatabase], within milliseconds: Int) {
    (self.databases, end) = (databases, .now + .milliseconds(milliseconds))
  }

  /// The time of a step.
  private var limit: TimeLimit {
    let whole = TimeLimit(end: end)
    return databases.count + silent.count == 1 ? whole : whole.half
  }

  /// Asks the databases.
  ///
  /// - Parameters:
  ///   - numbers: those to ask; nil for all.
  ///   - isWriting: whether the database may be written.
  ///   - body: the question to one.
  /// - Returns: the answers by the numbers of the databases.
  /// - Throws: the first error, if no database is left.
  func ask<Value: Sendable>(
    _ numbers: Set<Int64>? = nil, isWriting: Bool = false,
    _ body: @escaping @Sendable (SharedDatabase, TimedConnection) async throws -> Value
  ) async throws -> [Int64: Value] {
    let limit = limit
    let asked = databases.filter { numbers?.contains($0.number) ?? true }
    let answers = await withTaskGroup(of: (Int64, Result<Value, any Error>).self) { group in
      for database in asked {
        group.addTask {
          do {
            let value = try await database.asking(limit, isWriting: isWriting) {
              try await body(database, $0)
            }
            return (database.number, .success(value))
          } catch {
            return (database.number, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var (values, first): ([Int64: Value], (any Error)?) = ([:], nil)
    for database in asked {
      switch answers[database.number] {
      case .success(let value): values[database.number] = value
      case .failure(let error):
        first = first ?? error
        silent.append(SilentDatabase(name: database.name, reason: "\(error)"))
        databases.removeAll { $0.number == database.number }
      case nil: break
      }
    }
    if databases.isEmpty, let first { throw first }
    return values
  }
}

extension DatabaseCall {
  /// Some words of a database, in the order of their numbers.
  struct WordPage {
    let words: [[UInt8]]
    /// The number of the last word; nil if there is none.
    let last: Int64?
    /// Whether no more words follow.
    let isLast: Bool
  }

  /// The most words in a page.
  private static let pageSize = 50_000

  /// Reads all words with larger numbers, page by page.
  ///
  /// - Parameters:
  ///   - numbers: the number of a word for each database that is read.
  ///   - body: takes the next page of a database. A database that does not answer gives no more.
  /// - Throws: the error of `body`, or of a server if no database is left.
  func readWords(
    after numbers: [Int64: Int64], _ body: (_ database: Int64, WordPage) throws -> Void
  ) async throws {
    var open = numbers
    while !open.isEmpty {
      let starts = open
      let pages = try await ask(Set(open.keys)) { database, connection in
        try await connection.run(
          "SELECT id, word FROM words_after($1, $2)",
          [.integer(starts[database.number] ?? 0), .integer(Int64(Self.pageSize))])
      }
      open = [:]
      for (number, rows) in pages {
        let last = rows.count > 0 ? rows.integer(rows.count - 1, 0) : nil
        let isLast = rows.count < Self.pageSize
        if !isLast { open[number] = last }
        try body(
          number,
          WordPage(
            words: (0..<rows.count).compactMap { rows.bytes($0, 1) }, last: last, isLast: isLast))
      }
    }
  }
}
