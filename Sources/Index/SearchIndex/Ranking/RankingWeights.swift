/// How much each part of the score counts; these are all weights of the ranking.
///
/// Fields count by occurrences: a word once in the title counts as if it were so often in the text.
public struct RankingWeights: Equatable, Sendable {
  /// A word in the title.
  public var title = 5.0
  /// A word in the name of the file.
  public var name = 5.0
  /// A word in a tag.
  public var tags = 2.0
  /// A word in the text.
  public var body = 1.0
  /// A word in the name of an author.
  public var authors = 2.0
  /// A word in the name of a recipient.
  public var recipients = 1.0
  /// A word in the name of a folder above the file, as a share of its weight.
  public var folders = 1.4
  /// Words of the query that follow each other, as a share of their weight.
  public var proximity = 0.6
  /// The title contains all words of the query and nothing else, as a share of their weight.
  public var wholeTitle = 1.5
  /// The name contains all words of the query and nothing else, as a share of their weight.
  public var wholeName = 1.2
  /// The deduction for a copy, a draft, a backup or a file in an archive, as a share of the score.
  public var copies = 0.1
  /// The deduction for a document in another language than the query, as a share of the score.
  public var otherLanguage = 0.12
  /// The deduction for a generated list, a cache or a header file, as a share of the score.
  public var generated = 0.08
  /// The deduction for each folder of the path, as a share of the score.
  public var depth = 0.003
  /// The bonus for a document that was written by itself, as people write, as a share of the score.
  public var alone = 0.1
  /// The bonus for a document that was opened before, as a share of the score.
  ///
  /// It is doubled if the document was opened from the same query.
  public var opened = 0.1
  /// How much the rank of a document by meaning counts beside its rank by words, times the words of the query.
  public var meaning = 9.0
  /// Documents whose scores differ by at most this share of the best are sorted by time, the newest first.
  public var nearTie = 0.01

  /// Makes the default weights, which were found by measuring; see docs/ranking.md.
  public init() {}
}
