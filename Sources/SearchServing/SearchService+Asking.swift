import QueryLanguage
import SearchIndex
import SearchInterface

/// Reads what people type, on the readers' threads: a long text takes its time, and the thread that
/// answers everybody must not wait for it.
extension SearchService {
  /// Reads a query, and asks a reader with it.
  ///
  /// - Parameters:
  ///   - text: what was typed.
  ///   - prefixes: which words are beginnings.
  ///   - time: how long to wait where the index is being repaired.
  ///   - body: what is asked; it may run more than once, see ``ReaderPool/read(_:)``.
  /// - Returns: the query, and the answer.
  /// - Throws: that the text is no query, or what `body` fails with.
  func ask<Value: Sendable>(
    _ text: String, _ prefixes: PrefixMode?, within time: Duration = Self.repairPatience,
    _ body: @escaping @Sendable (IndexReader, Query) throws -> Value
  ) async throws -> (query: Query, answer: Value) {
    let options = readingOptions(prefixes)
    let result = try await ask(within: time) { reader -> Result<(Query, Value), QuerySyntaxError> in
      let query: Query
      do throws(QuerySyntaxError) {
        query = try Query(parsing: text, options)
      } catch {
        // As a value: an error would close the connection, which has nothing to do with it.
        return .failure(error)
      }
      return .success((query, try body(reader, query)))
    }
    do throws(QuerySyntaxError) {
      return try result.get()
    } catch {
      throw SearchFailure.invalidQuery(position: error.position, reason: error.description)
    }
  }

  /// Reads a query.
  func query(_ text: String, _ prefixes: PrefixMode?) async throws -> Query {
    try await ask(text, prefixes) { _, _ in }.query
  }

  func readingOptions(_ prefixes: PrefixMode?) -> Query.ReadingOptions {
    var options = Query.ReadingOptions()
    options.prefixes = prefixes.flatMap { .init(rawValue: $0.rawValue) } ?? .none
    options.clock = .current
    return options
  }
}
