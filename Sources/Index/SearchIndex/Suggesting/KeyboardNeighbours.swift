/// The letters whose keys are side by side on a common keyboard.
struct KeyboardNeighbours: Sendable {
  /// The shared table.
  static let shared = KeyboardNeighbours()

  /// The letter keys of each layout, row by row; each row is half a key to the right of the one
  /// above, so a key touches the one below it and the one to the left of that.
  private static let layouts = [
    ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    ["qwertzuiop", "asdfghjkl", "yxcvbnm"],
    ["azertyuiop", "qsdfghjklm", "wxcvbn"],
    ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
    [" σερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"],
  ]

  private let pairs: LetterPairs

  private init() {
    var pairs = LetterPairs()
    for layout in Self.layouts {
      let rows = layout.map { Array($0.unicodeScalars) }
      for (number, row) in rows.enumerated() {
        for (column, key) in row.enumerated() where key != " " {
          let below = number + 1 < rows.count ? rows[number + 1] : []
          let others = [(row, column + 1), (below, column), (below, column - 1)]
          for (keys, position) in others where keys.indices.contains(position) {
            pairs.insert(key, keys[position])
          }
        }
      }
    }
    self.pairs = pairs
  }

  /// Whether the keys of two letters, in lower case, are side by side.
  func contains(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    pairs.contains(left, right)
  }
}
