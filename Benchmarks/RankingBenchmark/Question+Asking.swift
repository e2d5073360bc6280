import LinuxSystem
import RankingJudgment
import SearchInterface

extension Question {
  /// As many hits as `sitta search` prints.
  static let hits = 20

  /// Searches for it.
  ///
  /// - Parameters:
  ///   - client: asks the daemon.
  ///   - root: the folder that was indexed.
  ///   - isStrict: whether a hit must have all words, and nothing is corrected.
  /// - Returns: the paths of the hits below the folder; none if the query is wrong.
  /// - Throws: the error of the connection.
  func ask(_ client: SearchClient, below root: FilePath, isStrict: Bool = false) throws -> [String]
  {
    var parameters = SearchMethod.Parameters(query: query)
    parameters.limit = Self.hits
    parameters.strict = isStrict
    // Copies stay folded.
    parameters.copies = false
    // The order is measured and not the speed: a busy machine must not change the hits.
    parameters.deadline = 60_000
    do {
      return try client.search(parameters).hits.map { hit in
        let path = hit.document.path ?? hit.document.uri
        return path.hasPrefix("\(root)/") ? String(path.dropFirst("\(root)/".count)) : path
      }
    } catch let failure as SearchFailure {
      print("\(id): \(failure)")
      return []
    }
  }
}
