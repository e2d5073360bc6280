/// Reads the cells of a worksheet: strings, stored numbers, and results of formulas.
struct WorksheetText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case row, c, v, t, `is`, f, rPh
    case columns = "cols"
    case validations = "dataValidations"
    case formats = "conditionalFormatting"
    case extensions = "extLst"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  private enum Value {
    case none, stored, sharedString, boolean
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private let strings: WorksheetStrings
  /// The type of the current cell's value.
  private var type = Value.stored
  /// The type of the value at the current position; `none` outside of values.
  private var value = Value.none
  /// The number from the digits so far, an index or a truth value; nil if there are no digits, or others.
  private var number: Int? = 0

  init(_ strings: WorksheetStrings) {
    self.strings = strings
  }

  /// Prepares for the next sheet.
  mutating func reset() {
    value = .none
    text.breakParagraph()
  }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .row: text.breakLine()
    case .c:
      text.separate()
      type = Self.type(tag, bytes)
    case .v: (value, number) = (type, nil)
    case .t: value = .stored
    case .is, .other: break
    case .f, .rPh, .columns, .validations, .formats, .extensions: return false
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .row: text.breakLine()
    case .c: text.separate()
    case .v:
      if value == .sharedString, let number { strings.append(number, to: &text) }
      if value == .boolean, let number { text.append(number == 0 ? "FALSE" : "TRUE") }
      value = .none
    case .t: value = .none
    default: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    switch value {
    case .none: break
    case .stored: Self.append(piece, to: &text)
    case .sharedString, .boolean:
      for index in piece.indices where piece[index] > 0x20 {
        guard (0x30...0x39).contains(piece[index]), number ?? 0 <= WorksheetStrings.mostStrings
        else {
          return number = nil
        }
        number = (number ?? 0) * 10 + Int(piece[index] - 0x30)
      }
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if value == .stored { text.append(scalar) }
  }

  private static func type(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) -> Value {
    guard let range = tag.range(of: .t, isPrefixed: false, in: bytes), range.count == 1 else {
      return .stored
    }
    return switch bytes[range.lowerBound] {
    case UInt8(ascii: "s"): .sharedString
    case UInt8(ascii: "b"): .boolean
    default: .stored
    }
  }

  /// Appends text in which control characters are written in the form `_x000D_`.
  ///
  /// Source: ECMA-376, part 1, 22.9.2.19: ST_Xstring.
  static func append(_ piece: Span<UInt8>, to text: inout TextBuffer) {
    var (start, index) = (0, 0)
    while index + 7 <= piece.count {
      if piece[index] == UInt8(ascii: "_"), let scalar = escape(piece, index) {
        text.append(piece.extracting(start..<index))
        text.append(scalar)
        index += 7
        start = index
      } else {
        index += 1
      }
    }
    text.append(piece.extracting(start..<piece.count))
  }

  /// Returns the character of `_xHHHH_`; nil if there is none at `start`.
  private static func escape(_ piece: Span<UInt8>, _ start: Int) -> Unicode.Scalar? {
    guard piece[start + 1] == UInt8(ascii: "x"), piece[start + 6] == UInt8(ascii: "_") else {
      return nil
    }
    var value: UInt32 = 0
    for index in start + 2..<start + 6 {
      guard let digit = piece[index].hexValue.map(UInt32.init) else { return nil }
      value = value * 16 + digit
    }
    return Unicode.Scalar(value)
  }
}
