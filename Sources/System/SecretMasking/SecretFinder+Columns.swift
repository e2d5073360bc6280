/// Finds passwords in tables: exports of browsers and password managers, and Markdown tables.
extension SecretFinder {
  /// Adds the fields of each column whose title names a password.
  mutating func addColumns() {
    var line = 0
    while line < text.count {
      let lineEnd = end(of: line) { $0 != 0x0a }
      guard let (mark, column, count) = passwordColumn(line..<lineEnd) else {
        line = lineEnd + 1
        continue
      }
      line = lineEnd + 1
      while line < text.count {
        let rowEnd = end(of: line) { $0 != 0x0a }
        let fields = fields(of: line..<rowEnd, mark)
        guard fields.count >= count, column < fields.count else { break }
        let field = fields[column]
        let run = text[field]
        if !run.isEmpty, !isPlaceholder(run.prefix(Self.valueLimit)),
          run.contains(where: \.isAlphanumeric)
        {
          ranges.append(field)
        }
        line = rowEnd + 1
      }
    }
  }

  /// Whether the first line has column titles, one of which names a password.
  var hasPasswordColumn: Bool {
    passwordColumn(0..<end(of: 0) { $0 != 0x0a }) != nil
  }

  /// Returns the separator, the index of the password column, and the number of columns; else nil.
  private func passwordColumn(_ line: Range<Int>) -> (mark: UInt8, column: Int, count: Int)? {
    guard line.count >= 12, line.count <= 400 else { return nil }
    for mark in [UInt8(ascii: ","), 0x3b, 0x09, 0x7c] {
      guard text[line].count(where: { $0 == mark }) >= 2 else { continue }
      let fields = fields(of: line, mark)
      // Column titles are short, and contain no digits.
      guard
        fields.allSatisfy({ field in
          field.count <= 32
            && text[field].allSatisfy { $0.isOfWord && !$0.isDigit || $0 == 0x20 || $0 == 0x2d }
        })
      else { continue }
      let column = fields.firstIndex { field in
        !field.isEmpty && secretName(endingAt: field.upperBound)?.value == .password
      }
      if let column { return (mark, column, fields.count) }
    }
    return nil
  }

  /// Returns the fields of a line, without blanks and quotes around them.
  private func fields(of line: Range<Int>, _ mark: UInt8) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = line.lowerBound
    var isQuoted = false
    for index in line.lowerBound...line.upperBound {
      let isEnd = index == line.upperBound || text[index] == mark && !isQuoted
      if index < line.upperBound, text[index] == 0x22 { isQuoted.toggle() }
      guard isEnd else { continue }
      var (first, last) = (start, index)
      while first < last, text[first].isSpace || text[first] == 0x22 { first += 1 }
      while last > first, text[last - 1].isSpace || text[last - 1] == 0x22 { last -= 1 }
      fields.append(first..<last)
      start = index + 1
      if fields.count > 64 { break }
    }
    return fields
  }
}
