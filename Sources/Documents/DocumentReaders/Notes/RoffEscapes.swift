/// The text of a manual page, and of its section NAME apart.
struct RoffOutput {
  var text = TextBuffer()
  /// The text of the section NAME.
  private(set) var name = TextBuffer()
  /// Whether the text belongs to the section NAME.
  var isInName = false

  mutating func append(_ bytes: Span<UInt8>) {
    text.append(bytes)
    if isInName, name.bytes.count < FieldValue.longest { name.append(bytes) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    text.append(scalar)
    if isInName, name.bytes.count < FieldValue.longest { name.append(scalar) }
  }

  mutating func separate() {
    text.separate()
    if isInName { name.separate() }
  }

  mutating func breakLine() {
    text.breakLine()
    if isInName { name.separate() }
  }

  mutating func breakParagraph() {
    text.breakParagraph()
    if isInName { name.separate() }
  }
}

/// Resolves the escapes of roff.
///
/// Source: groff(7), "Escape Sequences".
struct RoffEscapes {
  /// Strings that contain strings are resolved to this depth.
  private static let deepest = 4
  /// A page that expands strings to more than this is an attack.
  private static let longestExpansion = 1 << 20
  /// Pages define some dozens of short strings.
  private static let mostStrings = 512
  private static let longestString = 256

  private var strings: [String: [UInt8]] = [
    "R": Array("®".utf8), "Tm": Array("™".utf8), "lq": Array("“".utf8), "rq": Array("”".utf8),
    "Lt": Array("<".utf8), "Gt": Array(">".utf8), "Am": Array("&".utf8), "Ba": Array("|".utf8),
    "Le": Array("≤".utf8), "Ge": Array("≥".utf8), "Ne": Array("≠".utf8), "Pm": Array("±".utf8),
    "If": Array("∞".utf8), "Pi": Array("π".utf8), "q": Array("\"".utf8), "Aq": Array("'".utf8),
  ]
  private var expanded = 0
  /// Whether the line ended with `\c`: the next line continues its word.
  var continuesLine = false

  /// Defines a string.
  mutating func define(_ name: String, as value: Span<UInt8>) {
    guard strings.count < Self.mostStrings, value.count <= Self.longestString else { return }
    strings[name] = value.copied()
  }

  /// Whether a string of this name is defined.
  func isDefined(_ name: String) -> Bool { strings[name] != nil }

  /// Adds text without its escapes.
  mutating func append(_ line: Span<UInt8>, to output: inout RoffOutput, depth: Int = 0) {
    var (start, index) = (0, 0)
    while index < line.count {
      guard line[index] == 0x5c else {
        index += 1
        continue
      }
      output.append(line.extracting(start..<index))
      index = appendEscape(line, at: index + 1, to: &output, depth: depth)
      start = index
    }
    output.append(line.extracting(start..<line.count))
  }

  /// Handles the escape whose backslash precedes an offset, and returns the offset of its end.
  private mutating func appendEscape(
    _ line: Span<UInt8>, at start: Int, to output: inout RoffOutput, depth: Int
  ) -> Int {
    guard start < line.count else {
      // A backslash at the end of a line continues it.
      continuesLine = true
      return start
    }
    let letter = line[start]
    let next = start + 1
    switch letter {
    case 0x22, 0x23: return line.count  // \" \#
    case 0x65, 0x5c, 0x45: output.append("\\")  // \e \\ \E
    case 0x2d: output.append("-")
    case 0x27: output.append("'")
    case 0x60: output.append("`")
    case 0x20, 0x7e, 0x30, 0x74, 0x70: output.separate()  // blanks, \t, \p
    case 0x63: continuesLine = true  // \c
    case 0x28, 0x5b, 0x43:  // \( \[ \C
      let (name, end) =
        letter == 0x28 || letter == 0x5b
        ? argument(line, at: start) : quoted(line, at: next)
      if let scalar = RoffCharacters.scalar(named: line.extracting(name)) { output.append(scalar) }
      return end
    case 0x2a:  // \*
      let (name, end) = argument(line, at: next)
      expand(line.extracting(name).string, to: &output, depth: depth)
      return end
    case 0x4e:  // \N
      let (name, end) = quoted(line, at: next)
      let digits = line.extracting(name)
      if let scalar = RoffCharacters.scalar(digits: digits, from: 0, radix: 10) {
        output.append(scalar)
      }
      return end
    case 0x66, 0x46, 0x6d, 0x4d, 0x6e, 0x67, 0x6b, 0x59, 0x56, 0x24, 0x4f:  // \f \m \n \k …
      var name = next
      let hasSign =
        letter == 0x6e && name < line.count && (line[name] == 0x2b || line[name] == 0x2d)
      if hasSign { name += 1 }
      return argument(line, at: name).end
    case 0x73: return endOfSize(line, at: next)  // \s
    case 0x68, 0x76, 0x77, 0x6c, 0x4c, 0x62, 0x44, 0x78, 0x58, 0x52, 0x53, 0x48, 0x42, 0x41, 0x5a:
      return quoted(line, at: next).end  // \h \v \w …
    case 0x6f:  // \o: the first of the characters that are printed over each other
      let (characters, end) = quoted(line, at: next)
      if let first = line.extracting(characters).string.unicodeScalars.first {
        output.append(first)
      }
      return end
    case 0x2e, 0x3f: output.append(Unicode.Scalar(letter))
    case 0x80...: return start  // a character that needs no escape
    default: break  // \& \| \^ \/ \, \% \: \) \z \a \d \u \r \{ \} and unknown escapes
    }
    return next
  }

  private mutating func expand(_ name: String, to output: inout RoffOutput, depth: Int) {
    guard let value = strings[name], depth < Self.deepest, expanded < Self.longestExpansion else {
      return
    }
    expanded += value.count + 1
    append(value.span, to: &output, depth: depth + 1)
  }

  /// The argument of an escape: `x`, `(xx` or `[xxx]`.
  private func argument(_ line: Span<UInt8>, at start: Int) -> (name: Range<Int>, end: Int) {
    guard start < line.count else { return (start..<start, start) }
    switch line[start] {
    case 0x28:
      let end = min(start + 3, line.count)
      return (start + 1..<end, endOfCharacter(line, end))
    case 0x5b:
      var end = start + 1
      while end < line.count, line[end] != 0x5d { end += 1 }
      return (start + 1..<end, min(end + 1, line.count))
    default:
      let end = endOfCharacter(line, start + 1)
      return (start..<end, end)
    }
  }

  /// The argument of an escape between two equal delimiters.
  private func quoted(_ line: Span<UInt8>, at start: Int) -> (content: Range<Int>, end: Int) {
    guard start < line.count, line[start] < 0x80 else { return (start..<start, start) }
    let delimiter = line[start]
    var end = start + 1
    while end < line.count, line[end] != delimiter { end += 1 }
    return (start + 1..<end, min(end + 1, line.count))
  }

  /// The end of the argument of `\s`: `0`, `-1`, `+(12`, `[12]`, `'+2'`.
  private func endOfSize(_ line: Span<UInt8>, at start: Int) -> Int {
    var index = start
    if index < line.count, line[index] == 0x2b || line[index] == 0x2d { index += 1 }
    guard index < line.count else { return index }
    if line[index] == 0x27 { return quoted(line, at: index).end }
    let isTwoDigits =
      index == start && (0x31...0x33).contains(line[index]) && index + 1 < line.count
      && line[index + 1].isDigit
    return isTwoDigits ? index + 2 : argument(line, at: index).end
  }

  private func endOfCharacter(_ line: Span<UInt8>, _ start: Int) -> Int {
    var end = start
    while end < line.count, line[end] & 0xc0 == 0x80 { end += 1 }
    return end
  }
}
