/// The strings that cells of a workbook share, in one block of memory.
struct WorksheetStrings: XMLHandler {
  /// The number of strings that are kept; cells that refer to further strings are empty.
  static let mostStrings = 4 << 20
  /// The size of all strings that are kept, in bytes.
  static let mostBytes = 64 << 20
  /// A longer string is cut after this number of bytes; a cell holds at most 32,767 characters.
  static let longestString = 4 * 32_767

  enum Name: String, CaseIterable, XMLVocabulary {
    case si, t, rPh
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var bytes: [UInt8] = []
  /// The end offset of each string in ``bytes``.
  private var ends: [UInt32] = []
  private var start = 0
  private var isText = false

  /// Appends the string with an index to a text; nothing if there is none.
  func append(_ index: Int, to text: inout TextBuffer) {
    guard ends.indices.contains(index) else { return }
    let start = index == 0 ? 0 : Int(ends[index - 1])
    WorksheetText.append(bytes.span.extracting(start..<Int(ends[index])), to: &text)
  }

  /// Adds a string.
  mutating func add(_ string: [UInt8]) {
    start = bytes.count
    if hasRoom(for: string.count) { bytes += string }
    if ends.count < Self.mostStrings { ends.append(UInt32(bytes.count)) }
  }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .si: start = self.bytes.count
    case .t: isText = true
    // The pronunciation of a Japanese word, which is not shown in the cell.
    case .rPh: return false
    case .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .si: if ends.count < Self.mostStrings { ends.append(UInt32(bytes.count)) }
    case .t: isText = false
    case .rPh, .other: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    guard isText, hasRoom(for: piece.count) else { return }
    bytes.append(piece)
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    guard isText, hasRoom(for: 4) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func hasRoom(for count: Int) -> Bool {
    bytes.count - start + count <= Self.longestString && bytes.count + count <= Self.mostBytes
  }
}
