/// The options in the SQL with which a table of FTS5 was made, as far as the segments depend on them.
///
/// FTS5 takes an abbreviation of an option for the option, so only options with their whole names are known.
struct StoredTableDefinition {
  /// Options that change nothing in the main index.
  private static let harmless: Set<String> = ["content", "content_rowid", "prefix", "tokenize"]

  /// Why the segments are not read; nil if they can be.
  let objection: FTS5SegmentError.Reason?

  /// Reads the SQL in `sqlite_schema`.
  init(sql: String) {
    guard let arguments = Self.arguments(Array(sql.utf8)) else {
      objection = .noTable
      return
    }
    objection = arguments.lazy.compactMap(Self.objection).first
  }

  private static func objection(to argument: [UInt8]) -> FTS5SegmentError.Reason? {
    let parts = argument.split(separator: UInt8(ascii: "="), maxSplits: 1)
    // A quoted column can contain the sign.
    let isQuoted = argument.first.map { quotes[$0] != nil } ?? true
    guard !isQuoted, argument.contains(UInt8(ascii: "=")) else { return nil }
    let words = parts.map { part in
      String(decoding: part, as: UTF8.self).lowercased()
        .filter { !" \t\n\r\u{c}'\"`[]".contains($0) }
    }
    switch (words.first ?? "", words.last ?? "") {
    case ("detail", "full"), ("columnsize", "1"): return nil
    case ("detail", _): return .detail
    case ("columnsize", _): return .noLengths
    case (let name, _): return harmless.contains(name) ? nil : .option
    }
  }

  /// The byte that ends a quoted name or text, for the byte that begins it.
  private static let quotes: [UInt8: UInt8] = [
    UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "\""): UInt8(ascii: "\""),
    UInt8(ascii: "`"): UInt8(ascii: "`"), UInt8(ascii: "["): UInt8(ascii: "]"),
  ]

  /// The arguments of the module, without blanks around them; nil if it is not FTS5, or if there is a comment.
  private static func arguments(_ sql: [UInt8]) -> [[UInt8]]? {
    var arguments: [[UInt8]] = []
    var current: [UInt8] = []
    var head: [UInt8] = []
    var (depth, quote) = (0, UInt8?.none)
    for (index, byte) in sql.enumerated() {
      if let end = quote {
        if byte == end { quote = nil }
      } else if let end = quotes[byte] {
        quote = end
      } else if isComment(sql[index...]) {
        return nil
      } else if byte == UInt8(ascii: "(") {
        depth += 1
        if depth == 1 {
          (head, current) = (current, [])
          continue
        }
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { break }
      } else if byte == UInt8(ascii: ","), depth == 1 {
        arguments.append(trimmed(current))
        current = []
        continue
      }
      current.append(byte)
    }
    let words = String(decoding: head, as: UTF8.self).lowercased()
      .split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    guard depth == 0, quote == nil, words.suffix(2) == ["using", "fts5"] else { return nil }
    return arguments + [trimmed(current)]
  }

  private static func isComment(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: "--".utf8) || rest.starts(with: "/*".utf8)
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    return Array(bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
