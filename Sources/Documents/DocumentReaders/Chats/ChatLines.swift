/// Reads the lines of a conversation that was exported as text.
///
/// WhatsApp writes `[12/11/2020, 13:30:05] Ann: text` or `12/11/20, 13:30 - Ann: text`, in the order of day, month and
/// year of the telephone's language; signal-export writes `[2020-11-12 13:30:05] Ann: text`. Further lines belong to
/// the message before.
struct ChatLines {
  /// The beginning of a message.
  struct Head: Equatable {
    /// The three numbers of the date, in their order.
    let date: [Int]
    /// Where the sender begins.
    let end: Int
  }

  private var chat = ChatText()
  private var message: (text: String, sender: String, date: String?)?
  /// Whether the month comes before the day.
  private let isMonthFirst: Bool

  /// Finds out in which order day and month are: a number above 12 is a day.
  init(_ bytes: Span<UInt8>) {
    var (first, second, start) = (0, 0, 0)
    while start < bytes.count {
      let range = bytes.lineRange(at: start)
      if let head = Self.head(bytes.extracting(range)), head.date[0] <= 31 {
        (first, second) = (max(first, head.date[0]), max(second, head.date[1]))
      }
      start = bytes.nextLine(after: range.upperBound)
    }
    isMonthFirst = second > 12 && first <= 12
  }

  mutating func add(_ line: Span<UInt8>, into sink: inout some DocumentSink) {
    guard let head = Self.head(line) else {
      if message != nil { message?.text += "\n" + line.string }
      return
    }
    flush(into: &sink)
    let rest = line.extracting(head.end..<line.count).string
    let parts = rest.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
    let hasSender = parts.count == 2 && parts[0].utf8.count <= 200
    message = (
      String(hasSender ? parts[1] : rest[...]), hasSender ? String(parts[0]) : "", date(head.date)
    )
  }

  mutating func finish(into sink: inout some DocumentSink) {
    flush(into: &sink)
    chat.finish(title: nil, into: &sink)
  }

  private mutating func flush(into sink: inout some DocumentSink) {
    guard let (text, sender, date) = message else { return }
    chat.add(text, of: sender, at: date, into: &sink)
    message = nil
  }

  private func date(_ numbers: [Int]) -> String? {
    if numbers[0] > 31 {
      return CivilDate.rfc3339(year: numbers[0], month: numbers[1], day: numbers[2])
    }
    let (day, month) = isMonthFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
    let year = numbers[2] < 100 ? 2_000 + numbers[2] : numbers[2]
    return CivilDate.rfc3339(year: year, month: month, day: day)
  }

  /// The date at the beginning of a line, and where the time after it ends; nil if the line continues a message.
  static func head(_ line: Span<UInt8>) -> Head? {
    // Marks of the writing direction.
    var index = 0
    while line.hasBytes("\u{200e}", at: index) || line.hasBytes("\u{200f}", at: index) {
      index += 3
    }
    guard index < line.count else { return nil }
    let isBracketed = line[index] == UInt8(ascii: "[")
    if isBracketed { index += 1 }
    var numbers: [Int] = []
    for position in 0..<3 {
      let start = index
      var number = 0
      while index < line.count, line[index].isDigit, index < start + 4 {
        number = number * 10 + Int(line[index] & 0xf)
        index += 1
      }
      guard index > start, index < line.count else { return nil }
      numbers.append(number)
      if position < 2 {
        guard "/.-".utf8.contains(line[index]) else { return nil }
        index += 1
        if line[index - 1] == UInt8(ascii: "."), index < line.count, line[index] == 0x20 {
          index += 1
        }
      }
    }
    guard index < line.count, line[index] == UInt8(ascii: ",") || line[index] == 0x20 else {
      return nil
    }
    // The time has at most this many bytes, with words for halves of the day.
    let limit = min(line.count, index + 40)
    let start = index
    while index < limit {
      if isBracketed, line[index] == UInt8(ascii: "]") {
        index += 1
        break
      }
      if !isBracketed, line.hasBytes(" - ", at: index) {
        index += 3
        break
      }
      index += 1
    }
    guard index < limit || index == line.count, index > start + 4,
      (start..<index).contains(where: {
        line[$0] == UInt8(ascii: ":") || line[$0] == UInt8(ascii: ".")
      })
    else { return nil }
    if index < line.count, line[index] == 0x20 { index += 1 }
    while line.hasBytes("\u{200e}", at: index) || line.hasBytes("\u{200f}", at: index) {
      index += 3
    }
    return Head(date: numbers, end: index)
  }
}
