/// The source code of a Swift file, built line by line in the style of `swift format`.
struct SwiftSource {
  /// The source code so far.
  private(set) var text = ""
  private static let width = 100

  /// Appends a line with an indentation; an empty line gets no indentation.
  mutating func line(_ indent: Int = 0, _ code: String = "") {
    text += code.isEmpty ? "\n" : String(repeating: " ", count: indent) + code + "\n"
  }

  /// Appends a documentation comment: the first sentence as a summary, then the rest.
  mutating func comment(_ indent: Int, _ paragraphs: [String]) {
    guard let first = paragraphs.first else { return }
    var rest = Array(paragraphs.dropFirst())
    var summary = first
    if let end = first.firstMatch(of: /[.!?] (?=\S)/)?.range {
      summary = String(first[...end.lowerBound])
      rest.insert(String(first[end.upperBound...]), at: 0)
    }
    for (index, paragraph) in ([summary] + rest).enumerated() {
      if index > 0 { line(indent, "///") }
      wrap(paragraph, indent)
    }
  }

  private mutating func wrap(_ paragraph: String, _ indent: Int) {
    var current = "///"
    for word in paragraph.split(separator: " ") {
      if indent + current.count + 1 + word.count > Self.width {
        line(indent, current)
        current = "///"
      }
      current += " " + word
    }
    line(indent, current)
  }

  /// Appends a list in brackets: on one line if it fits, otherwise with as many items a line as fit.
  mutating func list(_ indent: Int, _ opening: String, _ items: [String], _ closing: String) {
    let whole = opening + items.joined(separator: ", ") + closing
    if indent + whole.count <= Self.width { return line(indent, whole) }
    line(indent, opening)
    var current = ""
    for (index, item) in items.enumerated() {
      let part = item + (index + 1 < items.count ? "," : "")
      if !current.isEmpty, indent + 2 + current.count + 1 + part.count > Self.width {
        line(indent + 2, current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + part
    }
    line(indent + 2, current)
    line(indent, closing)
  }
}
