/// A kind of token that begins with a known text.
struct TokenForm {
  let beginning: [UInt8]
  /// The least number of characters that follow.
  let least: Int
  /// How many characters follow in a whole token; as many are taken from the next line.
  let full: Int
  /// Which characters besides letters and digits follow.
  let others: [UInt8]
  /// Whether the beginning is so rare that it counts inside of a word.
  let countsAnywhere: Bool

  /// Reads a row of the table: the beginning, the number of characters at least and in a whole
  /// token, and the characters besides letters and digits.
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

  /// The forms by the first byte of their beginnings.
  static let byFirstByte: [[TokenForm]] = {
    var forms = [[TokenForm]](repeating: [], count: 256)
    for row in table.split(separator: "\n") where !row.hasPrefix("#") {
      guard let form = TokenForm(row: row) else { continue }
      forms[Int(form.beginning[0])].append(form)
    }
    // The longer beginning decides first.
    return forms.map { $0.sorted { $0.beginning.count > $1.beginning.count } }
  }()
}
