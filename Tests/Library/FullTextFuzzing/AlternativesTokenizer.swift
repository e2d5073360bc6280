package import FullText
package import SittaSQLite

/// Parts a text at blanks, and a word at bars into tokens at one position: `red|rot fox`.
package final class AlternativesTokenizer: FTS5CustomTokenizer {
  package static let name = "alternatives"

  package init(db: Database, arguments: [String]) throws {}

  package func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    var start = 0
    var isNewWord = true
    for index in 0...text.count {
      let byte = index < text.count ? text[index] : UInt8(ascii: " ")
      guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "|") else { continue }
      if index > start {
        try tokenCallback(
          text.extracting(start..<index), flags: isNewWord ? [] : .colocated, from: start,
          to: index)
        isNewWord = false
      }
      if byte == UInt8(ascii: " ") { isNewWord = true }
      start = index + 1
    }
  }
}
