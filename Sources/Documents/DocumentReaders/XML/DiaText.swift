/// Reads the strings of Dia diagrams, which are written between two `#`.
struct DiaText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case string
    case diagramData = "diagramdata"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var isString = false
  /// Whether the `#` at the beginning of the string has not come yet.
  private var isAtStart = false
  /// Whether a `#` was read that is text, unless the string ends after it.
  private var isMarkPending = false

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .string:
      text.breakLine()
      (isString, isAtStart, isMarkPending) = (true, true, false)
    // Describes the paper and the grid.
    case .diagramData: return false
    case .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    guard name == .string else { return }
    (isString, isMarkPending) = (false, false)
    text.breakLine()
  }

  mutating func append(_ piece: Span<UInt8>) {
    guard isString, !piece.isEmpty else { return }
    flushMark()
    var (start, end) = (0, piece.count)
    if isAtStart, piece[0] == UInt8(ascii: "#") { start = 1 }
    isAtStart = false
    if end > start, piece[end - 1] == UInt8(ascii: "#") {
      end -= 1
      isMarkPending = true
    }
    text.append(piece.extracting(start..<end))
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    guard isString else { return }
    flushMark()
    isAtStart = false
    text.append(scalar)
  }

  private mutating func flushMark() {
    if isMarkPending { text.append("#" as Unicode.Scalar) }
    isMarkPending = false
  }
}
