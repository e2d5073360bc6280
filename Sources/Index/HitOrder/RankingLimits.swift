/// Numbers on which the daemons and a client that merges their hits agree.
package enum RankingLimits {
  /// The least number of hits that are scored exactly; 200 and 100 give the same order for 1,358 questions of nine
  /// collections, and 60 costs one of them its answer among five.
  package static let exactHits = 100
  /// The hits with all words in their titles or names that are scored exactly even if others have the words more
  /// often: a word as common as "todo" finds `todo.md`.
  package static let titledHits = 20
  /// With fewer full matches, documents with some of the words, or with words in folder names, are added.
  package static let fewMatches = 10
  /// The most hits that are found only by the names of their folders.
  package static let folderHits = 50
  /// With fewer full matches, a query may be corrected.
  package static let correctedBelow = 5
  /// The depth of folders that are not in a chain of common folders; larger than any other depth.
  package static let anyFolder = 1_000_000
}
