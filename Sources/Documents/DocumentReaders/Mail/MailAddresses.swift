/// Reads the addresses of a From, To, Cc or Bcc field.
enum MailAddresses {
  /// The number of addresses of a field that are read.
  static let limit = 10_000

  /// The pieces of the address that is being read.
  private struct Draft {
    /// The words outside angle brackets, not yet decoded.
    var phrase: [UInt8] = []
    /// The text in angle brackets.
    var route: [UInt8]?
    /// Whether the phrase contains an at sign, so that the phrase is an address.
    var isAddress = false
    /// The last comment; old mail programs write the name there.
    var comment: [UInt8] = []
    var isGap = false
  }

  /// Reads addresses of the forms `name <address>` and `address`.
  ///
  /// The name of a group and its addresses count like any others. O(bytes).
  ///
  /// - Parameters:
  ///   - value: the field's value without line breaks.
  ///   - charset: the charset of bytes that are neither ASCII nor UTF-8.
  /// - Returns: addresses, and other texts in their place; never an empty text.
  static func parse(_ value: [UInt8], charset: String?) -> [String] {
    let bytes = value.span
    var addresses: [String] = []
    var draft = Draft()
    var index = 0
    while index < bytes.count, addresses.count < limit {
      switch bytes[index] {
      case 0x2c, 0x3b:  // , ;
        finish(&draft, charset: charset, into: &addresses)
        index += 1
      case 0x3a where draft.route == nil && !draft.isAddress:  // group:
        // A group without a name of its own.
        let isNameless = draft.phrase.starts(with: Array("undisclosed".utf8))
        if isNameless { draft = Draft() }
        finish(&draft, charset: charset, into: &addresses)
        index += 1
      case 0x22: readQuoted(bytes, from: &index, into: &draft)
      case 0x28: readComment(bytes, from: &index, into: &draft)
      case 0x3c: readRoute(bytes, from: &index, into: &draft)
      case 0...0x20:
        draft.isGap = true
        index += 1
      case 0x3d where index + 1 < bytes.count && bytes[index + 1] == 0x3f:  // =?
        readEncodedWord(bytes, from: &index, into: &draft)
      default:
        append(bytes[index], to: &draft)
        index += 1
      }
    }
    if addresses.count < limit { finish(&draft, charset: charset, into: &addresses) }
    return addresses
  }

  private static func append(_ byte: UInt8, to draft: inout Draft) {
    if draft.isGap, !draft.phrase.isEmpty { draft.phrase.append(0x20) }
    draft.isGap = false
    draft.isAddress = draft.isAddress || byte == 0x40
    draft.phrase.append(byte)
  }

  private static func readQuoted(
    _ bytes: Span<UInt8>, from index: inout Int, into draft: inout Draft
  ) {
    index += 1
    // If the closing quotation mark is missing, the rest is not quoted: it may hold further addresses.
    guard let end = closing(bytes, from: index) else { return }
    while index < end {
      if bytes[index] == 0x5c, index + 1 < end { index += 1 }
      append(bytes[index], to: &draft)
      index += 1
    }
    index = end + 1
  }

  /// Finds the closing quotation mark; nil if it is not within 1,024 bytes, which fit any name.
  private static func closing(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < bytes.count, index - start < 1_024 {
      if bytes[index] == 0x22 { return index }
      index += bytes[index] == 0x5c ? 2 : 1
    }
    return nil
  }

  private static func readComment(
    _ bytes: Span<UInt8>, from index: inout Int, into draft: inout Draft
  ) {
    var (comment, depth): ([UInt8], Int) = ([], 1)
    index += 1
    while index < bytes.count {
      var byte = bytes[index]
      if byte == 0x5c, index + 1 < bytes.count {
        index += 1
        byte = bytes[index]
      } else if byte == 0x28 {
        depth += 1
      } else if byte == 0x29 {
        depth -= 1
        if depth == 0 { break }
      }
      comment.append(byte)
      index += 1
    }
    index = min(index + 1, bytes.count)
    draft.comment = comment
    draft.isGap = true
  }

  private static func readRoute(
    _ bytes: Span<UInt8>, from index: inout Int, into draft: inout Draft
  ) {
    var route: [UInt8] = []
    index += 1
    while index < bytes.count, bytes[index] != 0x3e {
      if bytes[index] > 0x20 { route.append(bytes[index]) }
      // A route of old mails (`<@relay,@relay:address>`): only the part after the colon is the address.
      if bytes[index] == 0x3a, route.first == 0x40 { route.removeAll() }
      index += 1
    }
    index = min(index + 1, bytes.count)
    draft.route = draft.route ?? route
  }

  /// Adds an encoded word unchanged, because a comma in it separates no addresses.
  private static func readEncodedWord(
    _ bytes: Span<UInt8>, from index: inout Int, into draft: inout Draft
  ) {
    var (marks, next) = (0, index + 2)
    while next < bytes.count, next - index < 1_024, bytes[next] > 0x20, marks < 2 {
      if bytes[next] == 0x3f { marks += 1 }
      next += 1
    }
    while next + 1 < bytes.count, next - index < 1_024, marks == 2 {
      if bytes[next] == 0x3f, bytes[next + 1] == 0x3d { marks += 1 }
      next += marks == 3 ? 2 : 1
    }
    let end = marks == 3 ? next : index + 2
    while index < end {
      append(bytes[index], to: &draft)
      index += 1
    }
  }

  private static func finish(
    _ draft: inout Draft, charset: String?, into addresses: inout [String]
  ) {
    defer { draft = Draft() }
    var address = draft.route ?? []
    var name = draft.phrase
    if draft.route == nil, draft.isAddress || draft.comment.isEmpty {
      (address, name) = (draft.phrase, draft.comment)
    }
    if name.isEmpty { name = draft.comment }
    let nameText = MailEncodedWords.decode(name, charset: charset)
    let addressText = MailEncodedWords.decode(address, charset: charset)
    let text =
      addressText.isEmpty || nameText.isEmpty || nameText == addressText
      ? (addressText.isEmpty ? nameText : addressText)
      : nameText + [0x20, 0x3c] + addressText + [0x3e]
    if !text.isEmpty { addresses.append(String(decoding: text, as: UTF8.self)) }
  }
}
