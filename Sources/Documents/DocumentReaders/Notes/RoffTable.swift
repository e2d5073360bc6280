/// Which lines of a table of tbl(1) are text.
struct RoffTable {
  /// The content of a line.
  enum Content {
    case text(Range<Int>)
    case row(Range<Int>)
    case none
  }

  private enum Phase { case outside, options, format, rows }

  private var phase = Phase.outside
  /// The separator between the cells of a row.
  private(set) var separator: UInt8 = 0x09
  /// Whether the lines are the text of a cell, between `T{` and `T}`.
  private(set) var isInBlock = false

  /// Begins a table.
  mutating func begin() {
    (phase, separator, isInBlock) = (.options, 0x09, false)
  }

  /// Begins a new description of the columns.
  mutating func beginFormat() {
    if phase == .rows { phase = .format }
  }

  /// Ends a table.
  mutating func end() {
    (phase, isInBlock) = (.outside, false)
  }

  /// The content of a line.
  mutating func content(of line: Span<UInt8>) -> Content {
    switch phase {
    case .outside: return .text(0..<line.count)
    case .options, .format:
      let text = line.extracting(line.trimmedRange)
      if phase == .options, text.count > 0, text[text.count - 1] == 0x3b {
        if let tab = text.firstRange(of: "tab" as StaticString),
          let open = text.firstIndex(of: 0x28, from: tab.upperBound), open + 1 < text.count
        {
          separator = text[open + 1]
        }
        phase = .format
        return .none
      }
      phase = text.count > 0 && text[text.count - 1] == 0x2e ? .rows : .format
      return .none
    case .rows:
      if isInBlock {
        guard line.hasBytes("T}") else { return .text(0..<line.count) }
        isInBlock = endsWithBlock(line)
        return .row(2..<line.count)
      }
      isInBlock = endsWithBlock(line)
      return .row(0..<line.count)
    }
  }

  private func endsWithBlock(_ line: Span<UInt8>) -> Bool {
    line.count >= 2 && line.hasBytes("T{", at: line.count - 2)
  }
}
