/// Finds the headings in a Markdown text, which is read line by line.
///
/// Headings are those of CommonMark 0.31, sections 4.2 and 4.3. Lines in fenced or indented code
/// are not headings. A line of `-` or `=` after a list item or a quotation is not an underline.
struct HeadingScanner {
  private struct Fence {
    let mark: Character
    let length: Int

    /// - Returns: nil if the line does not open fenced code.
    init?(opening line: Substring) {
      guard let mark = line.first, mark == "`" || mark == "~" else { return nil }
      length = line.prefix { $0 == mark }.count
      if length < 3 || mark == "`" && line.dropFirst(length).contains("`") { return nil }
      self.mark = mark
    }

    func isClosed(by line: Substring) -> Bool {
      line.count >= length && line.allSatisfy { $0 == mark }
    }
  }

  private var fence: Fence?
  private var paragraph: [Substring] = []
  /// Whether lines may belong to a list or a quotation, up to the next blank line.
  private var isContained = false

  /// Reads the next line.
  ///
  /// - Returns: the heading that ends with this line; nil if there is none, or if it is empty.
  mutating func heading(endingWith line: Substring) -> String? {
    let text = line.trimmed
    let isIndented =
      line.hasPrefix("    ") || line.prefix(4).prefix(while: \.isWhitespace).contains("\t")
    if let fence {
      if !isIndented, fence.isClosed(by: text) { self.fence = nil }
      return nil
    }
    if text.isEmpty { isContained = false }
    if text.isEmpty || isIndented && paragraph.isEmpty {
      paragraph = []
      return nil
    }
    if !isIndented {
      if let heading = atxHeading(text) ?? underlinedHeading(text) {
        paragraph = []
        return heading.isEmpty ? nil : heading
      }
      if startsAnotherBlock(text) {
        paragraph = []
        return nil
      }
    }
    if !isContained { paragraph.append(text) }
    return nil
  }

  private func atxHeading(_ line: Substring) -> String? {
    let rest = line.drop { $0 == "#" }
    guard (1...6).contains(line.count - rest.count), rest.first?.isWhitespace != false else {
      return nil
    }
    let heading = rest.trimmed
    let closing = heading.reversed().prefix { $0 == "#" }.count
    let front = heading.dropLast(closing)
    return String(front.last?.isWhitespace == false ? heading : front.trimmed)
  }

  private func underlinedHeading(_ line: Substring) -> String? {
    guard !paragraph.isEmpty, let mark = line.first, mark == "=" || mark == "-",
      line.allSatisfy({ $0 == mark })
    else { return nil }
    return paragraph.joined(separator: " ")
  }

  private mutating func startsAnotherBlock(_ line: Substring) -> Bool {
    fence = Fence(opening: line)
    if fence != nil { return true }
    if isRule(line) {
      isContained = false
      return true
    }
    let bullet = line.drop { $0.isASCII && $0.isNumber }
    let isNumbered = bullet.startIndex > line.startIndex
    guard let mark = bullet.first else { return false }
    let isItem =
      (isNumbered ? ".)" : "-*+").contains(mark) && bullet.dropFirst().first?.isWhitespace != false
    if isItem || line.hasPrefix(">") { isContained = true }
    return isItem || line.hasPrefix(">")
  }

  private func isRule(_ line: Substring) -> Bool {
    guard let mark = line.first, "*-_".contains(mark) else { return false }
    let marks = line.filter { !$0.isWhitespace }
    return marks.count >= 3 && marks.allSatisfy { $0 == mark }
  }
}
