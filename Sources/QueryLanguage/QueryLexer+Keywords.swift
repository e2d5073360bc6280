extension QueryLexer {
  /// A word that joins what stands around it, in capitals.
  enum Keyword: Equatable {
    case or
    case and
    case not
    case near(distance: Int)

    init?(_ text: String) {
      switch text {
      case "OR": self = .or
      case "AND": self = .and
      case "NOT": self = .not
      case "NEAR": self = .near(distance: Query.distances.default)
      default:
        guard text.hasPrefix("NEAR/"), let distance = Self.distance(text.dropFirst(5)) else {
          return nil
        }
        self = .near(distance: distance)
      }
    }

    /// Reads how many words may lie between two; a larger number means the largest.
    static func distance(_ text: Substring) -> Int? {
      guard !text.isEmpty, text.unicodeScalars.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
      return min(Int(text) ?? .max, Query.distances.most)
    }
  }

  /// The keyword that stands here, and where it ends; `NOT(` is one, too.
  func keyword() -> (keyword: Keyword, end: Int)? {
    let letters = scalars[place..<end].prefix {
      "A"..."Z" ~= $0 || "0"..."9" ~= $0 || $0 == "/"
    }
    let word = letters.startIndex..<letters.endIndex
    guard (2...16).contains(word.count), let keyword = Keyword(text(word)) else { return nil }
    switch scalar(at: word.upperBound) {
    case nil: return (keyword, word.upperBound)
    case ")" where isInsideGroup: return (keyword, word.upperBound)
    case "(" where [.or, .and, .not].contains(keyword): return (keyword, word.upperBound)
    case let next? where next.properties.isWhitespace: return (keyword, word.upperBound)
    default: return nil
    }
  }
}
