/// Judges whether a piece of a text is prose, which helps a reader most.
struct TextJudge {
  /// The end of the metadata at the start of the text; 0 without metadata.
  private let frontMatterEnd: Int

  /// The bytes around a piece that are read with it.
  private static let margin = 400
  /// The bytes at the start of a text in which one word of a licence is enough.
  private static let headerLength = 4_000
  /// The bytes at the start of a text in which its metadata ends.
  private static let frontMatterLength = 16_384

  /// Reads the beginning of a text.
  init(_ text: Span<UInt8>) {
    frontMatterEnd = Self.endOfFrontMatter(text)
  }

  /// Penalty for text that is not prose, 0 to 0.3 of the score.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - piece: the byte range that would be shown.
  ///   - match: the offset of its first match.
  /// - Returns: the penalty.
  func penalty(of text: Span<UInt8>, _ piece: Range<Int>, match: Int) -> Double {
    if match < frontMatterEnd { return 0.3 }
    let lines = text.lines(touching: piece)
    let features = lines.map { LineFeatures(text, $0) }
    let strong = strongPenalty(of: text, piece, match: match, features)
    if strong > 0 { return strong }
    let index = lines.firstIndex { $0.upperBound > match } ?? lines.count - 1
    let line = features[max(0, index)]
    if line.isData { return 0.15 }
    if line.isTitle {
      // Three titles in succession are a list; one is the heading of its paragraph.
      var (titles, others) = (0, 0)
      for around in text.lines(touching: text.widened(piece, by: 160)) {
        let line = LineFeatures(text, around)
        if line.isTitle { titles += 1 } else if line.words > 0 { others += 1 }
      }
      return titles >= 3 && titles >= others * 3 ? 0.12 : 0.06
    }
    return features.contains(where: \.hasSentenceEnd) ? 0 : 0.03
  }

  /// The penalty of metadata, licences, tables of contents, navigation and imports; otherwise 0.
  func strongPenalty(of text: Span<UInt8>, _ piece: Range<Int>, match: Int) -> Double {
    strongPenalty(
      of: text, piece, match: match,
      text.lines(touching: piece).map { LineFeatures(text, $0) })
  }

  private func strongPenalty(
    of text: Span<UInt8>, _ piece: Range<Int>, match: Int, _ features: [LineFeatures]
  ) -> Double {
    if match < frontMatterEnd { return 0.3 }
    if isLicence(text, piece) { return 0.25 }
    let lineCount = features.count { $0.words > 0 }
    if lineCount == 0 { return 0.3 }
    func isMost(_ kind: (LineFeatures) -> Bool) -> Bool {
      features.count { $0.words > 0 && kind($0) } * 2 >= lineCount
    }
    if isMost(\.isContents) { return 0.28 }
    if isMost(\.isInclude) { return 0.25 }
    return isMost(\.isNavigation) ? 0.25 : 0
  }

  private func isLicence(_ text: Span<UInt8>, _ piece: Range<Int>) -> Bool {
    let isHeader = piece.lowerBound < Self.headerLength
    let marks = text.licenceMarks(in: text.paragraph(around: piece, within: Self.margin))
    return marks.count >= 3 || marks.count == 2 && isHeader
      || marks.count == 1 && isHeader && marks.hasCopyright
  }

  /// The end of YAML between two lines `---`, or of TOML between two lines `+++`.
  private static func endOfFrontMatter(_ text: Span<UInt8>) -> Int {
    // A byte order mark can be before it.
    let start = text.count >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf ? 3 : 0
    guard let mark = text.fence(at: start) else { return 0 }
    var offset = start + 4
    while offset < min(text.count, frontMatterLength) {
      if text[offset - 1] == 0x0a, text.fence(at: offset) == mark { return offset + 3 }
      offset += 1
    }
    return 0
  }
}

/// The words of licences, in small letters; the first is "copyright".
private enum LicenceMark {
  static let all = [
    "copyright", "licen", "all rights reserved", "spdx", "warrant", "permission is hereby",
    "redistribut", "(c) ", "as is",
  ].map { Array($0.utf8) }

  /// Whether one of them begins with two small letters.
  static func canBegin(with first: UInt8, _ second: UInt8) -> Bool {
    switch (first, second) {
    case (UInt8(ascii: "c"), UInt8(ascii: "o")), (UInt8(ascii: "l"), UInt8(ascii: "i")),
      (UInt8(ascii: "a"), UInt8(ascii: "l")), (UInt8(ascii: "a"), UInt8(ascii: "s")),
      (UInt8(ascii: "s"), UInt8(ascii: "p")), (UInt8(ascii: "w"), UInt8(ascii: "a")),
      (UInt8(ascii: "p"), UInt8(ascii: "e")), (UInt8(ascii: "r"), UInt8(ascii: "e")),
      (UInt8(ascii: "("), UInt8(ascii: "c")):
      true
    default: false
    }
  }
}

extension Span where Element == UInt8 {
  /// How many different words of licences occur in a range, and whether "copyright" does.
  fileprivate func licenceMarks(in range: Range<Int>) -> (count: Int, hasCopyright: Bool) {
    let marks = LicenceMark.all
    var found: UInt64 = 0
    for offset in range.dropLast() {
      let first = self[offset] | 0x20
      guard LicenceMark.canBegin(with: first, self[offset + 1] | 0x20) else { continue }
      for (number, mark) in marks.enumerated()
      where mark[0] == first && found & 1 << UInt64(number) == 0 {
        if has(mark, at: offset, before: range.upperBound) { found |= 1 << UInt64(number) }
      }
    }
    return (found.nonzeroBitCount, found & 1 != 0)
  }

  /// Whether some small letters are at an offset, small or large there.
  private func has(_ letters: [UInt8], at offset: Int, before end: Int) -> Bool {
    guard end - offset >= letters.count else { return false }
    for index in letters.indices where self[offset + index] | 0x20 != letters[index] | 0x20 {
      return false
    }
    return true
  }

  /// The character of a line of three `-` or `+` at an offset.
  fileprivate func fence(at offset: Int) -> UInt8? {
    guard offset + 3 <= count else { return nil }
    let mark = self[offset]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+"), self[offset + 1] == mark,
      self[offset + 2] == mark
    else { return nil }
    return offset + 3 == count || self[offset + 3] == 0x0a || self[offset + 3] == 0x0d ? mark : nil
  }

  /// The lines that overlap a range, each at most a few hundred bytes beyond it.
  fileprivate func lines(touching range: Range<Int>) -> [Range<Int>] {
    var start = range.lowerBound
    while start > 0, self[start - 1] != 0x0a, range.lowerBound - start < 400 { start -= 1 }
    var lines: [Range<Int>] = []
    while lines.isEmpty || start < range.upperBound {
      var end = start
      while end < count, self[end] != 0x0a, end - range.upperBound < 400 { end += 1 }
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  fileprivate func widened(_ range: Range<Int>, by bytes: Int) -> Range<Int> {
    Swift.max(0, range.lowerBound - bytes)..<Swift.min(count, range.upperBound + bytes)
  }

  /// The paragraph around a range, at most some bytes longer on each side.
  fileprivate func paragraph(around range: Range<Int>, within bytes: Int) -> Range<Int> {
    let limits = widened(range, by: bytes)
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > limits.lowerBound, !(self[start - 1] == 0x0a && isBlankLine(before: start - 1)) {
      start -= 1
    }
    while end < limits.upperBound, !(self[end] == 0x0a && isBlankLine(before: end)) { end += 1 }
    return start..<end
  }

  /// Whether the line that ends at an offset is empty.
  private func isBlankLine(before offset: Int) -> Bool {
    var start = offset
    while start > 0, self[start - 1] == 0x20 || self[start - 1] == 0x0d { start -= 1 }
    return start == 0 || self[start - 1] == 0x0a
  }
}
