/// A choice for one or two words of a text: keeping them, or writing something else.
struct Replacement {
  /// The number of words of the text for which the choice is made.
  let span: Int
  /// The range in the text that is replaced, in Unicode scalars.
  let range: Range<Int>
  /// The words to write, with blanks between them; empty to keep the text.
  let words: [WordList.Entry]
  /// The binary logarithm of the likelihood that this was meant.
  let score: Double

  var isChange: Bool { !words.isEmpty }

  /// The text to write.
  var bytes: [UInt8] {
    Array(words.map(\.word).joined(separator: [UInt8(ascii: " ")]))
  }
}

/// Choices for the first words of a text.
struct RepairedText {
  /// The choices that change something.
  private(set) var changes: [Replacement] = []
  /// The binary logarithm of the likelihood of all choices.
  private(set) var score = 0.0

  /// Returns the same text with one more choice.
  func adding(_ replacement: Replacement) -> RepairedText {
    var text = self
    if replacement.isChange { text.changes.append(replacement) }
    text.score += replacement.score
    return text
  }

  /// Returns the likeliest combinations of choices for all words, the likeliest first.
  ///
  /// - Parameters:
  ///   - choices: for each word, the choices for it alone, or for it and the next word.
  ///   - width: how many combinations are continued after each word.
  /// - Returns: at most `width` combinations.
  static func likeliest(_ choices: [[Replacement]], width: Int) -> [RepairedText] {
    var ways: [[RepairedText]] = Array(repeating: [], count: choices.count + 1)
    ways[0] = [RepairedText()]
    for position in choices.indices {
      ways[position] = ways[position].likeliest(width)
      for way in ways[position] {
        for choice in choices[position] where position + choice.span < ways.count {
          ways[position + choice.span].append(way.adding(choice))
        }
      }
    }
    return ways[choices.count].likeliest(width)
  }
}

extension [RepairedText] {
  fileprivate func likeliest(_ count: Int) -> [RepairedText] {
    Array(sorted { $0.score > $1.score }.prefix(count))
  }
}
