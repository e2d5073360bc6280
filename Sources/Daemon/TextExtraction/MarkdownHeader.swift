import LinuxSystem

/// Finds the title and the tags in YAML front matter, and the title in the first Markdown heading.
///
/// Front matter is the text between a first line `---` and the next line `---` or `...`. Only
/// common YAML is supported: `key: value`, quotes, `[a, b]` and lists of `- a` lines. Headings are
/// those of CommonMark 0.31, sections 4.2 and 4.3, outside fenced code.
enum MarkdownHeader {
  /// The number of bytes in which to search.
  private static let limit = 65_536

  static func read(into document: inout ExtractedText, hasHeadings: Bool) {
    let hasFrontMatterStart = document.text.starts(with: Array("---".utf8))
    guard hasHeadings || (hasFrontMatterStart && document.type == "text/plain") else { return }
    let start = String(decoding: document.text.prefix(limit), as: UTF8.self)
    var lines = start.split(omittingEmptySubsequences: false) { $0.isNewline }[...]
    if hasFrontMatterStart, let end = endOfFrontMatter(lines) {
      readFrontMatter(lines[1..<end], into: &document)
      lines = lines[(end + 1)...]
    }
    if hasHeadings, document.title == nil { document.title = firstHeading(in: lines) }
  }

  private static func endOfFrontMatter(_ lines: ArraySlice<Substring>) -> Int? {
    guard let first = lines.first, first.trimmed == "---" else { return nil }
    return lines.dropFirst().firstIndex { $0.trimmed == "---" || $0.trimmed == "..." }
  }

  private static func readFrontMatter(
    _ lines: ArraySlice<Substring>, into document: inout ExtractedText
  ) {
    var isListingTags = false
    for line in lines {
      if isListingTags, line.trimmed.hasPrefix("- ") {
        document.tags.append(contentsOf: scalar(line.trimmed.dropFirst(2)).map { [$0] } ?? [])
        continue
      }
      isListingTags = false
      guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false else {
        continue
      }
      let value = line[line.index(after: colon)...].trimmed
      switch line[..<colon].trimmed.lowercased() {
      case "title":
        document.title = scalar(value)
      case "tags", "keywords":
        isListingTags = value.isEmpty
        document.tags += list(value)
      default: break
      }
    }
  }

  private static func list(_ value: Substring) -> [String] {
    var value = value
    if value.hasPrefix("["), value.hasSuffix("]") { value = value.dropFirst().dropLast() }
    var quote: Character?
    var isStart = true
    return value.split { character in
      if character == quote {
        quote = nil
      } else if quote == nil {
        if isStart, character == "\"" || character == "'" { quote = character }
        isStart = character == "," || isStart && character.isWhitespace
        return character == ","
      }
      return false
    }.compactMap { scalar($0.trimmed) }
  }

  private static func scalar(_ value: Substring) -> String? {
    var value = value.trimmed
    for quote in ["\"", "'"] where value.count > 1 && value.hasPrefix(quote) {
      if value.hasSuffix(quote) { value = value.dropFirst().dropLast() }
    }
    return value.isEmpty ? nil : String(value)
  }

  private static func firstHeading(in lines: ArraySlice<Substring>) -> String? {
    var scanner = HeadingScanner()
    for line in lines {
      if let heading = scanner.heading(endingWith: line) { return heading }
    }
    return nil
  }
}

extension Substring {
  /// The text without the blanks around it.
  var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start[
      ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
  }
}
