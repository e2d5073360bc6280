/// Reads the cells of a worksheet as they are shown, its headers and footers, and the texts of validations.
struct WorksheetText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case row, c, v, t, `is`, f, rPh
    case style = "s"
    case columns = "cols"
    case formats = "conditionalFormatting"
    case validation = "dataValidation"
    case prompt, promptTitle, error, errorTitle
    case list = "formula1"
    case oddHeader, oddFooter, evenHeader, evenFooter, firstHeader, firstFooter
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  private enum Value {
    case none, stored, number, date, sharedString, boolean, margin, list
  }

  /// A longer number, header or list is cut after this number of bytes; Excel allows 255 characters.
  private static let longestValue = 1_024

  var text = TextBuffer()
  var event: XMLEvent?
  private let strings: WorksheetStrings
  private let styles: WorkbookStyles
  /// Whether days are counted from 1904.
  private let is1904: Bool
  /// The type of the current cell's value.
  private var type = Value.stored
  /// The type of the value at the current position; `none` outside of values.
  private var value = Value.none
  /// The number from the digits so far, an index or a truth value; nil if there are no digits, or others.
  private var number: Int? = 0
  /// The style of the current cell.
  private var style = 0
  /// What the format of the current cell shows after its text.
  private var textEnd: String?
  /// The text of a number, a header or a list so far.
  private var content: [UInt8] = []

  init(_ strings: WorksheetStrings, _ styles: WorkbookStyles, is1904: Bool) {
    (self.strings, self.styles, self.is1904) = (strings, styles, is1904)
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
      textEnd = nil
      if type == .number || type == .date || styles.hasTextFrames {
        style = tag.number(of: .style, in: bytes) ?? 0
      }
    case .v:
      (value, number) = (type, nil)
      content.removeAll(keepingCapacity: true)
      if type == .sharedString || type == .stored { beginText() }
    case .is: beginText()
    case .t: value = .stored
    case .validation:
      for name in [Name.promptTitle, .prompt, .errorTitle, .error] {
        if let message = tag.value(of: name, in: bytes) { append(line: message) }
      }
    case .list: begin(.list)
    case .oddHeader, .oddFooter, .evenHeader, .evenFooter, .firstHeader, .firstFooter:
      begin(.margin)
    // In extensions, the list of a validation is a formula in it.
    case .f: return value == .list
    case .rPh, .columns, .formats: return false
    case .style, .prompt, .promptTitle, .error, .errorTitle, .other: break
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
      if value == .number || value == .date { appendNumber() }
      value = .none
      endText()
    case .is: endText()
    case .t: value = .none
    case .list: endList()
    case .oddHeader, .oddFooter, .evenHeader, .evenFooter, .firstHeader, .firstFooter:
      append(line: SheetMargin.text(String(decoding: content, as: UTF8.self)))
      value = .none
    default: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    switch value {
    case .none: break
    case .stored: Self.append(piece, to: &text)
    case .number, .date, .margin, .list:
      let room = Self.longestValue - content.count
      content.append(piece.extracting(0..<min(piece.count, max(0, room))))
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
    switch value {
    case .stored: text.append(scalar)
    case .margin, .list: if content.count < Self.longestValue { content.appendScalar(scalar.value) }
    default: break
    }
  }

  private mutating func beginText() {
    guard styles.hasTextFrames, let frame = styles[style].textFrame else { return }
    text.append(frame.before)
    textEnd = frame.after
  }

  private mutating func endText() {
    if let textEnd { text.append(textEnd) }
    textEnd = nil
  }

  private mutating func begin(_ value: Value) {
    self.value = value
    content.removeAll(keepingCapacity: true)
  }

  private mutating func append(line: String) {
    text.breakLine()
    Self.append(Array(line.utf8).span, to: &text)
    text.breakLine()
  }

  /// Appends the words of a list that is written in the validation; other lists are cells.
  private mutating func endList() {
    value = .none
    guard content.first == UInt8(ascii: "\""), content.count > 2, content.last == content.first
    else { return }
    append(line: String(decoding: content[1..<(content.count - 1)], as: UTF8.self))
  }

  /// Appends a number as it is shown.
  private mutating func appendNumber() {
    let format = styles[style]
    // Most numbers of most sheets.
    if format.isGeneral, value == .number, content.count < 16, content.allSatisfy(\.isDigit) {
      return text.append(decoded: content)
    }
    let stored = content.span.extracting(content.span.trimmedRange).string
    if value == .date {
      text.append(format.searchable(date: stored, is1904: is1904) ?? stored)
    } else if let number = Double(stored) {
      text.append(format.searchable(number, is1904: is1904))
    } else {
      text.append(stored)
    }
  }

  private static func type(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) -> Value {
    guard let range = tag.range(of: .t, isPrefixed: false, in: bytes) else { return .number }
    guard range.count == 1 else { return .stored }
    return switch bytes[range.lowerBound] {
    case UInt8(ascii: "s"): .sharedString
    case UInt8(ascii: "b"): .boolean
    case UInt8(ascii: "n"): .number
    case UInt8(ascii: "d"): .date
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
