import ExtractionProtocol

/// Reads TeX and LaTeX without running it.
///
/// Commands and comments are left out. The arguments of a command are text, unless the command is known to
/// take something else, such as a length. Formulas are kept without backslashes. Of the preamble only title,
/// authors and date are read.
public enum TeXReader {
  /// Reads a file of TeX or LaTeX.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    SourceText.read(bytes) { bytes in
      var text = TeXText()
      text.isPreamble =
        bytes.firstRange(of: "\\begin{document}" as StaticString) != nil
        && bytes.firstRange(of: "\\documentclass" as StaticString) != nil
      while text.step(bytes) {
        if text.buffer.isFull {
          text.buffer.flush(to: &sink)
          if !sink.wantsMore { break }
        }
      }
      text.buffer.flush(to: &sink)
      for (field, value) in text.fields { sink.add(value, to: field) }
    }
  }
}

/// Reads the text of a TeX file, one command, sign or run of text at a time.
struct TeXText {
  /// The longest optional argument in bytes; anything longer is text.
  private static let longestOption = 256

  var buffer = TextBuffer()
  /// The values of metadata fields, in their order.
  private(set) var fields: [(field: DocumentField, value: String)] = []
  /// Whether the position is before `\begin{document}`.
  var isPreamble = false
  /// Whether this reads the value of a field; a field contains no other fields.
  private var isField = false
  private var offset = 0
  /// The kind of the formula that is open; nil outside of formulas.
  private var formula: Formula?

  private enum Formula { case inline, display }

  /// Reads the next command, sign or run of text.
  ///
  /// - Returns: false at the end.
  mutating func step(_ bytes: Span<UInt8>) -> Bool {
    guard offset < bytes.count else { return false }
    let byte = bytes[offset]
    switch byte {
    case 0x5c: readCommand(bytes)
    case 0x25: skipComment(bytes)
    case 0x24: readDollar(bytes)
    case 0x7b, 0x7d:  // { }
      // Separates two arguments, which are two words.
      if formula != nil || bytes.hasBytes("}{", at: offset) { buffer.separate() }
      offset += 1
    case 0x7e, 0x26:  // ~ &
      buffer.separate()
      offset += 1
    case 0x60, 0x27: readQuotes(bytes, byte)
    case 0x2d where !isPreamble && bytes.hasBytes("--", at: offset):
      let isLong = bytes.hasBytes("---", at: offset)
      buffer.append(isLong ? "—" : "–" as Unicode.Scalar)
      offset += isLong ? 3 : 2
    case 0x0a, 0x0d: readLineEnd(bytes)
    default: readRun(bytes)
    }
    return true
  }

  private mutating func readRun(_ bytes: Span<UInt8>) {
    let start = offset
    offset += 1
    // Ends a run after 32 KiB, so that the sink gets the text in pieces.
    let limit = min(bytes.count, start + TextBuffer.pieceSize)
    while offset < limit, !bytes[offset].isActiveInTeX { offset += 1 }
    while offset < bytes.count, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
    if !isPreamble { buffer.append(bytes.extracting(start..<offset)) }
  }

  private mutating func readLineEnd(_ bytes: Span<UInt8>) {
    var lines = 0
    while offset < bytes.count, bytes[offset] <= 0x20 {
      if bytes[offset] == 0x0a { lines += 1 }
      offset += 1
    }
    if lines > 1 {
      formula = formula == .inline ? nil : formula
      buffer.breakParagraph()
    } else {
      buffer.separate()
    }
  }

  /// Skips a comment: the rest of its line, and the blanks at the start of the next line.
  private mutating func skipComment(_ bytes: Span<UInt8>) {
    let end = bytes.lineRange(at: offset).upperBound
    offset = bytes.nextLine(after: end)
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
  }

  private mutating func readDollar(_ bytes: Span<UInt8>) {
    let isDisplay = bytes.hasBytes("$$", at: offset)
    offset += isDisplay ? 2 : 1
    formula = formula == nil ? (isDisplay ? .display : .inline) : nil
    if isDisplay { buffer.separate() }
  }

  private mutating func readQuotes(_ bytes: Span<UInt8>, _ byte: UInt8) {
    let isDouble = offset + 1 < bytes.count && bytes[offset + 1] == byte
    offset += isDouble ? 2 : 1
    if isPreamble { return }
    let isOpening = byte == 0x60
    if isDouble {
      buffer.append(isOpening ? "“" : "”" as Unicode.Scalar)
    } else {
      buffer.append(isOpening ? "‘" : "'" as Unicode.Scalar)
    }
  }

  private mutating func readCommand(_ bytes: Span<UInt8>) {
    offset += 1
    guard offset < bytes.count else { return }
    let start = offset
    while offset < bytes.count, bytes[offset].isLetter || bytes[offset] == 0x40 && offset > start {
      offset += 1
    }
    guard offset > start else { return readSign(bytes) }
    let end = min(offset, start + 64)
    let name = bytes.extracting(start..<end).string
    if end - start == 1, TeXCommands.isAccent(bytes[start]), formula == nil {
      return readAccent(bytes, bytes[start])
    }
    if offset < bytes.count, bytes[offset] == 0x2a { offset += 1 }
    read(name, bytes)
  }

  /// Reads a command whose name is a sign, not letters.
  private mutating func readSign(_ bytes: Span<UInt8>) {
    let sign = bytes[offset]
    offset += 1
    switch sign {
    case 0x25, 0x26, 0x23, 0x24, 0x5f, 0x7b, 0x7d:
      if !isPreamble { buffer.append(Unicode.Scalar(sign)) }
    case 0x5c:  // \\
      buffer.breakLine()
      skipOption(bytes)
    case 0x20, 0x0a, 0x0d, 0x2c, 0x3b, 0x3a: buffer.separate()
    case 0x28: formula = .inline
    case 0x5b:
      formula = .display
      buffer.separate()
    case 0x29, 0x5d:
      formula = nil
      buffer.separate()
    default:
      if TeXCommands.isAccent(sign), formula == nil { return readAccent(bytes, sign) }
      // A character beyond ASCII is text.
      if sign >= 0x80 { offset -= 1 }
    }
  }

  private mutating func readAccent(_ bytes: Span<UInt8>, _ accent: UInt8) {
    var index = offset
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    let isGroup = index < bytes.count && bytes[index] == 0x7b
    if isGroup { index += 1 }
    if index + 1 < bytes.count, bytes[index] == 0x5c, bytes[index + 1] | 0x03 == 0x6b {
      index += 1  // \i and \j
    }
    guard index < bytes.count, bytes[index].isLetter else { return }
    let letter = Unicode.Scalar(bytes[index])
    index += 1
    if isGroup {
      while index < bytes.count, bytes[index] == 0x20 { index += 1 }
      guard index < bytes.count, bytes[index] == 0x7d else { return }
      index += 1
    }
    offset = index
    if isPreamble { return }
    for scalar in TeXCommands.accented(letter, accent) { buffer.append(scalar) }
  }

  private mutating func read(_ name: String, _ bytes: Span<UInt8>) {
    if name == "begin" || name == "end" { return readEnvironment(name, bytes) }
    let isField = name == "title" || name == "author" || name == "date"
    if isField, !self.isField, fields.count < FieldValue.most { return readField(name, bytes) }
    if name == "verb" || name == "lstinline" { return readVerb(bytes) }
    if name == "def" || name == "gdef" || name == "edef" { return skipDefinition(bytes) }
    if let symbol = TeXCommands.symbols[name] {
      if !isPreamble { buffer.append(symbol) }
      return skipBlanks(bytes)
    }
    if TeXCommands.separators.contains(name) { buffer.separate() }
    if TeXCommands.headings.contains(name) { buffer.breakLine() }
    if TeXCommands.literal.contains(name) { return readLiteral(bytes) }
    if let count = TeXCommands.dropped[name] {
      let isDefinition = name.hasPrefix("new") || name.hasPrefix("renew")
      for _ in 0..<count {
        skipOption(bytes)
        skipOption(bytes)
        skipGroup(bytes, isDefinition: isDefinition)
      }
      return
    }
    if TeXCommands.droppedFirst.contains(name) {
      skipOption(bytes)
      skipGroup(bytes, isDefinition: false)
      if name == "multicolumn" || name == "multirow" { skipGroup(bytes, isDefinition: false) }
    } else if formula != nil, !TeXCommands.looks.contains(name) {
      buffer.separate()
      if !isPreamble { buffer.append(name) }
      buffer.separate()
    } else if name != "item" {
      skipOption(bytes)
    }
    skipBlanks(bytes)
  }

  private mutating func readEnvironment(_ command: String, _ bytes: Span<UInt8>) {
    guard let group = group(bytes, isDefinition: false) else { return }
    let environment = bytes.extracting(group).string
    buffer.breakLine()
    if environment == "document" {
      isPreamble = false
      if command == "end" { offset = bytes.count }
      return
    }
    let isFormula = Self.formulas.contains(environment)
    if isFormula { formula = command == "begin" ? .display : nil }
    guard command == "begin" else { return }
    if environment == "comment" { return skip(to: "\\end{comment}", bytes) }
    skipOption(bytes)
    for _ in 0..<(TeXCommands.environments[environment] ?? 0) {
      skipGroup(bytes, isDefinition: false)
      skipOption(bytes)
    }
    if TeXCommands.verbatim.contains(environment) {
      let start = offset
      skip(to: "\\end{\(environment)}", bytes)
      if !isPreamble { buffer.append(lines: bytes.extracting(start..<offset)) }
      buffer.breakLine()
    }
  }

  private static let formulas: Set<String> = [
    "equation", "equation*", "align", "align*", "eqnarray", "eqnarray*", "gather", "gather*",
    "multline", "multline*", "math", "displaymath", "alignat", "alignat*",
  ]

  private mutating func skip(to end: String, _ bytes: Span<UInt8>) {
    let rest = bytes.extracting(offset..<bytes.count)
    offset = rest.firstRange(of: end).map { offset + $0.lowerBound } ?? bytes.count
  }

  /// Reads the argument of `\title`, `\author` or `\date`; adds it as a field and as text.
  private mutating func readField(_ name: String, _ bytes: Span<UInt8>) {
    skipOption(bytes)
    guard let group = group(bytes, isDefinition: false) else { return }
    var rest = bytes.extracting(group)
    if name == "date" {
      if let date = W3CDate.loose(rest) ?? EnglishDate.date(rest) { add(date, to: .created) }
    }
    while true {
      let and = name == "author" ? rest.firstRange(of: "\\and" as StaticString) : nil
      let part = rest.extracting(0..<(and?.lowerBound ?? rest.count))
      var inner = TeXText()
      inner.isField = true
      while inner.buffer.bytes.count < 4 * FieldValue.longest, inner.step(part) {}
      let lines = inner.buffer.bytes
      buffer.append(lines: lines.span)
      buffer.breakLine()
      let firstLine = lines.span.extracting(lines.span.lineRange(at: 0))
      if let value = FieldValue.text(name == "author" ? firstLine : lines.span), name != "date" {
        add(value, to: name == "title" ? .title : .author)
      }
      guard let and else { break }
      rest = rest.extracting(and.upperBound..<rest.count)
    }
  }

  private mutating func add(_ value: String, to field: DocumentField) {
    let isRepeated = field != .author && fields.contains { $0.field == field }
    if !isRepeated, fields.count < FieldValue.most { fields.append((field, value)) }
  }

  private mutating func readVerb(_ bytes: Span<UInt8>) {
    guard offset < bytes.count, bytes[offset] > 0x20, bytes[offset] < 0x80 else { return }
    let delimiter = bytes[offset] == 0x7b ? 0x7d : bytes[offset]
    var end = offset + 1
    while end < bytes.count, bytes[end] != delimiter, bytes[end] != 0x0a { end += 1 }
    if !isPreamble { buffer.append(bytes.extracting(min(offset + 1, end)..<end)) }
    offset = min(end + 1, bytes.count)
  }

  private mutating func readLiteral(_ bytes: Span<UInt8>) {
    guard let group = group(bytes, isDefinition: false) else { return }
    if !isPreamble { buffer.append(bytes.extracting(group)) }
  }

  /// Skips `\def\name#1{…}`.
  private mutating func skipDefinition(_ bytes: Span<UInt8>) {
    while offset < bytes.count, bytes[offset] != 0x7b, bytes[offset] != 0x0a { offset += 1 }
    skipGroup(bytes, isDefinition: true)
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
  }

  /// Skips an optional argument in brackets, if one follows.
  private mutating func skipOption(_ bytes: Span<UInt8>) {
    guard offset < bytes.count, bytes[offset] == 0x5b else { return }
    var (index, depth) = (offset + 1, 0)
    let limit = min(bytes.count, offset + Self.longestOption)
    while index < limit {
      switch bytes[index] {
      case 0x7b: depth += 1
      case 0x7d: depth -= 1
      case 0x5d where depth <= 0:
        offset = index + 1
        return
      default: break
      }
      index += 1
    }
  }

  private mutating func skipGroup(_ bytes: Span<UInt8>, isDefinition: Bool) {
    if group(bytes, isDefinition: isDefinition) == nil, isDefinition {
      // In a definition the name may have no braces: `\newcommand\name{…}`.
      guard offset < bytes.count, bytes[offset] == 0x5c else { return }
      offset += 1
      while offset < bytes.count, bytes[offset].isLetter { offset += 1 }
    }
  }

  /// Skips an argument in braces, and returns the range inside the braces; nil if no brace follows.
  ///
  /// Except in a definition, an empty line ends the argument, so that a missing brace costs only one
  /// paragraph.
  private mutating func group(_ bytes: Span<UInt8>, isDefinition: Bool) -> Range<Int>? {
    var index = offset
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0a { index += 1 }
    guard index < bytes.count, bytes[index] == 0x7b else { return nil }
    let start = index + 1
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x5c: index += 1
      case 0x7b: depth += 1
      case 0x7d:
        depth -= 1
        if depth == 0 {
          offset = index + 1
          return start..<index
        }
      case 0x0a where !isDefinition && bytes.hasBytes("\n\n", at: index):
        offset = index
        return start..<index
      default: break
      }
      index += 1
    }
    offset = bytes.count
    return start..<bytes.count
  }
}

extension UInt8 {
  /// Whether a run of plain text ends before this byte.
  fileprivate var isActiveInTeX: Bool {
    switch self {
    case 0x5c, 0x25, 0x24, 0x7b, 0x7d, 0x7e, 0x26, 0x60, 0x27, 0x2d, 0x0a, 0x0d: true
    default: false
    }
  }
}
