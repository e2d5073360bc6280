/// Numbers on which the daemons and a client that merges their hits agree.
package enum RankingLimits {
  /// The number of hits that are scored exactly, at least; with 100, a query in 440 lost its answer.
  package static let exactHits = 200
  /// With fewer full matches, documents with a part of the words are searched, and by names of folders.
  package static let fewMatches = 10
  /// The most hits that only the names of their folders find.
  package static let folderHits = 50
  /// With fewer full matches, a query may be corrected.
  package static let correctedBelow = 5
  /// The depth of a folder that is deeper than all common ones.
  package static let anyFolder = 1_000_000
}
