extension QueryLexer {
  /// An operator that is a word in capitals.
  enum Keyword: Equatable {
    case or
    case and
    case not
    case near(distance: Int)

    /// The possible lengths of a keyword.
    static let lengths = 2...16

    init?(_ text: String) {
      guard Self.lengths.contains(text.utf8.count) else { return nil }
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

    /// Reads the distance of `NEAR`, in words; a number above the limit is replaced by the limit.
    static func distance(_ text: Substring) -> Int? {
      guard !text.isEmpty, text.unicodeScalars.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
      return min(Int(text) ?? .max, Query.distances.most)
    }
  }

  /// Reads the keyword at this position, also `NOT` in `NOT(`; returns it and its end, or nil.
  mutating func keyword() -> (keyword: Keyword, end: Int)? {
    let longest = position..<min(end, position + Keyword.lengths.upperBound + 1)
    let word = position..<scan(longest) { "A"..."Z" ~= $0 || "0"..."9" ~= $0 || $0 == "/" }
    guard Keyword.lengths.contains(word.count), let keyword = Keyword(text(word)),
      !isSentenceInCapitals
    else { return nil }
    switch scalar(at: word.upperBound) {
    case nil: return (keyword, word.upperBound)
    case ")" where isInsideGroup: return (keyword, word.upperBound)
    case "(" where [.or, .and, .not].contains(keyword): return (keyword, word.upperBound)
    case let next? where next.isBlank: return (keyword, word.upperBound)
    default: return nil
    }
  }
}
