import ExtractionProtocol

/// Reads the words of manual pages: roff with the macros of man(7) or mdoc(7), and tables of tbl(1).
///
/// The title is the text of the section NAME, if there is one. A page that only refers to another page has no
/// text. Sources: the manual pages man(7), mdoc(7), roff(7), tbl(7).
public enum ManualPageReader {
  /// Reads a manual page.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var page = ManualPage()
    SourceText.forEachLine(of: bytes, into: &sink) { line, sink in
      page.add(line)
      if page.output.isFull { page.flush(to: &sink) }
    }
    page.flush(to: &sink)
    if let title = page.title { sink.add(title, to: .title) }
    if let date = page.date { sink.add(date, to: .changed) }
  }
}

/// Reads a manual page line by line.
struct ManualPage {
  /// The number of words of a line, and of open conditions, that are read.
  private static let most = 1_024
  /// How many conditions may follow each other on a line; a deeper one is left out.
  private static let deepest = 16

  private enum Table { case none, format, rows, block }

  private(set) var output = TextBuffer()
  /// The date of the last change; nil if there is none.
  private(set) var date: String?
  private var escapes = RoffEscapes()
  /// The name and section of the page, such as `ls(1)`; nil if there is no header.
  private var header: String?
  /// The text of the section NAME, once it was read.
  private var name: String?
  /// The offset in ``output`` of the content of the section NAME, while the section is being read.
  private var nameStart: Int?
  private var sections = 0
  /// The program's name, which `Nm` of mdoc(7) without argument repeats.
  private var subject = ""
  private var keepsLines = false
  /// Whether a line break follows the next line, because it is a heading or a tag.
  private var endsLine = false
  /// The name of the macro that ends the definition being skipped; nil outside of definitions.
  private var definitionEnd: String?
  /// For each open `.ie`, the outermost first: whether its condition was true.
  private var taken: [Bool] = []
  /// The number of open braces in the branch being skipped.
  private var braces = 0
  private var table = Table.none
  private var separator: UInt8 = 0x09

  /// The text of the section NAME; if that is no title, the name and section of the page.
  ///
  /// In every language, the first section is NAME. In tutorials it may be long text that does not look like
  /// `ls - list files`; such text is no title.
  var title: String? {
    guard let name, let header else { return name ?? header }
    let words = name.split(separator: " ")
    let dash = words.firstIndex {
      "-–—".contains($0.first ?? " ") || "-–—".contains($0.last ?? " ")
    }
    let stop = words.firstIndex { $0.last == "." } ?? words.count
    return name.count <= 80 || (dash ?? words.count) < stop ? name : header
  }

  /// Gives the text to a sink that it has not received yet.
  mutating func flush(to sink: inout some DocumentSink) {
    endName()
    output.flush(to: &sink)
  }

  private mutating func endName() {
    if let nameStart { name = FieldValue.text(output.bytes.span.extracting(nameStart...)) }
    nameStart = nil
  }

  /// Reads a line of the source.
  mutating func add(_ line: Span<UInt8>) {
    let isControl = line.count > 0 && (line[0] == 0x2e || line[0] == 0x27)
    if let definitionEnd {
      let name = isControl ? RoffEscapes.name(in: line, at: 1) : 0..<0
      if line.extracting(name).string == definitionEnd { self.definitionEnd = nil }
    } else if braces > 0 {
      braces = max(0, braces + RoffEscapes.braces(in: line))
    } else if isControl {
      addControl(line)
    } else if table == .none {
      addText(line)
    } else {
      addTableLine(line)
    }
  }

  private mutating func addText(_ line: Span<UInt8>) {
    if line.isBlank { return output.breakParagraph() }
    beginLine(isIndented: line[0] == 0x20)
    output.append(escapes.text(of: line).span)
    endLine()
  }

  private mutating func addTableLine(_ line: Span<UInt8>) {
    let text = line.extracting(line.trimmedRange)
    if table == .format {
      let option = text.firstRange(of: "tab(" as StaticString)?.upperBound ?? text.count
      if option < text.count { separator = text[option] }
      if text.count > 0, text[text.count - 1] == 0x2e { table = .rows }
      return
    }
    if table == .block, !text.hasBytes("T}") { return addText(line) }
    var start = 0
    while start <= line.count {
      let end = line.firstIndex(of: separator, from: start) ?? line.count
      let cell = line.extracting(start..<end)
      output.separate()
      if !["_", "=", "\\_", "\\^", "T{", "T}"].contains(cell.string) {
        output.append(escapes.text(of: cell).span)
      }
      start = end + 1
    }
    escapes.joins = false
    table = text.count > 1 && text.hasBytes("T{", at: text.count - 2) ? .block : .rows
    if table == .rows { output.breakLine() }
  }

  private mutating func beginLine(isIndented: Bool = false) {
    if !escapes.joins { keepsLines || isIndented ? output.breakLine() : output.separate() }
    escapes.joins = false
  }

  private mutating func endLine() {
    if endsLine { output.breakLine() }
    endsLine = false
    if sections == 1, name == nil, nameStart == nil { nameStart = output.bytes.count }
  }

  /// Appends the arguments of a macro: as words, or joined to one word.
  private mutating func addWords(_ arguments: Span<UInt8>, isJoined: Bool = false) {
    if arguments.isBlank { return }
    beginLine()
    for word in words(of: arguments) {
      if !isJoined { output.separate() }
      output.append(word)
    }
    endLine()
  }

  /// Splits the arguments of a macro at blanks; a blank inside quotation marks does not split.
  private mutating func words(of arguments: Span<UInt8>) -> [String] {
    let text = escapes.text(of: arguments)
    var words: [String] = []
    var index = 0
    while words.count < Self.most {
      while index < text.count, text[index] <= 0x20, text[index] != RoffEscapes.blank { index += 1 }
      guard index < text.count else { break }
      let isQuoted = text[index] == 0x22
      if isQuoted { index += 1 }
      var word: [UInt8] = []
      while index < text.count {
        if isQuoted, text[index] == 0x22 {
          // Two quotation marks stand for one.
          guard index + 1 < text.count, text[index + 1] == 0x22 else { break }
          index += 1
        } else if !isQuoted, text[index] == 0x20 || text[index] == 0x09 {
          break
        }
        word.append(text[index])
        index += 1
      }
      words.append(String(decoding: word, as: UTF8.self))
      index += 1
    }
    return words
  }

  /// Handles a request or macro; its line begins with a control character, `.` or `'`.
  private mutating func addControl(_ line: Span<UInt8>, depth: Int = 0) {
    let nameRange = RoffEscapes.name(in: line, at: 1)
    let name = line.extracting(nameRange).string
    let arguments = line.extracting(nameRange.upperBound..<line.count)
    switch name {
    case "if", "ie", "el":
      addBranch(name, arguments.extracting(arguments.trimmedRange), depth: depth)
    case "de", "de1", "am", "am1", "ig":
      let words = words(of: arguments)
      definitionEnd = words.dropFirst(name == "ig" ? 0 : 1).first ?? "."
    case "ds": escapes.define(arguments)
    case "TS": (table, separator) = (.format, 0x09)
    case "T&": if table != .none { table = .format }
    case "nf", "EX", "Vb": keepsLines = true
    case "fi", "EE", "Ve":
      keepsLines = false
      output.breakLine()
    case "br", "ti", "ce", "in": output.breakLine()
    case "sp", "bp", "TE", "PP", "LP", "P", "RS", "RE", "TP", "TQ", "HP", "Sp", "YS", "Pp", "Lp",
      "Bl", "El", "Bd", "Ed", "Rs", "Re":
      output.breakParagraph()
      escapes.joins = false
      if name == "TE" { table = .none }
      if name == "TP" || name == "TQ" { endsLine = true }
    case "TH", "Dt": addHeader(words(of: arguments))
    case "Dd": date = W3CDate.loose(arguments) ?? EnglishDate.date(arguments)
    case "SH", "Sh", "SS", "Ss":
      if name == "SH" || name == "Sh" {
        endName()
        sections += 1
      }
      output.breakParagraph()
      (keepsLines, escapes.joins, endsLine) = (false, false, true)
      if name == "Ss" { addMdoc("", arguments) } else { addWords(arguments) }
    case "IP":
      output.breakParagraph()
      if let tag = words(of: arguments).first { output.append(tag) }
    case "BR", "IR", "RB", "RI", "BI", "IB": addWords(arguments, isJoined: true)
    case "B", "I", "SM", "SB", "R", "CW", "SY", "OP", "UR", "MT", "UE", "ME", "URL", "MTO":
      addWords(arguments)
    case "It", "D1", "Dl", "Fd":
      output.breakLine()
      (escapes.joins, endsLine) = (false, true)
      addMdoc("", arguments)
    default:
      if Self.callable.contains(name) || name.hasPrefix("%") { addMdoc(name, arguments) }
    }
  }

  /// Reads the branch of a condition if it is true on a terminal; other conditions count as false.
  private mutating func addBranch(_ request: String, _ text: Span<UInt8>, depth: Int) {
    var index = 0
    var isTrue = false
    if request == "el" {
      isTrue = !(taken.popLast() ?? true)
    } else {
      while index < text.count, text[index] > 0x20, !text.hasBytes("\\{", at: index) { index += 1 }
      isTrue = ["n", "!t", "\\n(.g", "\\n[.g]"].contains(text.extracting(0..<index).string)
      if request == "ie", taken.count < Self.most { taken.append(isTrue) }
    }
    if !isTrue { return braces = max(0, RoffEscapes.braces(in: text)) }
    if let brace = text.firstRange(of: "\\{" as StaticString) { index = brace.upperBound }
    let rest = text.extracting(index..<text.count)
    let branch = rest.extracting(rest.trimmedRange)
    if branch.hasBytes(".") || branch.hasBytes("'") {
      if depth < Self.deepest { addControl(branch, depth: depth + 1) }
    } else if branch.count > 1 {
      addText(branch)
    }
  }

  private mutating func addHeader(_ words: [String]) {
    guard let first = words.first else { return }
    let title = words.count > 1 ? "\(first)(\(words[1]))" : first
    header = FieldValue.text(Array(title.utf8).span)
    output.append(title)
    if words.count > 2 {
      let text = Array(words[2].utf8)
      date = W3CDate.loose(text.span) ?? EnglishDate.date(text.span) ?? date
    }
    for word in words.dropFirst(3) {
      output.separate()
      output.append(word)
    }
    output.breakParagraph()
  }

  /// Appends the arguments of an mdoc(7) macro; an argument may be the name of a macro, too.
  private mutating func addMdoc(_ name: String, _ arguments: Span<UInt8>) {
    var (macro, count) = ("", 0)
    let words = [name] + words(of: arguments)
    for (index, word) in words.enumerated() {
      let isClosing = word.utf8.count == 1 && ".,:;)]?!".contains(word)
      if index == 0 || Self.callable.contains(word) {
        (macro, count) = (word, 0)
        let isAlone = index + 1 == words.count || Self.callable.contains(words[index + 1])
        if macro == "Nm", isAlone { addWord(subject) }
        if let phrase = Self.phrases[macro] { addWord(phrase) }
        if macro == "Ns" || macro == "Ap" { escapes.joins = true }
      } else {
        let isSection = macro == "Xr" && count == 1 && !isClosing
        if isClosing || isSection { escapes.joins = true }
        // Remembers the first name on the page; a hostile long name is not worth repeating.
        if macro == "Nm", subject.isEmpty, word.utf8.count <= 256 { subject = word }
        addWord(isSection ? "(\(word))" : macro == "Fl" && !isClosing ? "-" + word : word)
        escapes.joins = word == "(" || macro == "Pf" && count == 0
        count += 1
      }
    }
    endLine()
  }

  private mutating func addWord(_ word: String) {
    if !escapes.joins { output.separate() }
    escapes.joins = false
    output.append(word)
  }

  /// The macros that may occur among the arguments of another macro.
  private static let callable: Set<String> = Set(
    """
    Ac Ad An Ao Ap Aq Ar At Bc Bo Bq Brc Bro Brq Bsx Bx Cd Cm Dc Do Dq Dv Dx Ec Em Eo Er Es Ev Fa \
    Fc Fl Fn Fo Fr Ft Fx Ic In Lb Li Lk Ms Mt Nd Nm No Ns Nx Oc Oo Op Ot Ox Pa Pc Pf Po Pq Qc Ql \
    Qo Qq Sc So Sq St Sx Sy Ta Tn Ux Va Vt Xc Xo Xr
    """.split(separator: " ").map(String.init))
  /// The words that some macros print.
  private static let phrases = [
    "At": "AT&T UNIX", "Bx": "BSD", "Dx": "DragonFly", "Fx": "FreeBSD", "Nx": "NetBSD",
    "Ox": "OpenBSD", "Ux": "UNIX", "Lb": "library", "Nd": "—",
  ]
}
