import ExtractionProtocol

/// Reads exported conversations: of WhatsApp as text, of Telegram, Slack and signal-export as JSON.
///
/// The people who wrote are the authors, and the day of the first message is the date. The text has a line with
/// each day, and before each message the name of its sender. The chats of a full export of Telegram are members.
public enum ChatReader {
  /// Reads a conversation; recognizes the format by the content.
  ///
  /// - Throws: `damaged` after everything before the damage was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var start = bytes.byteOrderMark
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    // A line of WhatsApp may begin with a bracket as well, but not with one of JSON.
    let isJSON =
      start < bytes.count
      && (bytes[start] == UInt8(ascii: "{")
        || bytes[start] == UInt8(ascii: "[") && isArray(bytes, after: start + 1))
    guard isJSON else {
      var lines = ChatLines(bytes)
      SourceText.forEachLine(of: bytes, into: &sink) { lines.add($0, into: &$1) }
      return lines.finish(into: &sink)
    }
    var reader = ChatJSON()
    try reader.read(bytes, into: &sink)
  }

  private static func isArray(_ bytes: Span<UInt8>, after start: Int) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    return index < bytes.count && [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(bytes[index])
  }
}

/// Writes a conversation, one message after another.
struct ChatText {
  /// The most people who are named as authors.
  private static let mostPeople = 100

  private var buffer = TextBuffer()
  private var people: [String] = []
  private var known: Set<String> = []
  private var created: String?
  private var day = ""

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - text: the text; a message without one is left out.
  ///   - sender: the name of the sender; empty if nobody sent it.
  ///   - date: the day or the time in the format of RFC 3339; nil if it is unknown.
  ///   - sink: gets the text.
  mutating func add(
    _ text: String, of sender: String, at date: String?, into sink: inout some DocumentSink
  ) {
    if text.allSatisfy(\.isWhitespace) { return }
    if created == nil { created = date }
    if let date, date.prefix(10) != day {
      day = String(date.prefix(10))
      buffer.breakParagraph()
      buffer.append(day)
      buffer.breakLine()
    }
    if !sender.isEmpty, people.count < Self.mostPeople, known.insert(sender).inserted {
      people.append(sender)
    }
    let line = Array((sender.isEmpty ? text : "\(sender): \(text)").utf8)
    buffer.append(lines: line.span)
    buffer.breakLine()
    buffer.flushIfFull(to: &sink)
  }

  /// Gives the rest of the text and the fields to a sink.
  mutating func finish(title: String?, into sink: inout some DocumentSink) {
    buffer.flush(to: &sink)
    if let title, !title.isEmpty { sink.add(title, to: .title) }
    if let created { sink.add(created, to: .created) }
    for person in people { sink.add(person, to: .author) }
  }
}
