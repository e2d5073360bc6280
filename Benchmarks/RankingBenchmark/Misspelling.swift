import RankingJudgment

/// A word as it was typed, and the word that was meant.
struct Misspelling {
  let typed: String
  let meant: String
  let half: Half
  /// Whether the typed word is in the tree too, as a rare word.
  let isInTree: Bool

  /// Reads a line: the typed word, the meant word, the half, and `rare` or `absent`.
  init?(line: some StringProtocol) {
    let fields = line.split(separator: Character("\t")).map { String($0) }
    guard fields.count == 4, let half = Half(rawValue: fields[2]) else { return nil }
    (typed, meant, self.half) = (fields[0], fields[1], half)
    isInTree = fields[3] == "rare"
  }
}
