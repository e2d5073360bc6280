import ExtractionProtocol

/// Collects text for a sink, and collapses white space as browsers do.
///
/// A run of blanks becomes one space. ``breakLine()`` and ``breakParagraph()`` leave no blanks beside the
/// line break. The sink gets the text in pieces of about 32 KiB.
struct TextBuffer {
  /// The size in bytes from which a piece is given to the sink.
  static let pieceSize = 32 << 10

  private enum Gap: Comparable { case none, space, line, paragraph }

  private(set) var bytes: [UInt8] = []
  private var gap = Gap.none
  private var isAtStart = true

  init() {
    bytes.reserveCapacity(Self.pieceSize + 4_096)
  }

  /// Whether there is enough text for a piece.
  var isFull: Bool { bytes.count >= Self.pieceSize }

  /// Adds text that may contain blanks.
  ///
  /// O(bytes).
  ///
  /// - Parameter text: valid UTF-8.
  mutating func append(_ text: Span<UInt8>) {
    var (start, index) = (0, 0)
    while index < text.count {
      if index > start, index <= text.count - 8 {
        let count = text.eightBytes(at: index).wordsWithSingleSpaces
        if count > 0 {
          index += count
          continue
        }
      }
      guard text[index] <= 0x20 else {
        index += 1
        continue
      }
      // A single space between words is copied with them.
      if text[index] == 0x20, index > start, index + 1 < text.count, text[index + 1] > 0x20 {
        index += 2
        continue
      }
      appendWord(text, start, index)
      gap = max(gap, .space)
      index += 1
      start = index
    }
    appendWord(text, start, text.count)
  }

  /// Adds text that may contain blanks.
  mutating func append(_ text: String) {
    append(Array(text.utf8).span)
  }

  /// Adds a character.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value <= 0x20 || scalar.value == 0xa0 { return separate() }
    fillGap()
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Puts a space between the text so far and the next text.
  mutating func separate() {
    gap = max(gap, .space)
  }

  /// Ends the line.
  mutating func breakLine() {
    gap = max(gap, .line)
  }

  /// Ends the paragraph: an empty line follows.
  mutating func breakParagraph() {
    gap = max(gap, .paragraph)
  }

  /// Gives the text to a sink if it is a complete piece.
  mutating func flushIfFull(to sink: inout some DocumentSink) {
    if isFull { flush(to: &sink) }
  }

  /// Gives all text to a sink.
  mutating func flush(to sink: inout some DocumentSink) {
    if bytes.isEmpty { return }
    sink.add(text: bytes.span)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Gives all text to a sink, and then begins a part of the document.
  ///
  /// The name of a sheet also becomes the first line of its text, because people search for it.
  mutating func begin(_ part: DocumentPart, in sink: inout some DocumentSink) {
    flush(to: &sink)
    sink.begin(part)
    breakParagraph()
    guard part.kind == .sheet else { return }
    append(part.label)
    breakLine()
  }

  private mutating func appendWord(_ text: Span<UInt8>, _ start: Int, _ end: Int) {
    if start == end { return }
    fillGap()
    bytes.append(text.extracting(start..<end))
  }

  private mutating func fillGap() {
    if !isAtStart {
      switch gap {
      case .none: break
      case .space: bytes.append(0x20)
      case .line: bytes.append(0x0a)
      case .paragraph: bytes.append(contentsOf: [0x0a, 0x0a])
      }
    }
    gap = .none
    isAtStart = false
  }
}
