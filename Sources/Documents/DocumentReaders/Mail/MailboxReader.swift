/// Reads mailbox files in the formats mboxo, mboxrd and mboxcl2.
///
/// Each message becomes a member. Its content is without the `From ` line, and a `>` that quotes a `From `
/// line is removed. Messages that were deleted in Thunderbird are left out; they stay in the file until it is
/// compacted.
public enum MailboxReader {
  private struct Message {
    /// The offset of the `From ` line.
    var start: Int
    /// The offset of the header.
    var content: Int
    /// The offset of the end, without the empty line that follows.
    var end: Int
    /// The offset of the next message.
    var next: Int
    /// The number of quoted `From ` lines.
    var quotes = 0
  }

  /// Reads a mailbox.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the mailbox.
  ///   - first: the offset of the first message to read; nothing is read if no message begins there.
  ///   - sink: gets a member for each message; its path is the Message-ID in angle brackets, or "@" and the
  ///     offset. It gets a position (``DocumentSink/didRead(before:)``) at first, unless `first` is 0, and
  ///     after each message; not after a last message without an empty line, which may be unfinished.
  /// - Throws: `damaged` after reading if text precedes the first message; `damaged` at once if no message
  ///   begins at `first`.
  public static func read(
    _ bytes: Span<UInt8>, from first: Int = 0, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var start = 0
    if first > 0 {
      guard first <= bytes.count,
        first == bytes.count || isSeparator(bytes, at: first, isAfterBlank: true)
      else { throw .damaged("No message begins where reading would go on.") }
      start = first
      sink.didRead(before: first)
    }
    while start < bytes.count, bytes[start] == 0x0a || bytes[start] == 0x0d { start += 1 }
    let begin = start
    var nextCheck = start
    while start < bytes.count, !isSeparator(bytes, at: start, isAfterBlank: true) {
      if start >= nextCheck {
        if !sink.wantsMore { return }
        nextCheck = start + 1 << 20
      }
      start = MailLines.end(of: start, before: bytes.count, in: bytes).next
    }
    let isDamaged = start > begin
    while start < bytes.count {
      guard sink.wantsMore, let message = message(bytes, at: start, for: sink) else { return }
      give(message, bytes, to: &sink)
      start = message.next
      if sink.wantsMore, start < bytes.count || endsWithBlank(bytes) { sink.didRead(before: start) }
    }
    if isDamaged { throw .damaged("The file does not begin with a message.") }
  }

  /// Whether the mailbox ends with an empty line.
  private static func endsWithBlank(_ bytes: Span<UInt8>) -> Bool {
    var end = bytes.count
    for _ in 0..<2 {
      guard end > 0, bytes[end - 1] == 0x0a else { return false }
      end -= end > 1 && bytes[end - 2] == 0x0d ? 2 : 1
    }
    return true
  }

  /// Finds the end of the message at an offset; nil if the sink wants no more.
  private static func message(
    _ bytes: Span<UInt8>, at start: Int, for sink: some DocumentSink
  ) -> Message? {
    let content = MailLines.end(of: start, before: bytes.count, in: bytes).next
    var message = Message(start: start, content: content, end: bytes.count, next: bytes.count)
    if let end = declaredEnd(bytes, from: content) {
      (message.end, message.next) = (end, skipBlank(bytes, from: end))
      return message
    }
    var (index, isAfterBlank, nextCheck) = (content, false, content)
    while index < bytes.count {
      if index >= nextCheck {
        if !sink.wantsMore { return nil }
        nextCheck = index + 1 << 20
      }
      if bytes[index] == 0x46, isSeparator(bytes, at: index, isAfterBlank: isAfterBlank) {
        message.next = index
        message.end =
          isAfterBlank ? MailLines.trimTerminator(before: index, from: content, in: bytes) : index
        return message
      }
      if bytes[index] == 0x3e, isQuoted(bytes, at: index) { message.quotes += 1 }
      let line = MailLines.end(of: index, before: bytes.count, in: bytes)
      isAfterBlank = line.content == index
      index = line.next
    }
    return message
  }

  private static func give(
    _ message: Message, _ bytes: Span<UInt8>, to sink: inout some DocumentSink
  ) {
    let range = message.content..<message.end
    let header = MailHeader(bytes, range)
    if isDeleted(header, in: bytes) { return }
    let path = MailWalk.identifier(header, of: bytes).map { "<\($0)>" } ?? "@\(message.start)"
    let size = Int64(range.count - message.quotes)
    let member = DocumentMember(path: Array(path.utf8), type: "message/rfc822", size: size)
    guard sink.begin(member) else { return sink.endMember() }
    var quotes = message.quotes
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound, sink.wantsMore, sink.wantsContent {
      if quotes == 0 {
        index = min(index + MailTransferDecoder.pieceSize, range.upperBound)
      } else {
        if bytes[index] == 0x3e, isQuoted(bytes, at: index) {
          if index > start { sink.add(content: bytes.extracting(start..<index)) }
          (start, quotes) = (index + 1, quotes - 1)
        }
        index = MailLines.end(of: index, before: range.upperBound, in: bytes).next
        if index - start < MailTransferDecoder.pieceSize, index < range.upperBound { continue }
      }
      sink.add(content: bytes.extracting(start..<index))
      start = index
    }
    sink.endMember()
  }

  /// Whether a message was deleted in Thunderbird.
  ///
  /// Source: `nsMsgMessageFlags::Expunged` in Thunderbird's sources.
  private static func isDeleted(_ header: MailHeader, in bytes: Span<UInt8>) -> Bool {
    guard let value = header.value(of: .mozillaStatus, in: bytes), value.count < 16,
      let flags = Int(String(decoding: value.filter { $0 > 0x20 }, as: UTF8.self), radix: 16)
    else { return false }
    return flags & 0x0008 != 0
  }

  /// Returns the end of a message by its Content-Length; nil if neither another message nor the end of the
  /// file follows there.
  private static func declaredEnd(_ bytes: Span<UInt8>, from content: Int) -> Int? {
    let header = MailHeader(bytes, content..<bytes.count)
    guard let value = header.value(of: .contentLength, in: bytes) else { return nil }
    let digits = value.filter { $0 > 0x20 }
    guard digits.count < 16, let size = Int(String(decoding: digits, as: UTF8.self)), size >= 0,
      size <= bytes.count - header.end
    else { return nil }
    let end = header.end + size
    let next = skipBlank(bytes, from: end)
    let fits = next == bytes.count || isSeparator(bytes, at: next, isAfterBlank: next > end)
    return fits ? end : nil
  }

  /// Returns the offset after one or two line terminators.
  private static func skipBlank(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let next = MailLines.skipTerminator(at: start, before: bytes.count, in: bytes)
    return MailLines.skipTerminator(at: next, before: bytes.count, in: bytes)
  }

  /// Whether the line at an offset begins with `From ` after any number of `>` signs.
  private static func isQuoted(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] == 0x3e { index += 1 }
    return bytes.hasBytes("From ", at: index)
  }

  /// Whether the line at an offset begins a message: it contains a time, or a header field follows it.
  ///
  /// If no empty line precedes it, both are required, because writers of mboxo do not quote every `From `.
  private static func isSeparator(_ bytes: Span<UInt8>, at start: Int, isAfterBlank: Bool) -> Bool {
    guard bytes.hasBytes("From ", at: start) else { return false }
    let line = MailLines.end(of: start, before: bytes.count, in: bytes)
    let hasTime = hasTime(bytes, start..<line.content)
    if hasTime == isAfterBlank { return hasTime }
    return MailHeader.isField(bytes, at: line.next, before: bytes.count)
  }

  /// Whether a line contains digits, a colon and digits.
  private static func hasTime(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
    for index in line where bytes[index] == 0x3a {
      if index - 1 > line.lowerBound, index + 2 < line.upperBound,
        bytes[index - 1].isDigit, bytes[index + 1].isDigit, bytes[index + 2].isDigit
      {
        return true
      }
    }
    return false
  }
}
