import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface

/// Reads queries and asks readers with them.
///
/// Parsing happens on the readers' threads: a long text takes a while, and the thread that answers all
/// clients must not wait for it.
struct QueryReader: Sendable {
  let index: RepairingReader
  let configuration: any ConfigurationControl

  /// Parses a query and asks a reader with it.
  ///
  /// - Parameters:
  ///   - text: the query as typed.
  ///   - prefixes: which words are beginnings.
  ///   - timeout: how long to wait for a repair of the index.
  ///   - body: the question; it may run more than once, see ``ReaderPool/read(_:)``.
  /// - Returns: the query, and the answer.
  /// - Throws: `InvalidQuery`, or what `body` fails with.
  func ask<Value: Sendable>(
    _ text: String, _ prefixes: PrefixMode?,
    within timeout: Duration = RepairingReader.repairTimeout,
    _ body: @escaping @Sendable (IndexReader, Query) throws -> Value
  ) async throws -> (query: Query, answer: Value) {
    let options = parsingOptions(prefixes)
    let result = try await index.ask(within: timeout) {
      reader -> Result<(Query, Value), QuerySyntaxError> in
      let query: Query
      do throws(QuerySyntaxError) {
        query = try Query(parsing: text, options)
      } catch {
        // As a value: an error would close the connection to the index, which is not at fault.
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
  func query(_ text: String, _ prefixes: PrefixMode?) async throws -> Query {
    try await ask(text, prefixes) { _, _ in }.query
  }

  /// How a query is parsed now.
  func parsingOptions(_ prefixes: PrefixMode?) -> Query.ReadingOptions {
    var options = Query.ReadingOptions()
    options.prefixes = prefixes.flatMap { .init(rawValue: $0.rawValue) } ?? .none
    options.clock = .current
    return options
  }

  /// The default options of a search.
  var searchOptions: SearchOptions {
    var options = SearchOptions()
    // The index knows files by the paths that lead through no symbolic link.
    options.home = ProcessEnvironment.home.map { (try? $0.resolvingSymbolicLinks()) ?? $0 }
    options.weights = configuration.weights
    return options
  }
}
