import CharacterEncodings
import ExtractionProtocol

/// Collects the metadata of a picture, an audio file or a video.
struct MediaText {
  /// The longest value in bytes; useful values, even lyrics, are shorter.
  private static let longestValue = 64 << 10
  /// The largest size of all values of a file together, in bytes.
  private static let longest = 1 << 20
  /// The number of values that are kept.
  private static let mostValues = 4_096

  /// After this number of bytes no more values are added: directories may name the same bytes many times.
  private static let mostRead = 16 << 20
  /// The number of EXIF, XMP and IPTC blocks that are read; real files have one of each.
  private static let mostBlocks = 16

  /// The encoding of values that declare none; nil to recognize it for each value.
  private var legacy: CharacterEncoding?
  private var read = 0
  private var blocks = 0
  private var text: [UInt8] = []
  private var seen: Set<String> = []
  private var fields: [(field: DocumentField, value: String)] = []

  /// Whether ``mostRead`` is reached, so that no more values are added.
  var isExhausted: Bool { read >= Self.mostRead }

  /// Whether no text was added.
  var isEmpty: Bool { seen.isEmpty }

  /// Counts a block of metadata; returns whether it may be read.
  mutating func beginBlock() -> Bool {
    blocks += 1
    return blocks <= Self.mostBlocks
  }

  /// Adds a value; ignores it if the same value was added before.
  ///
  /// Invalid UTF-8 becomes U+FFFD. The value ends at a NUL.
  mutating func add(_ value: Span<UInt8>, to field: DocumentField? = nil) {
    if isExhausted { return }
    let start = value.extracting(value.clamped(0, Self.longestValue))
    let whole = start.extracting(0..<(start.firstIndex(of: 0) ?? start.count))
    let range = whole.trimmedRange
    // Also counts the bytes after a NUL, because they were decoded.
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

  /// Recognizes the encoding of values that declare none, with NULs between them; together they are more text.
  mutating func recognizeEncoding(of values: Span<UInt8>) {
    let lines = values.copied().map { $0 == 0 ? 0x0a : $0 }
    legacy = EncodingDetector.encoding(of: lines.span)
  }

  /// Decodes a value that declares no encoding.
  func decoded(legacy value: Span<UInt8>) -> [UInt8] {
    if (try? UTF8Span(validating: value)) != nil { return value.copied() }
    if let legacy, legacy != .utf8, SourceText.markedUTF16(value) == nil {
      return legacy.decode(value)
    }
    return SourceText.decoded(value) ?? value.copied()
  }

  /// Adds a value that declares no encoding.
  mutating func add(legacy value: Span<UInt8>, to field: DocumentField? = nil) {
    if isExhausted { return }
    let hasMark = value.starts(with: [0xfe, 0xff]) || value.starts(with: [0xff, 0xfe])
    let start = value.extracting(value.clamped(0, Self.longestValue))
    let end = hasMark ? start.count : start.firstIndex(of: 0) ?? start.count
    let text = start.extracting(0..<end)
    add(decoded(legacy: text).span, to: field)
  }

  /// Adds a value to a field, but not to the text; only authors and keywords may have several values.
  mutating func addField(_ value: String, _ field: DocumentField) {
    let isList = field == .author || field == .keyword
    let others = fields.filter { $0.field == field }
    let isKnown = isList ? others.contains { $0.value == value } : !others.isEmpty
    if !isKnown, others.count < FieldValue.most { fields.append((field, value)) }
  }

  /// Gives the fields and the text to a sink.
  func write(into sink: inout some DocumentSink) {
    for (field, value) in fields { sink.add(value, to: field) }
    var buffer = TextBuffer()
    buffer.append(lines: text.span, to: &sink)
    buffer.flush(to: &sink)
  }
}
