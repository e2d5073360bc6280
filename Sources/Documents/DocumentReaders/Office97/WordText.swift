/// Converts the characters of a Word document to text.
struct WordText {
  /// The deepest nesting of fields that is followed; Word itself allows 20.
  private static let fieldDepth = 64

  var buffer = TextBuffer()
  private let codePage: CodePage
  private var scratch: [UInt8] = []
  /// For each open field, the outermost first: whether the position is in its instruction.
  private var fields: [Bool] = []
  /// The number of open fields beyond ``fieldDepth``.
  private var deeperFields = 0
  private var isHidden = false
  /// The instruction of the innermost open field; nil if it is inside of another instruction, or has ended.
  private var instruction: [UInt8]?
  private var followsCell = false

  /// - Parameter codePage: the encoding of characters of one byte.
  init(_ codePage: CodePage) {
    self.codePage = codePage
  }

  /// Appends characters: UTF-16 if `isWide`, else in the code page.
  ///
  /// O(bytes).
  mutating func append(_ bytes: Span<UInt8>, isWide: Bool) {
    let step = isWide ? 2 : 1
    var start = 0
    for index in stride(from: 0, to: bytes.count - step + 1, by: step) {
      let isControl = bytes[index] < 0x20 && (!isWide || bytes[index + 1] == 0)
      if !isControl { continue }
      appendPlain(bytes.extracting(start..<index), isWide: isWide)
      appendControl(bytes[index])
      start = index + step
    }
    appendPlain(bytes.extracting(start..<bytes.count), isWide: isWide)
  }

  /// Ends a part of the document, such as the body or the footnotes; ends all its fields.
  mutating func endStory() {
    fields.removeAll()
    (deeperFields, isHidden, instruction) = (0, false, nil)
    buffer.breakParagraph()
  }

  private mutating func appendPlain(_ bytes: Span<UInt8>, isWide: Bool) {
    if bytes.isEmpty || isHidden && instruction == nil { return }
    scratch.removeAll(keepingCapacity: true)
    (isWide ? CodePage.utf16 : codePage).decode(bytes, into: &scratch)
    if isHidden {
      if instruction?.count ?? 0 < FieldInstruction.limit { instruction? += scratch }
      return
    }
    followsCell = false
    buffer.append(decoded: scratch)
  }

  private mutating func appendControl(_ control: UInt8) {
    switch control {
    case 0x13: openField()
    case 0x14: endInstruction()
    case 0x15: closeField()
    case _ where isHidden: break
    case 0x07:
      // The second of two marks ends a row, or belongs to an empty cell.
      if followsCell { buffer.breakLine() } else { buffer.separate() }
      followsCell = true
    case 0x0b: buffer.breakLine()
    case 0x0c, 0x0d, 0x0e: buffer.breakParagraph()
    case 0x09, 0x0a: buffer.separate()
    case 0x1e: buffer.append("-" as Unicode.Scalar)
    default: break
    }
  }

  private mutating func openField() {
    instruction = isHidden ? nil : []
    if fields.count == Self.fieldDepth { return deeperFields += 1 }
    fields.append(true)
    isHidden = true
  }

  private mutating func endInstruction() {
    guard deeperFields == 0, !fields.isEmpty else { return }
    instruction = nil
    fields[fields.count - 1] = false
    isHidden = fields.contains(true)
  }

  private mutating func closeField() {
    if deeperFields > 0 { return deeperFields -= 1 }
    _ = fields.popLast()
    isHidden = fields.contains(true)
    if let instruction { buffer.append(FieldInstruction.shownText(instruction)) }
    instruction = nil
  }
}
