/// A kind of token that begins with a typical text.
struct TokenForm {
  let beginning: [UInt8]
  /// The smallest number of characters after the beginning.
  let least: Int
  /// The usual number of characters after the beginning; missing ones are taken from the next line.
  let full: Int
  /// The allowed characters after the beginning, besides letters and digits.
  let others: [UInt8]
  /// Whether the beginning is so rare that the token may begin inside a word.
  let countsAnywhere: Bool

  /// Parses a row of the table: the beginning, the least and the usual number of further characters, and the
  /// allowed characters besides letters and digits.
  init?(row: Substring) {
    let parts = row.split(separator: " ")
    guard parts.count >= 3, let least = Int(parts[1]), let full = Int(parts[2]) else { return nil }
    beginning = Array(parts[0].utf8)
    (self.least, self.full) = (least, full)
    others = parts.count > 3 ? Array(parts[3].utf8) : []
    countsAnywhere =
      beginning.count >= 5 && beginning.contains { $0 == 0x5f || $0 == 0x2d || $0 == 0x7e }
  }

  func allows(_ byte: UInt8) -> Bool { byte.isAlphanumeric || others.contains(byte) }

  /// The forms, indexed by the first byte of their beginning.
  static let byFirstByte: [[TokenForm]] = {
    var forms = [[TokenForm]](repeating: [], count: 256)
    for row in table.split(separator: "\n") where !row.hasPrefix("#") {
      guard let form = TokenForm(row: row) else { continue }
      forms[Int(form.beginning[0])].append(form)
    }
    // Longer beginnings are tried first.
    return forms.map { $0.sorted { $0.beginning.count > $1.beginning.count } }
  }()
}
