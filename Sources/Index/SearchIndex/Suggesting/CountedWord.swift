/// A word, and the number of documents that contain it.
public struct CountedWord: Equatable, Sendable {
  /// The word in the form in which the index contains it.
  public let word: String
  /// The number of documents that contain the word.
  public let documents: Int

  /// Makes a word that some documents have.
  public init(_ word: String, documents: Int) {
    (self.word, self.documents) = (word, documents)
  }
}

extension WordList {
  /// Makes a list of some words; of a word that comes twice, the larger number counts.
  public init(_ words: [CountedWord]) {
    self.init()
    let documents = Dictionary(
      words.map { (Array($0.word.utf8), $0.documents) }, uniquingKeysWith: max)
    for (word, count) in documents.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
    where count > 0 {
      offer(word, documents: count)
    }
    finish()
  }
}
