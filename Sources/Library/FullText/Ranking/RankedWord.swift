import Glibc

/// A word of a ranked query, with the phrases of the FTS5 expression that represent it.
///
/// The phrases are forms of the word: as it was typed, with the same stem, a synonym. Occurrences of a
/// form count with its factor, so a document with the typed form is better than one with another form.
public struct RankedWord: Equatable, Sendable {
  /// One phrase that represents the word.
  public struct Form: Equatable, Sendable {
    /// The number of the phrase in the expression, from 0.
    public let phrase: Int
    /// The share of the word's score that an occurrence can reach, from 0 to 1.
    public let factor: Double

    /// Makes a form.
    public init(phrase: Int, factor: Double) {
      self.phrase = phrase
      self.factor = factor
    }
  }

  /// A phrase that contains the word and makes a row better by its presence, such as the declaration of
  /// a name.
  ///
  /// It does not represent the word: a row with the phrase alone does not have the word, and its
  /// positions are not kept. How often it occurs does not count.
  public struct Addition: Equatable, Sendable {
    /// The number of the phrase in the expression, from 0.
    public let phrase: Int
    /// The score that each column with the phrase adds, as a share of the highest score there.
    public let share: Double

    /// Makes an addition.
    public init(phrase: Int, share: Double) {
      self.phrase = phrase
      self.share = share
    }
  }

  /// The forms, the largest factor first.
  public let forms: [Form]
  /// The weight of the word: larger for rarer words.
  public let weight: Double
  /// The word's part in ``FTS5Candidates/Request/leastShare``.
  public let share: Double
  /// Whether a document without the word does not match fully.
  public let isDecisive: Bool
  /// The addition to its score in rows that have it.
  public var addition: Addition?

  /// Makes a word; without a share, its weight is its share.
  public init(_ forms: [Form], weight: Double, share: Double? = nil, isDecisive: Bool = true) {
    self.forms = forms.sorted { $0.factor > $1.factor }
    self.weight = weight
    self.share = share ?? weight
    self.isDecisive = isDecisive
  }

  /// The weight of a word that is in some rows: `log(1 + (all − n + ½) / (n + ½))`, never below 0.
  ///
  /// See Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); the 1
  /// keeps words positive that most rows contain, as Lucene does.
  public static func inverseDocumentFrequency(of count: Int, in rows: Int64) -> Double {
    let (all, hits) = (Double(rows), Double(min(Int64(count), rows)))
    return log(1 + (all - hits + 0.5) / (hits + 0.5))
  }
}
