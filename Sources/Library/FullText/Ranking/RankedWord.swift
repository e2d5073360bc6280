import Glibc

/// A word of a ranked query, with the phrases of the FTS5 expression that are its forms.
///
/// The forms are the word as it was typed, words with the same stem, or synonyms. Occurrences of a form count
/// with its factor, so a document with the typed form is better than a document with another form.
public struct RankedWord: Equatable, Sendable {
  /// A phrase that is a form of the word.
  public struct Form: Equatable, Sendable {
    /// The number of the phrase in the expression, from 0 on.
    public let phrase: Int
    /// The share of the word's score that occurrences of the form can reach, from 0 to 1.
    public let factor: Double

    /// Makes a form.
    public init(phrase: Int, factor: Double) {
      self.phrase = phrase
      self.factor = factor
    }
  }

  /// A phrase that contains the word, such as the declaration of a name; it adds to the score of a row.
  ///
  /// It is not a form: a row that contains only this phrase does not have the word, and the positions of the
  /// phrase are not kept. The number of its occurrences does not matter.
  public struct Addition: Equatable, Sendable {
    /// The number of the phrase in the expression, from 0 on.
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
  /// The share with which the word counts for ``FTS5Candidates/Request/leastShare``.
  public let share: Double
  /// Whether a row must have the word to match fully.
  public let isDecisive: Bool
  /// A phrase that adds to the score of a row that contains it; nil for none.
  public var addition: Addition?

  /// Makes a word; if `share` is nil, the share is the weight.
  public init(_ forms: [Form], weight: Double, share: Double? = nil, isDecisive: Bool = true) {
    self.forms = forms.sorted { $0.factor > $1.factor }
    self.weight = weight
    self.share = share ?? weight
    self.isDecisive = isDecisive
  }

  /// Returns the weight of a word that n rows contain: `log(1 + (all − n + ½) / (n + ½))`; never below 0.
  ///
  /// See Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). As in
  /// Lucene, the 1 keeps the weight positive for words that most rows contain.
  public static func inverseDocumentFrequency(of count: Int, in rows: Int64) -> Double {
    let (all, hits) = (Double(rows), Double(min(Int64(count), rows)))
    return log(1 + (all - hits + 0.5) / (hits + 0.5))
  }
}
