/// Finds a title and tags: in YAML front matter, and in the first heading of Markdown.
///
/// Front matter is what stands between a first line `---` and the next line `---` or `...`; of YAML
/// it understands what people write there: `key: value`, quotes, `[a, b]` and lists of `- a` lines.
/// Headings as in CommonMark 0.31, sections 4.2 and 4.3, outside of fenced code.
enum MarkdownHeader {
  /// Nothing is looked for behind so many bytes.
  private static let limit = 65_536

  static func read(into document: inout ExtractedText, hasHeadings: Bool) {
    let isFronted = document.text.starts(with: Array("---".utf8))
    guard hasHeadings || (isFronted && document.type == "text/plain") else { return }
    let start = String(decoding: document.text.prefix(limit), as: UTF8.self)
    var lines = start.split(omittingEmptySubsequences: false) { $0.isNewline }[...]
    if isFronted, let end = endOfFrontMatter(lines) {
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
    return value.split(separator: ",").compactMap { scalar($0.trimmed) }
  }

  private static func scalar(_ value: Substring) -> String? {
    var value = value.trimmed
    for quote in ["\"", "'"] where value.count > 1 && value.hasPrefix(quote) {
      if value.hasSuffix(quote) { value = value.dropFirst().dropLast() }
    }
    return value.isEmpty ? nil : String(value)
  }

  private static func firstHeading(in lines: ArraySlice<Substring>) -> String? {
    var fence: Character?
    var previous: Substring = ""
    for line in lines {
      let text = line.trimmed
      if let open = fence {
        if text.hasPrefix(String(repeating: open, count: 3)) { fence = nil }
      } else if text.hasPrefix("```") || text.hasPrefix("~~~") {
        fence = text.first
      } else if let heading = atxHeading(text) {
        return heading
      } else if !previous.isEmpty, isSetextUnderline(text) {
        return String(previous)
      }
      previous = fence == nil && !line.hasPrefix("    ") ? text : ""
    }
    return nil
  }

  private static func atxHeading(_ line: Substring) -> String? {
    let marks = line.prefix { $0 == "#" }
    guard (1...6).contains(marks.count), line.dropFirst(marks.count).first?.isWhitespace == true
    else { return nil }
    var heading = line.dropFirst(marks.count).trimmed
    let closing = heading.reversed().prefix { $0 == "#" }.count
    if closing > 0, heading.dropLast(closing).last?.isWhitespace == true {
      heading = heading.dropLast(closing).trimmed
    }
    return heading.isEmpty ? nil : String(heading)
  }

  private static func isSetextUnderline(_ line: Substring) -> Bool {
    guard let mark = line.first, mark == "=" || mark == "-" else { return false }
    return line.allSatisfy { $0 == mark } && (mark == "=" || line.count >= 3)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start[
      ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
  }
}
