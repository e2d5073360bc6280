import ExtractionProtocol

/// Collects the metadata of a picture, a sound or a film.
struct MediaText {
  /// Lyrics are the longest values; nothing useful is longer.
  private static let longestValue = 64 << 10
  /// The values of one file together.
  private static let longest = 1 << 20
  /// More values than any file of a person has.
  private static let mostValues = 4_096

  /// Directories can name the same bytes again and again; reading ends after this number of bytes.
  private static let mostRead = 16 << 20
  /// Blocks of EXIF, XMP and IPTC; files have one of each.
  private static let mostBlocks = 16

  private var read = 0
  private var blocks = 0
  private var text: [UInt8] = []
  private var seen: Set<String> = []
  private var fields: [(field: DocumentField, value: String)] = []

  /// Whether so much was read that nothing more is taken.
  var isExhausted: Bool { read >= Self.mostRead }

  /// Whether a title, a name or another text was found.
  var isEmpty: Bool { seen.isEmpty }

  /// Whether another block of metadata is to be read.
  mutating func beginBlock() -> Bool {
    blocks += 1
    return blocks <= Self.mostBlocks
  }

  /// Adds a value; a value that is already there is left out.
  ///
  /// Invalid sequences of the UTF-8 become U+FFFD. Text ends at a NUL.
  mutating func add(_ value: Span<UInt8>, to field: DocumentField? = nil) {
    if isExhausted { return }
    let start = value.extracting(value.clamped(0, Self.longestValue))
    let whole = start.extracting(0..<(start.firstIndex(of: 0) ?? start.count))
    let range = whole.trimmedRange
    // The bytes after a NUL were decoded, too.
    read += start.count
    guard !range.isEmpty, text.count < Self.longest, seen.count < Self.mostValues else { return }
    let string = whole.extracting(range).string
    if field == .created {
      if let date = W3CDate.loose(whole.extracting(range)) { addField(date, .created) }
      return
    }
    if let field, let value = FieldValue.text(Array(string.utf8).span) { addField(value, field) }
    if seen.insert(string).inserted {
      text.append(contentsOf: string.utf8)
      text.append(0x0a)
    }
  }

  /// Adds a value in UTF-8 or, if it is no valid UTF-8, in windows-1252.
  mutating func add(legacy value: Span<UInt8>, to field: DocumentField? = nil) {
    if isExhausted { return }
    let hasMark = value.starts(with: [0xfe, 0xff]) || value.starts(with: [0xff, 0xfe])
    let start = value.extracting(value.clamped(0, Self.longestValue))
    let end = hasMark ? start.count : start.firstIndex(of: 0) ?? start.count
    let text = start.extracting(0..<end)
    if let decoded = SourceText.decoded(text) {
      add(decoded.span, to: field)
    } else {
      add(text, to: field)
    }
  }

  /// Adds the only value of a field that is no text, such as a date.
  mutating func addField(_ value: String, _ field: DocumentField) {
    let isList = field == .author || field == .keyword
    let others = fields.filter { $0.field == field }
    let isKnown = isList ? others.contains { $0.value == value } : !others.isEmpty
    if !isKnown, others.count < FieldValue.most { fields.append((field, value)) }
  }

  /// Gives everything to a sink.
  func write(into sink: inout some DocumentSink) {
    for (field, value) in fields { sink.add(value, to: field) }
    var buffer = TextBuffer()
    buffer.append(lines: text.span, to: &sink)
    buffer.flush(to: &sink)
  }
}
