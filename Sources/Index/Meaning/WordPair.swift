import Glibc

/// A word of a query and a word of a document that are near in meaning, or the same.
public struct WordPair: CustomStringConvertible, Equatable, Sendable {
  /// The word of the query.
  public let query: String
  /// The word of the document.
  public let document: String

  /// The words, for people.
  public var description: String { query == document ? query : "\(query) ~ \(document)" }

  /// Makes a pair.
  public init(_ query: String, _ document: String) {
    (self.query, self.document) = (query, document)
  }
}

extension VectorTable {
  /// Returns the different words that add most to the cosine of a query and a document.
  ///
  /// The cosine of two sums of vectors is the sum of the products of all pairs. O(words² × dimensions).
  ///
  /// - Parameters:
  ///   - query: the words of the query, or the title and the beginning of another document.
  ///   - texts: the title and the beginning of the document.
  ///   - wordLimit: how many words of each text are looked at.
  ///   - limit: the most pairs; each word is in one of them.
  ///   - includesSame: whether a word that both have makes a pair.
  /// - Returns: the pairs, that with the largest product first.
  public func pairs(
    ofQuery query: [String], and texts: [String], upTo wordLimit: Int, limit: Int,
    includesSame: Bool = false
  ) -> [WordPair] {
    let (asked, found) = (sums(of: query, upTo: wordLimit), sums(of: texts, upTo: wordLimit))
    var products: [(pair: WordPair, product: Float)] = []
    for (word, vector) in asked {
      for (other, otherVector) in found where includesSame || word != other {
        let product = zip(vector, otherVector).reduce(0) { $0 + $1.0 * $1.1 }
        if product > 0 { products.append((WordPair(word, other), product)) }
      }
    }
    products.sort {
      ($1.product, $0.pair.query, $0.pair.document) < ($0.product, $1.pair.query, $1.pair.document)
    }
    var pairs: [WordPair] = []
    for (pair, _) in products where pairs.count < limit {
      let isNew = !pairs.contains { $0.query == pair.query || $0.document == pair.document }
      if isNew { pairs.append(pair) }
    }
    return pairs
  }

  /// What each word adds to the sum of a text.
  private func sums(of texts: [String], upTo limit: Int) -> [String: [Float]] {
    var counts: [[UInt8]: Int] = [:]
    for text in texts {
      for word in TextWords(text, upTo: limit).words { counts[word, default: 0] += 1 }
    }
    var sums: [String: [Float]] = [:]
    for (word, count) in counts {
      var sum = [Float](repeating: 0, count: Self.dimensions)
      let weight = 1 + logf(Float(count))
      add(rows(of: word).map { ($0, weight) }, to: &sum)
      sums[String(decoding: word, as: UTF8.self)] = sum
    }
    return sums
  }
}
