import ExtractionProtocol

/// Reads manual pages: roff with the macros of man(7) or mdoc(7), and tables of tbl(1).
///
/// The title is the text of the section NAME, if there is one. Pages that consist of a reference to
/// another page are empty. Sources: the manual pages man(7), mdoc(7), roff(7), tbl(7).
public enum ManualPageReader {
  /// Reads a manual page.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if let text = SourceText.decoded(bytes) { return read(utf8: text.span, into: &sink) }
    read(utf8: bytes, into: &sink)
  }

  private static func read(utf8 bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    var page = ManualPage()
    var start = 0
    while start < bytes.count {
      let range = bytes.lineRange(at: start)
      page.add(bytes.extracting(range))
      start = bytes.nextLine(after: range.upperBound)
      if page.output.text.isFull {
        page.output.text.flush(to: &sink)
        if !sink.wantsMore { break }
      }
    }
    page.output.text.flush(to: &sink)
    if let title = page.title { sink.add(title, to: .title) }
    if let date = page.date { sink.add(date, to: .changed) }
  }
}

/// A manual page, line by line.
struct ManualPage {
  /// More arguments of one macro are left out.
  private static let mostArguments = 1_024

  var output = RoffOutput()
  /// The name and section, such as `ls(1)`.
  var header: String?
  /// The date of the last change.
  var date: String?
  var escapes = RoffEscapes()
  var mdoc = MdocState()
  private var conditions = RoffConditions()
  private var table = RoffTable()
  private var keepsLines = false
  private var isEquation = false
  private var isMdoc = false
  private var sections = 0
  /// Whether the next line is a heading or a tag, after which the line ends.
  private var endsLine = false
  private var beginsName = false
  private var address: [UInt8] = []

  /// The text of the section NAME, else the name and section of the page.
  ///
  /// The section NAME is the first one in every language. Where the first one does not read like it,
  /// as in tutorials, it is no title.
  var title: String? {
    guard let first = FieldValue.text(output.name.bytes.span) else { return header }
    return header == nil || Self.isName(first) ? first : header
  }

  /// Whether a text is like `ls - list files`, or so short that it may be a name in another form.
  private static func isName(_ text: String) -> Bool {
    if text.count <= 80 { return true }
    let dashes: [Unicode.Scalar] = ["-", "–", "—"]
    for (scalar, next) in zip(text.unicodeScalars, text.unicodeScalars.dropFirst()) {
      if scalar == ".", next == " " { return false }
      if dashes.contains(scalar) && next == " " || scalar == " " && dashes.contains(next) {
        return true
      }
    }
    return false
  }

  /// Adds a line.
  mutating func add(_ line: Span<UInt8>) {
    if conditions.skips(line) { return }
    let isControl = line.count > 0 && (line[0] == 0x2e || line[0] == 0x27)
    if isControl { return addControl(line.extracting(1..<line.count)) }
    if isEquation { return }
    switch table.content(of: line) {
    case .text(let range): addText(line.extracting(range))
    case .row(let range): addRow(line.extracting(range))
    case .none: break
    }
  }

  private mutating func addText(_ line: Span<UInt8>) {
    if line.isBlank { return output.breakParagraph() }
    beginWord(isIndented: line[0] == 0x20)
    escapes.append(line, to: &output)
    finishLine()
  }

  private mutating func addRow(_ row: Span<UInt8>) {
    output.breakLine()
    var start = 0
    while start <= row.count {
      let end = row.firstIndex(of: table.separator, from: start) ?? row.count
      output.separate()
      let cell = row.extracting(start..<end)
      let isRule = cell.isName("\\_") || cell.isName("\\^") || cell.isName("_") || cell.isName("=")
      if !isRule, !cell.isName("T{") { escapes.append(cell, to: &output) }
      start = end + 1
    }
    escapes.continuesLine = false
    if !table.isInBlock { output.breakLine() }
  }

  /// Separates a word from the line before, unless that line is continued.
  mutating func beginWord(isIndented: Bool = false) {
    if escapes.continuesLine || mdoc.joinsNext {
      (escapes.continuesLine, mdoc.joinsNext) = (false, false)
    } else if keepsLines || isIndented {
      output.breakLine()
    } else {
      output.separate()
    }
  }

  mutating func finishLine() {
    if endsLine { output.breakLine() }
    endsLine = false
    if beginsName {
      output.isInName = true
      beginsName = false
    }
  }

  /// Handles a request or macro, without its control character.
  private mutating func addControl(_ control: Span<UInt8>) {
    var (line, depth) = (0, 0)
    // Conditions of one line can follow each other.
    while depth < 16 {
      let request = control.extracting(line..<control.count)
      let name = request.trimmedName
      var rest = line + request.nameRange.upperBound
      while rest < control.count, control[rest] == 0x20 || control[rest] == 0x09 { rest += 1 }
      let arguments = control.extracting(rest..<control.count)
      guard name == "if" || name == "ie" || name == "el" else {
        return handle(name, arguments)
      }
      let escapes = escapes
      guard
        let offset = conditions.rest(
          of: arguments, request: name, isDefined: { escapes.isDefined($0) })
      else { return }
      let branch = arguments.extracting(offset..<arguments.count)
      guard branch.count > 0, branch[0] == 0x2e || branch[0] == 0x27 else {
        let isEmpty = branch.count == 0 || branch.count == 1 && branch[0] == 0x5c
        return isEmpty ? () : addText(branch)
      }
      line = rest + offset + 1
      depth += 1
    }
  }

  private mutating func handle(_ name: String, _ arguments: Span<UInt8>) {
    switch name {
    case "": break
    case "de", "de1", "dei", "am", "am1", "ig":
      let words = split(arguments)
      let macro = words.first.map { arguments.extracting($0).string } ?? ""
      let end = words.count > 1 ? arguments.extracting(words[1]).string : ""
      conditions.beginDefinition(name == "ig" ? "" : macro, end: name == "ig" ? macro : end)
    case "ds", "as", "ds1": define(arguments)
    case "TS": table.begin()
    case "T&": table.beginFormat()
    case "TE":
      table.end()
      output.breakParagraph()
    case "EQ": isEquation = true
    case "EN": isEquation = false
    case "br", "ti", "ce", "in": output.breakLine()
    case "sp", "bp": output.breakParagraph()
    case "nf": keepsLines = true
    case "fi":
      keepsLines = false
      output.breakLine()
    case "nop": addText(arguments)
    case "Dd", "Dt", "Sh":
      isMdoc = true
      addMdoc(name, arguments)
    default:
      if isEquation { return }
      if isMdoc { addMdoc(name, arguments) } else { addMan(name, arguments) }
    }
  }

  private mutating func addMan(_ name: String, _ arguments: Span<UInt8>) {
    switch name {
    case "TH": addHeader(arguments)
    case "SH": beginSection(arguments)
    case "SS":
      output.breakParagraph()
      addHeading(arguments)
    case "B", "I", "SM", "SB", "R", "CW":
      if !arguments.isBlank { addWords(arguments, isJoined: false) }
    case "BR", "IR", "RB", "RI", "BI", "IB": addWords(arguments, isJoined: true)
    case "TP", "TQ", "HP":
      output.breakParagraph()
      endsLine = name != "HP"
    case "IP":
      output.breakParagraph()
      if let tag = split(arguments).first {
        escapes.append(arguments.extracting(tag), to: &output)
        output.separate()
      }
    case "PP", "LP", "P", "RS", "RE", "Sp", "YS":
      output.breakParagraph()
      escapes.continuesLine = false
    case "EX", "Vb": keepsLines = true
    case "EE", "Ve":
      keepsLines = false
      output.breakLine()
    case "UR", "MT":
      address = split(arguments).first.map { arguments.extracting($0).copied() } ?? []
    case "UE", "ME":
      output.separate()
      let address = address
      escapes.append(address.span, to: &output)
      escapes.append(arguments, to: &output)
    case "SY":
      output.breakLine()
      addWords(arguments, isJoined: false)
    case "OP":
      beginWord()
      output.append("[")
      escapes.continuesLine = true
      addWords(arguments, isJoined: false)
      output.append("]")
    default:
      addUnknown(name, arguments)
    }
  }

  /// Adds the arguments of a macro that the page itself or asciidoc's macros define.
  mutating func addUnknown(_ name: String, _ arguments: Span<UInt8>) {
    if conditions.prints(name) || name == "MTO" || name == "URL" {
      addWords(arguments, isJoined: false)
    }
  }

  /// Adds the arguments of a macro as words, or as one word in several fonts.
  private mutating func addWords(_ arguments: Span<UInt8>, isJoined: Bool) {
    let words = split(arguments)
    if words.isEmpty { return }
    beginWord()
    for (index, word) in words.enumerated() {
      if index > 0, !isJoined { output.separate() }
      escapes.append(arguments.extracting(word), to: &output)
    }
    finishLine()
  }

  mutating func beginSection(_ arguments: Span<UInt8>) {
    output.isInName = false
    output.breakParagraph()
    sections += 1
    beginsName = sections == 1
    addHeading(arguments)
  }

  private mutating func addHeading(_ arguments: Span<UInt8>) {
    keepsLines = false
    escapes.continuesLine = false
    endsLine = true
    addWords(arguments, isJoined: false)
  }

  private mutating func addHeader(_ arguments: Span<UInt8>) {
    let words = split(arguments)
    guard let name = words.first else { return }
    escapes.append(arguments.extracting(name), to: &output)
    if words.count > 1 {
      output.append("(")
      escapes.append(arguments.extracting(words[1]), to: &output)
      output.append(")")
    }
    header = FieldValue.text(output.text.bytes.span)
    if words.count > 2 {
      let text = arguments.extracting(words[2])
      date = FieldValue.date(text) ?? MdocDate.date(text)
    }
    for word in words.dropFirst(3) {
      output.separate()
      escapes.append(arguments.extracting(word), to: &output)
    }
    output.breakParagraph()
  }

  private mutating func define(_ arguments: Span<UInt8>) {
    var start = 0
    while start < arguments.count, arguments[start] != 0x20, arguments[start] != 0x09 { start += 1 }
    let name = arguments.extracting(0..<start).string
    while start < arguments.count, arguments[start] <= 0x20 { start += 1 }
    if start < arguments.count, arguments[start] == 0x22 { start += 1 }
    escapes.define(String(name.prefix(64)), as: arguments.extracting(start..<arguments.count))
  }

  /// Splits arguments at blanks; quotation marks keep blanks.
  func split(_ arguments: Span<UInt8>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var index = 0
    while words.count < Self.mostArguments {
      while index < arguments.count, arguments[index] <= 0x20 { index += 1 }
      guard index < arguments.count, !arguments.hasBytes("\\\"", at: index) else { break }
      let isQuoted = arguments[index] == 0x22
      if isQuoted { index += 1 }
      let start = index
      while index < arguments.count {
        let byte = arguments[index]
        if byte == 0x5c, index + 1 < arguments.count {
          index += 2
          continue
        }
        if isQuoted, byte == 0x22, arguments.hasBytes("\"\"", at: index) {
          index += 2
          continue
        }
        if isQuoted ? byte == 0x22 : byte <= 0x20 { break }
        index += 1
      }
      words.append(start..<index)
      index += 1
    }
    return words
  }
}
