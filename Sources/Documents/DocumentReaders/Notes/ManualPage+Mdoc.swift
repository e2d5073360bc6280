/// The state of the macros of mdoc(7).
struct MdocState {
  /// A longer name is not repeated: one line can name it a thousand times.
  static let longestName = 256

  /// The name of the page's subject, which `Nm` without arguments repeats.
  var name: [UInt8] = []
  /// Whether the next word follows without a blank.
  var joinsNext = false
}

extension ManualPage {
  /// Handles a macro of mdoc(7).
  mutating func addMdoc(_ name: String, _ arguments: Span<UInt8>) {
    let words = split(arguments)
    switch name {
    case "Dd":
      date = FieldValue.date(arguments) ?? MdocDate.date(arguments)
    case "Dt":
      addMdocHeader(arguments, words)
    case "Os", "Bk", "Ek", "Sm": break
    case "Sh": beginSection(arguments)
    case "Ss", "Pp", "Lp", "Bl", "Bd", "El", "Ed", "Rs", "Re":
      output.breakParagraph()
      mdoc.joinsNext = false
      if name == "Ss" {
        beginMdocLine()
        addMdocWords(arguments, words[...])
        output.breakLine()
      }
    case "It", "D1", "Dl", "Fd":
      output.breakLine()
      mdoc.joinsNext = false
      beginMdocLine()
      addMdocWords(arguments, words[...])
      output.breakLine()
    case "Ex", "Rv":
      addMdocPhrase(name)
    default:
      if name.utf8.first == 0x25 {  // %A and the like
        beginMdocLine()
        addMdocWords(arguments, words[...])
        return
      }
      guard MdocMacro.callable.contains(name) else { return addUnknown(name, arguments) }
      let isJoined = MdocMacro.closings[name] != nil || name == "Ns" || name == "Ap"
      if !isJoined { beginMdocLine() }
      addMdocWords(arguments, words[...], macro: name)
      finishLine()
    }
  }

  private mutating func addMdocHeader(_ arguments: Span<UInt8>, _ words: [Range<Int>]) {
    guard let first = words.first else { return }
    escapes.append(arguments.extracting(first), to: &output)
    if words.count > 1 {
      output.append("(")
      escapes.append(arguments.extracting(words[1]), to: &output)
      output.append(")")
    }
    header = FieldValue.text(output.text.bytes.span)
    output.breakParagraph()
  }

  private mutating func addMdocPhrase(_ name: String) {
    output.separate()
    if name == "Rv" {
      add("Upon successful completion, the value 0 is returned; otherwise the value -1 is returned")
      add(" and the global variable errno is set to indicate the error.")
    } else {
      add("The ")
      let name = mdoc.name
      output.append(name.span)
      add(" utility exits 0 on success, and >0 if an error occurs.")
    }
  }

  private mutating func add(_ text: String) {
    output.append(Array(text.utf8).span)
  }

  /// Adds words, of which some are macros themselves.
  private mutating func addMdocWords(
    _ arguments: Span<UInt8>, _ words: ArraySlice<Range<Int>>, macro: String? = nil
  ) {
    var body = words
    while let last = body.last, isClosing(arguments.extracting(last)) { body.removeLast() }
    var state = MdocLine()
    if let macro { open(macro, &state, hasArguments: !body.isEmpty) }
    for range in body {
      let word = arguments.extracting(range)
      if range.count <= 3, MdocMacro.callable.contains(word.string) {
        finishMacro(&state)
        open(word.string, &state, hasArguments: range != body.last)
      } else {
        addMdocWord(word, &state)
      }
    }
    finishMacro(&state)
    for closer in state.closers.reversed() { appendJoined(closer) }
    for range in words[body.endIndex...] { appendJoined(arguments.extracting(range).string) }
  }

  private mutating func open(_ macro: String, _ state: inout MdocLine, hasArguments: Bool) {
    state.macro = macro
    state.words = 0
    if let (opening, closing) = MdocMacro.enclosures[macro] {
      beginMdocWord()
      add(opening)
      mdoc.joinsNext = true
      if state.closers.count < 64 { state.closers.append(closing) }
    } else if let opening = MdocMacro.openings[macro] {
      beginMdocWord()
      add(opening)
      mdoc.joinsNext = true
    } else if let closing = MdocMacro.closings[macro] {
      appendJoined(closing)
    } else if macro == "Ns" {
      mdoc.joinsNext = true
    } else if macro == "Ap" {
      appendJoined("'")
      mdoc.joinsNext = true
    } else if let phrase = MdocMacro.phrases[macro] {
      beginMdocWord()
      add(phrase)
    } else if macro == "Nd" {
      beginMdocWord()
      add("—")
    } else if macro == "Ta" {
      output.separate()
      mdoc.joinsNext = false
    }
  }

  private mutating func addMdocWord(_ word: Span<UInt8>, _ state: inout MdocLine) {
    if isClosing(word) {
      finishMacro(&state)
      return appendJoined(word.string)
    }
    let isSecond = state.words == 1
    if state.macro == "Xr", isSecond { appendJoined("(") }
    if state.macro == "Fn", state.words > 0 { appendJoined(isSecond ? "(" : ", ") }
    if isSecond && state.macro == "Fn" || state.macro == "Xr" && isSecond { mdoc.joinsNext = true }
    beginMdocWord()
    if state.macro == "Fl" { add("-") }
    if state.macro == "In" { add("<") }
    escapes.append(word, to: &output)
    if state.macro == "Xr", isSecond { add(")") }
    if state.macro == "In" { add(">") }
    let isName = state.macro == "Nm" && mdoc.name.isEmpty && state.words == 0
    if isName, word.count <= MdocState.longestName { mdoc.name = word.copied() }
    let isOpening = word.count == 1 && (word[0] == 0x28 || word[0] == 0x5b)
    if isOpening || state.macro == "Pf" && state.words == 0 { mdoc.joinsNext = true }
    if state.macro == "Fo", state.words == 0 {
      add("(")
      mdoc.joinsNext = true
    }
    state.words += 1
  }

  /// Adds the text of a macro without arguments.
  private mutating func finishMacro(_ state: inout MdocLine) {
    defer { state.macro = nil }
    if state.macro == "Fn", state.words > 0 { appendJoined(state.words == 1 ? "()" : ")") }
    guard state.words == 0 else { return }
    switch state.macro {
    case "Nm":
      beginMdocWord()
      let name = mdoc.name
      escapes.append(name.span, to: &output)
    case "Ar":
      beginMdocWord()
      add("file ...")
    case "Pa":
      beginMdocWord()
      add("~")
    case "Fl":
      beginMdocWord()
      add("-")
      mdoc.joinsNext = true
    default: break
    }
  }

  /// A line that ended with `\c` or `Ns` continues without a blank.
  private mutating func beginMdocLine() {
    if escapes.continuesLine {
      (mdoc.joinsNext, escapes.continuesLine) = (true, false)
    } else if !mdoc.joinsNext {
      beginWord()
    }
  }

  private mutating func beginMdocWord() {
    if mdoc.joinsNext || escapes.continuesLine {
      (mdoc.joinsNext, escapes.continuesLine) = (false, false)
    } else {
      output.separate()
    }
  }

  private mutating func appendJoined(_ text: String) {
    mdoc.joinsNext = false
    add(text)
  }

  private func isClosing(_ word: Span<UInt8>) -> Bool {
    guard word.count == 1 else { return false }
    switch word[0] {
    case 0x2e, 0x2c, 0x3a, 0x3b, 0x29, 0x5d, 0x3f, 0x21: return true
    default: return false
    }
  }
}

/// The state of the macros of one line.
private struct MdocLine {
  var macro: String?
  /// How many words the macro has so far.
  var words = 0
  /// The texts to add at the end of the line.
  var closers: [String] = []
}
