import StringDistance

/// Decides which of the corrections of hosts is tried for a query.
struct HostCorrection {
  /// The most typing errors in a word, and the most characters of a text that is compared.
  private static let (errors, length) = (3, 400)

  private let typed: [Unicode.Scalar]
  private let words: Int

  /// - Parameter query: the query as it was typed.
  init(of query: String) {
    typed = Array(query.lowercased().unicodeScalars)
    words = query.split(whereSeparator: \.isWhitespace).count
  }

  /// Whether a text has the words of the query, but for a few letters of each.
  func canBe(_ text: String) -> Bool {
    let other = Array(text.lowercased().unicodeScalars)
    return distance(to: other) != nil
  }

  private func distance(to other: [Unicode.Scalar]) -> Int? {
    guard typed.count <= Self.length, other.count <= Self.length else { return nil }
    return EditDistance(words * Self.errors).between(typed, other)
  }

  /// Sorts what hosts take for right: what most say is probably that, and then what has the fewest errors.
  ///
  /// - Parameter texts: the text of each host that has one.
  /// - Returns: the texts; those that are equally probable are together.
  func ranked(_ texts: [String]) -> [[String]] {
    var hosts: [String: Int] = [:]
    for text in texts { hosts[text, default: 0] += 1 }
    var ranks: [Rank: [String]] = [:]
    for text in texts where hosts[text] != nil {
      let errors = distance(to: Array(text.lowercased().unicodeScalars)) ?? .max
      ranks[Rank(hosts: hosts.removeValue(forKey: text) ?? 0, errors: errors), default: []]
        .append(text)
    }
    return ranks.sorted { ($1.key.hosts, $0.key.errors) < ($0.key.hosts, $1.key.errors) }
      .map(\.value)
  }

  private struct Rank: Hashable {
    let hosts: Int
    let errors: Int
  }
}
