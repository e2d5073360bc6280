import ExtractionProtocol

/// Reads calendars in the iCalendar format.
///
/// Source: RFC 5545.
public enum CalendarReader {
  /// Reads a calendar.
  ///
  /// - Throws: ``ReadingFailure/damaged(_:)`` if the file contains no calendar.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if let text = SourceText.markedUTF16(bytes) { return try read(text: text.span, into: &sink) }
    try read(text: bytes, into: &sink)
  }

  private static func read(
    text: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var (lines, calendar) = (ContentLines(), CalendarText())
    while sink.wantsMore, lines.next(in: text) { calendar.add(lines, into: &sink) }
    calendar.finish(into: &sink)
    if !calendar.hasBegun { throw .damaged("no calendar begins") }
  }
}

private struct CalendarText {
  private(set) var hasBegun = false
  private var buffer = TextBuffer()
  private var name: String?
  private var title = CommonTitle()
  private var keywords = 0
  private var hasDates = false
  /// The nesting depth inside an event, to-do or journal entry; 0 outside of entries.
  private var depth = 0

  mutating func add(_ line: ContentLines, into sink: inout some DocumentSink) {
    if line.isNamed("BEGIN") { return begin(line) }
    if line.isNamed("END") {
      if depth > 0 { depth -= 1 }
      return
    }
    if depth == 0 { return addCalendarProperty(line) }
    // Deeper components are skipped: alarms repeat the text of their event.
    if depth == 1 { addProperty(line, into: &sink) }
    buffer.flushIfFull(to: &sink)
  }

  mutating func finish(into sink: inout some DocumentSink) {
    buffer.flush(to: &sink)
    if let title = name ?? title.value { sink.add(title, to: .title) }
  }

  private mutating func begin(_ line: ContentLines) {
    hasBegun = hasBegun || line.isValue("VCALENDAR")
    if depth > 0 {
      depth += 1
    } else if line.isValue("VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY") {
      depth = 1
      buffer.breakParagraph()
    }
  }

  private mutating func addCalendarProperty(_ line: ContentLines) {
    let isName = line.isNamed("X-WR-CALNAME", "NAME")
    guard isName || line.isNamed("X-WR-CALDESC", "DESCRIPTION") else { return }
    let text = text(of: line)
    if isName { name = name ?? FieldValue.text(text.span) }
    addLine(text)
  }

  private mutating func addProperty(_ line: ContentLines, into sink: inout some DocumentSink) {
    if line.isNamed("SUMMARY") {
      let text = text(of: line)
      title.add(FieldValue.text(text.span))
      addLine(text)
    } else if line.isNamed("DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "RESOURCES", "URL") {
      addLine(text(of: line))
    } else if line.isNamed("CATEGORIES") {
      for part in ContentLines.components(of: line.decodedValue(), separator: 0x2c) {
        addLine(part)
        if keywords < FieldValue.most, let keyword = FieldValue.text(part.span) {
          sink.add(keyword, to: .keyword)
          keywords += 1
        }
      }
    } else if line.isNamed("ATTENDEE", "ORGANIZER") {
      addPerson(line)
    } else {
      addDate(line, into: &sink)
    }
  }

  private mutating func addPerson(_ line: ContentLines) {
    if let name = line.parameter("CN") {
      addLine(SourceText.decoded(name.span) ?? name)
    }
    let address = line.decodedValue()
    let isMail = address.count > 7 && address.span.extracting(0..<7).isName("MAILTO:")
    if isMail { addLine(Array(address[7...])) }
  }

  /// Adds a date to the document's fields; only the dates of the first entry are used.
  private mutating func addDate(_ line: ContentLines, into sink: inout some DocumentSink) {
    guard !hasDates, line.isNamed("CREATED", "DTSTAMP") else { return }
    guard let date = W3CDate.loose(line.decodedValue().span) else { return }
    sink.add(date, to: .created)
    hasDates = true
  }

  private func text(of line: ContentLines) -> [UInt8] {
    ContentLines.components(of: line.decodedValue(), separator: nil)[0]
  }

  private mutating func addLine(_ text: [UInt8]) {
    buffer.append(lines: text.span)
    buffer.breakLine()
  }
}

/// Computes the title of a document with several entries: their title, if all have the same.
struct CommonTitle {
  private(set) var value: String?
  private var isDifferent = false

  /// Adds the title of an entry; nil for an entry without title.
  mutating func add(_ title: String?) {
    if isDifferent || title == nil || title == value { return }
    isDifferent = value != nil
    value = isDifferent ? nil : title
  }
}
