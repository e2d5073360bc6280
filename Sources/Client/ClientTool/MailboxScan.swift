import LinuxSystem

/// Finds one message in a mailbox file, whose bytes come piece by piece.
///
/// A message begins with a `From ` line as the reader of mailboxes requires it: it follows an empty line and has a
/// time, or one of the two if a header field follows it. If its Content-Length is right, it ends there, whatever its
/// lines begin with (mboxcl2).
struct MailboxScan {
  /// Where a message begins.
  private struct Beginning {
    /// The offset of the `From ` line, and that of the header.
    let start: Int64
    let content: Int64
    /// The end of the message before, without the empty line that follows it.
    let previousEnd: Int64
  }

  /// The bytes of a line that are examined; 998 are the longest line of a mail.
  private static let lineLimit = 1_100

  private let entry: MailboxEntry
  /// The offset of the line that is being read.
  private var lineStart: Int64
  private var line: [UInt8] = []
  private var isAfterBlank = true
  /// The length of the empty line before the current one, with its end; 0 if that line is not empty.
  private var blankLength: Int64 = 0
  /// A `From ` line that begins a message if a header field follows.
  private var candidate: Beginning?
  private var isInHeader = false
  /// The Message-ID field so far; nil outside of the field.
  private var field: [UInt8]?
  private var hasIdentifier = false
  /// The current message.
  private var message: Beginning?
  private var isWanted = false
  /// The end of the current message by its Content-Length, if that is right.
  private var declaredEnd: Int64?
  private var contentLength: Int64?
  private var left: Int
  /// The bytes of the message without its `From ` line, once they are known.
  private(set) var found: Range<Int64>?

  /// Prepares the search for a message.
  init(for entry: MailboxEntry) {
    self.entry = entry
    if case .offset(let offset) = entry.key { lineStart = offset } else { lineStart = 0 }
    left = entry.number
  }

  /// The offset of the first byte to read.
  var start: Int64 { lineStart }

  /// Takes the next bytes; ``found`` can be set then.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - isBoundary: returns whether another message or the end of the file follows at an offset; see
  ///     ``isBoundary(before:)``.
  mutating func add(_ bytes: [UInt8], isBoundary: (Int64) -> Bool) {
    var rest = bytes[...]
    while found == nil, let end = rest.firstIndex(of: 0x0a) {
      keep(rest[..<end], count: end - rest.startIndex + 1)
      rest = rest[(end + 1)...]
      endLine(isBoundary)
    }
    if found == nil { keep(rest, count: rest.count) }
  }

  /// Reports the end of the file.
  mutating func finish() {
    guard found == nil else { return }
    if length > 0 { endLine { _ in false } }
    if found == nil { endMessage(at: lineStart) }
  }

  /// The number of bytes of the current line so far.
  private var length: Int64 = 0

  private mutating func keep(_ bytes: ArraySlice<UInt8>, count: Int) {
    length += Int64(count)
    line += bytes.prefix(max(0, Self.lineLimit - line.count))
  }

  private mutating func endLine(_ isBoundary: (Int64) -> Bool) {
    if line.last == 0x0d { line.removeLast() }
    let next = lineStart + length
    let isField = Self.isField(line)
    if let candidate, isField { begin(candidate) }
    candidate = nil
    if found != nil { return }
    let isInDeclaredBody = declaredEnd.map { lineStart < $0 } ?? false
    let role = isInDeclaredBody ? .other : Self.role(of: line, isAfterBlank: isAfterBlank)
    let beginning = Beginning(
      start: lineStart, content: next, previousEnd: lineStart - blankLength)
    switch role {
    case .separator: begin(beginning)
    case .separatorBeforeField: candidate = beginning
    case .other: if isInHeader { readHeader(isBoundary) }
    }
    isAfterBlank = line.isEmpty
    blankLength = line.isEmpty ? length : 0
    (lineStart, length) = (next, 0)
    line.removeAll(keepingCapacity: true)
  }

  /// Ends the message before, and begins one.
  private mutating func begin(_ beginning: Beginning) {
    endMessage(at: beginning.previousEnd)
    if found != nil { return }
    (message, isInHeader, hasIdentifier, field) = (beginning, true, false, nil)
    (contentLength, declaredEnd) = (nil, nil)
    if case .offset(let offset) = entry.key { isWanted = offset == beginning.start }
  }

  private mutating func endMessage(at end: Int64) {
    endField()
    if let message, isWanted {
      found = message.content..<max(message.content, declaredEnd ?? end)
    }
    (message, isWanted, isInHeader) = (nil, false, false)
  }

  private mutating func readHeader(_ isBoundary: (Int64) -> Bool) {
    if line.first == 0x20 || line.first == 0x09 {
      if let begun = field, begun.count < Self.lineLimit { field = begun + line }
      return
    }
    endField()
    if line.isEmpty {
      isInHeader = false
      let body = lineStart + length
      if let contentLength, isBoundary(body + contentLength) { declaredEnd = body + contentLength }
    } else if contentLength == nil, Self.has(line, name: "content-length") {
      let digits = String(decoding: Self.value(line).filter { $0 > 0x20 }, as: UTF8.self)
      contentLength = digits.utf8.count < 16 ? Int64(digits).flatMap { $0 < 0 ? nil : $0 } : nil
    } else if !hasIdentifier, Self.has(line, name: "message-id") {
      field = Self.value(line)
    }
  }

  /// Compares the Message-ID, as the reader of mails takes it from the field.
  private mutating func endField() {
    guard let field else { return }
    (self.field, hasIdentifier) = (nil, true)
    var value = field.filter { $0 > 0x20 && $0 < 0x7f }.prefix(998)
    if let start = value.firstIndex(of: UInt8(ascii: "<")) { value = value[(start + 1)...] }
    if let end = value.firstIndex(of: UInt8(ascii: ">")) { value = value[..<end] }
    guard case .identifier(let wanted) = entry.key, value.elementsEqual(wanted) else { return }
    left -= 1
    isWanted = left == 0
  }

  private static func has(_ line: [UInt8], name: String) -> Bool {
    let start = line.prefix { $0 != UInt8(ascii: ":") }.filter { $0 > 0x20 }
    return String(decoding: start, as: UTF8.self).lowercased() == name
  }

  /// The value of the field that a line begins.
  private static func value(_ line: [UInt8]) -> [UInt8] {
    Array(line.drop { $0 != UInt8(ascii: ":") }.dropFirst())
  }

  /// Whether bytes of a mailbox begin with another message, or are its end, after at most one empty line.
  static func isBoundary(before bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    for _ in 0..<2 {
      if rest.starts(with: [0x0d, 0x0a]) {
        rest = rest.dropFirst(2)
      } else if rest.first == 0x0a {
        rest = rest.dropFirst()
      }
    }
    if rest.isEmpty { return true }
    let lines = rest.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false)
    switch role(of: Array(lines[0]), isAfterBlank: rest.count < bytes.count) {
    case .separator: return true
    case .separatorBeforeField: return lines.count > 1 && isField(Array(lines[1]))
    case .other: return false
    }
  }

  /// What a line is by its own bytes and the line before.
  private enum Role { case separator, separatorBeforeField, other }

  private static func role(of line: [UInt8], isAfterBlank: Bool) -> Role {
    guard line.starts(with: "From ".utf8) else { return .other }
    switch (hasTime(line), isAfterBlank) {
    case (true, true): return .separator
    case (false, false): return .other
    default: return .separatorBeforeField
    }
  }

  /// Whether a line begins with the name of a field and a colon.
  private static func isField(_ line: [UInt8]) -> Bool {
    let end = line.firstIndex { $0 == UInt8(ascii: ":") || !(0x21...0x7e).contains($0) } ?? 0
    return end > 0 && line[end] == UInt8(ascii: ":")
  }

  /// Whether a line contains digits, a colon and digits.
  private static func hasTime(_ line: [UInt8]) -> Bool {
    line.indices.contains { index in
      line[index] == UInt8(ascii: ":") && index > 1 && index + 2 < line.count
        && [index - 1, index + 1, index + 2].allSatisfy { (0x30...0x39).contains(line[$0]) }
    }
  }
}

extension MailboxScan {
  /// The most bytes of a message that is opened.
  private static let messageLimit: Int64 = 256 << 20
  /// The first bytes of a data file of Outlook, which is large and has no message in this form.
  private static let dataFile = Array("!BDN".utf8)
  /// The most bytes that are read at once.
  private static let pieceSize: Int64 = 1 << 20

  /// Reads a message from a mailbox file, without its `From ` line and the `>` before quoted ones.
  ///
  /// - Parameters:
  ///   - entry: the message.
  ///   - path: the file.
  /// - Returns: nil if the file has no such message, or one with more than 256 MiB.
  /// - Throws: the error of open(2) or pread(2).
  static func message(_ entry: MailboxEntry, in path: FilePath) throws(SystemError) -> [UInt8]? {
    let file = try FileDescriptor(openingForeign: path)
    let status = try file.status()
    guard status.kind == .regular,
      try file.read(0..<Int64(dataFile.count)) != dataFile
    else { return nil }
    var scan = MailboxScan(for: entry)
    var offset = scan.start
    while scan.found == nil {
      guard offset < .max - pieceSize else { return nil }
      let bytes = try file.read(offset..<offset + pieceSize)
      if bytes.isEmpty { break }
      scan.add(bytes) { end in
        guard (0...status.size).contains(end) else { return false }
        let next = try? file.read(end..<end + 2 * Int64(lineLimit))
        return next.map(isBoundary(before:)) ?? false
      }
      offset += Int64(bytes.count)
      // Only the first message can begin at the offset.
      if case .offset = entry.key, scan.message == nil, scan.found == nil { return nil }
    }
    scan.finish()
    guard let range = scan.found, range.upperBound - range.lowerBound <= messageLimit else {
      return nil
    }
    return unquoted(try file.read(range))
  }

  /// Removes the first `>` of lines such as `>From ` and `>>From `.
  static func unquoted(_ message: [UInt8]) -> [UInt8] {
    var unquoted: [UInt8] = []
    unquoted.reserveCapacity(message.count)
    var rest = message[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0a).map { $0 + 1 } ?? rest.endIndex
      var line = rest[..<end]
      if line.first == UInt8(ascii: ">"),
        line.drop(while: { $0 == UInt8(ascii: ">") }).starts(with: "From ".utf8)
      {
        line = line.dropFirst()
      }
      unquoted += line
      rest = rest[end...]
    }
    return unquoted
  }
}
