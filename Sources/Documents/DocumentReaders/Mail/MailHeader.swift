/// The header fields that the reader uses, as ranges in the mail.
///
/// Reads RFC 5322 with obsolete forms: blanks before the colon, the `From ` line of a mailbox, a body without
/// an empty line before it. If a field occurs twice, the first one is used.
struct MailHeader {
  /// The number of To, Cc and Bcc fields that are read; real mails have a few.
  static let recipientFieldLimit = 1_000
  /// The longest field in bytes; it has room for 10,000 addresses.
  static let fieldSizeLimit = 256 << 10

  /// The fields of which there should be only one.
  enum Field: String {
    case subject, from, sender, date, keywords
    case identifier = "message-id"
    case language = "content-language"
    case contentType = "content-type"
    case transferEncoding = "content-transfer-encoding"
    case disposition = "content-disposition"
    /// The size of the body in bytes, in mailboxes of the format mboxcl2.
    case contentLength = "content-length"
    /// What Thunderbird knows of a message in its mailboxes, as four hexadecimal digits.
    case mozillaStatus = "x-mozilla-status"
  }

  private var fields: [Field: Range<Int>] = [:]
  /// The ranges of the To, Cc and Bcc fields.
  private(set) var recipients: [Range<Int>] = []
  /// The offset at which the body begins.
  private(set) var end: Int
  /// Whether the header has no fields.
  private(set) var isEmpty = true

  /// Reads a header.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the mail.
  ///   - range: the header begins at its start, and ends at its end at the latest.
  ///   - isDelimiter: whether the line at an offset, which begins with two hyphens, ends the part.
  init(
    _ bytes: Span<UInt8>, _ range: Range<Int>, isDelimiter: (Span<UInt8>, Int) -> Bool
  ) {
    end = range.lowerBound
    while end < range.upperBound {
      let start = end
      if bytes[start] == 0x2d, isDelimiter(bytes, start) { return }
      guard let colon = Self.colon(of: start, before: range.upperBound, in: bytes) else {
        let line = MailLines.end(of: start, before: range.upperBound, in: bytes)
        if line.content == start {
          end = line.next
          return
        }
        guard isEmpty, Self.isSkipped(bytes, start, next: line.next, before: range.upperBound)
        else { return }
        end = line.next
        continue
      }
      isEmpty = false
      let content = skipField(bytes, from: colon.offset + 1, before: range.upperBound)
      let value = colon.offset + 1..<min(content, colon.offset + 1 + Self.fieldSizeLimit)
      record(MailLines.lowercased(bytes, start..<colon.nameEnd), value)
    }
  }

  /// Reads the header of a whole mail.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.init(bytes, range) { _, _ in false }
  }

  /// Whether a line before the first field does not belong to the body: the `From ` line of a mailbox, or the
  /// rest of a folded field without its beginning.
  private static func isSkipped(
    _ bytes: Span<UInt8>, _ start: Int, next: Int, before end: Int
  ) -> Bool {
    if bytes[start] == 0x20 || bytes[start] == 0x09 {
      return next < end
        && (bytes[next] == 0x20 || bytes[next] == 0x09
          || colon(of: next, before: end, in: bytes) != nil)
    }
    return MailLines.begins(bytes, at: start, with: "From ", before: end)
      || MailLines.begins(bytes, at: start, with: ">From ", before: end)
  }

  /// Returns the offset of the colon after a field's name; nil if the line is not a field.
  private static func colon(
    of start: Int, before end: Int, in bytes: Span<UInt8>
  ) -> (nameEnd: Int, offset: Int)? {
    var index = start
    while index < end, bytes[index] > 0x20, bytes[index] < 0x7f, bytes[index] != 0x3a { index += 1 }
    let nameEnd = index
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard nameEnd > start, index < end, bytes[index] == 0x3a else { return nil }
    return (nameEnd, index)
  }

  /// Moves ``end`` to the position after a field with its folded lines.
  ///
  /// - Returns: the offset at which the content of the field ends.
  private mutating func skipField(_ bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int {
    var line = MailLines.end(of: start, before: limit, in: bytes)
    while line.next < limit, bytes[line.next] == 0x20 || bytes[line.next] == 0x09 {
      line = MailLines.end(of: line.next, before: limit, in: bytes)
    }
    end = line.next
    return line.content
  }

  private mutating func record(_ name: String, _ value: Range<Int>) {
    if ["to", "cc", "bcc"].contains(name), recipients.count < Self.recipientFieldLimit {
      recipients.append(value)
    } else if let field = Field(rawValue: name), fields[field] == nil {
      fields[field] = value
    }
  }

  /// Whether the line at an offset begins with a field name and a colon.
  static func isField(_ bytes: Span<UInt8>, at start: Int, before end: Int) -> Bool {
    colon(of: start, before: end, in: bytes) != nil
  }

  /// Returns the value of a field without line breaks; nil if there is no such field.
  func value(of field: Field, in bytes: Span<UInt8>) -> [UInt8]? {
    fields[field].map { Self.unfold(bytes, $0) }
  }

  /// Returns a field's value without line breaks.
  static func unfold(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(range.count)
    for index in range where bytes[index] != 0x0a && bytes[index] != 0x0d && bytes[index] != 0 {
      value.append(bytes[index])
    }
    return value
  }
}
