import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages

/// Parses queries and runs them on readers of the index.
///
/// It parses on the readers' threads, because parsing a long text can take long, and the thread
/// that answers all clients must not wait.
struct QueryReader: Sendable {
  let index: RepairingReader
  let configuration: any ConfigurationControl

  /// Parses a query and runs `body` with it on a reader.
  ///
  /// - Parameters:
  ///   - typed: the query as typed.
  ///   - timeout: the longest wait for a repair of the index.
  ///   - body: the work; may run more than once, see ``ReaderPool/read(_:)``.
  /// - Returns: the query, and the result of `body`.
  /// - Throws: `InvalidQuery`, or the error of `body`.
  func ask<Value: Sendable>(
    _ typed: TypedQuery,
    within timeout: Duration = RepairingReader.repairTimeout,
    _ body: @escaping @Sendable (IndexReader, Query) throws -> Value
  ) async throws -> (query: Query, answer: Value) {
    let options = typed.parsingOptions
    let result = try await index.ask(within: timeout) {
      reader -> Result<(Query, Value), QuerySyntaxError> in
      let query: Query
      do throws(QuerySyntaxError) {
        query = try Query(parsing: typed.text, options)
      } catch {
        // Returned instead of thrown, because a thrown error would close the connection to the index.
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

  /// Parses a query.
  func query(_ typed: TypedQuery) async throws -> Query {
    try await ask(typed) { _, _ in }.query
  }

  /// The default options of a search.
  var searchOptions: SearchOptions {
    var options = SearchOptions()
    options.home = configuration.home
    options.weights = configuration.weights
    return options
  }
}
