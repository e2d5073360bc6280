import TextAnalysis

/// A document or a query as in an index: the tokens at each position.
struct MatchingText {
  private(set) var positions: [[(token: String, isPrefix: Bool)]] = []

  /// Analyzes a text.
  init<A: Analyzer & ~Copyable>(
    _ text: String, for purpose: AnalysisPurpose, with analyzer: inout A
  ) {
    var positions: [[(token: String, isPrefix: Bool)]] = []
    analyzer.analyze(text.utf8Bytes.span, for: purpose) { token, _, flags in
      let entry = (string(token), flags.contains(.prefix))
      if flags.contains(.colocated), !positions.isEmpty {
        positions[positions.count - 1].append(entry)
      } else {
        positions.append([entry])
      }
    }
    if purpose == .prefixQuery, let last = positions.last {
      positions[positions.count - 1] = last.map { ($0.token, true) }
    }
    self.positions = positions
  }

  /// Whether the document contains this query as a phrase; an empty query is never found.
  func isFound(in document: MatchingText) -> Bool {
    guard !positions.isEmpty, positions.count <= document.positions.count else { return false }
    return (0...document.positions.count - positions.count).contains { start in
      positions.indices.allSatisfy { offset in
        let tokens = document.positions[start + offset]
        return positions[offset].contains { wanted in
          tokens.contains {
            wanted.isPrefix ? $0.token.hasPrefix(wanted.token) : $0.token == wanted.token
          }
        }
      }
    }
  }
}
