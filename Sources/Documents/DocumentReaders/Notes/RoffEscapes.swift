/// Resolves the escapes of roff.
///
/// Source: groff(7), "Escape Sequences".
struct RoffEscapes {
  /// A byte for a blank that does not separate words.
  static let blank: UInt8 = 0x1f
  /// Strings print at most this number of bytes; a page that wants more is an attack.
  private static let longestExpansion = 1 << 20
  private static let (mostStrings, longestString) = (512, 256)

  /// The strings that the page has defined, by name, with escapes resolved.
  private var strings = ["lq": Array("“".utf8), "rq": Array("”".utf8), "Aq": [0x27]]
  private var expanded = 0
  /// Whether the next word follows without a blank, as after the escape `\c`.
  var joins = false

  /// Defines a string; the arguments are its name, a blank, and its value.
  mutating func define(_ arguments: Span<UInt8>) {
    let name = Self.name(in: arguments, at: 0)
    let rest = arguments.extracting(name.upperBound..<arguments.count)
    var value = rest.extracting(rest.trimmedRange)
    if value.hasBytes("\"") { value = value.extracting(1..<value.count) }
    guard strings.count < Self.mostStrings, value.count <= Self.longestString else { return }
    strings[arguments.extracting(name).string] = Array(text(of: value).prefix(Self.longestString))
  }

  /// Returns a line with its escapes resolved.
  mutating func text(of line: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var index = 0
    while index < line.count {
      let byte = line[index]
      index += 1
      if byte == 0x5c { addEscape(of: line, at: &index, to: &text) } else { text.append(byte) }
    }
    return text
  }

  /// Appends the text of an escape and moves `index` to its end; the backslash is just before `index`.
  private mutating func addEscape(
    of line: Span<UInt8>, at index: inout Int, to text: inout [UInt8]
  ) {
    // A backslash at the end of a line joins the next line.
    guard index < line.count else { return joins = true }
    let letter = line[index]
    index += 1
    switch letter {
    case 0x22, 0x23: index = line.count  // \" \#
    case 0x65, 0x5c, 0x45: text.append(0x5c)  // \e \\ \E
    case 0x2d, 0x27, 0x60, 0x2e: text.append(letter)  // \- \' \` \.
    case 0x20, 0x7e, 0x30, 0x74, 0x70: text.append(Self.blank)  // blanks, \t, \p
    case 0x63: joins = true  // \c
    case 0x28, 0x5b:  // \( \[
      index -= 1
      let name = Self.argument(of: line, at: &index)
      if let scalar = RoffCharacters.scalar(named: name) { text += Array(String(scalar).utf8) }
    case 0x2a:  // \*
      let value = strings[Self.argument(of: line, at: &index)] ?? []
      expanded += value.count
      if expanded < Self.longestExpansion { text += value }
    case 0x66, 0x46, 0x6d, 0x4d, 0x6e, 0x67, 0x6b, 0x59, 0x56, 0x24, 0x4f, 0x73:  // \f \n \s …
      let isSigned = index < line.count && (line[index] == 0x2b || line[index] == 0x2d)
      if isSigned { index += 1 }
      if letter == 0x73, line.hasBytes("'", at: index) { return Self.skipQuoted(line, &index) }
      let isSize = letter == 0x73 && !isSigned && index + 1 < line.count
      if isSize, 0x31...0x33 ~= line[index], line[index + 1].isDigit { index += 1 }
      _ = Self.argument(of: line, at: &index)
    case 0x68, 0x76, 0x77, 0x6c, 0x4c, 0x62, 0x44, 0x78, 0x58, 0x52, 0x53, 0x48, 0x42, 0x41, 0x5a,
      0x43, 0x4e, 0x6f:
      Self.skipQuoted(line, &index)  // \h \v \w …
    case 0x80...: text.append(letter)  // a character that needs no escape
    default: break  // \& \| \^ \/ \, \% \: \) \z \a \d \u \r \{ \} and unknown escapes
    }
  }

  /// Returns the argument of an escape, in the form `x`, `(xx` or `[xxx]`, and moves `index` to its end.
  private static func argument(of line: Span<UInt8>, at index: inout Int) -> String {
    guard index < line.count else { return "" }
    let start = index
    if line[start] == 0x5b {
      let end = line.firstIndex(of: 0x5d, from: start) ?? line.count
      index = min(end + 1, line.count)
      return line.extracting(start + 1..<end).string
    }
    index = min(line[start] == 0x28 ? start + 3 : start + 1, line.count)
    while index < line.count, line[index] & 0xc0 == 0x80 { index += 1 }
    return line.extracting((line[start] == 0x28 ? start + 1 : start)..<index).string
  }

  /// Skips an argument between two delimiters, which are the same character.
  private static func skipQuoted(_ line: Span<UInt8>, _ index: inout Int) {
    guard index < line.count, line[index] < 0x80 else { return }
    let end = line.firstIndex(of: line[index], from: index + 1) ?? line.count
    index = min(end + 1, line.count)
  }

  /// Returns the range of a request's name: the text before a blank or an escape, at most 64 bytes.
  static func name(in line: Span<UInt8>, at offset: Int) -> Range<Int> {
    var start = offset
    while start < line.count, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    var end = start
    while end < line.count, end - start < 64, line[end] > 0x20, line[end] != 0x5c { end += 1 }
    while end < line.count, end > start, line[end] & 0xc0 == 0x80 { end -= 1 }
    return start..<end
  }

  /// Returns the number of opening braces, less the number of closing braces.
  static func braces(in line: Span<UInt8>) -> Int {
    var count = 0
    for index in line.indices.dropLast() where line[index] == 0x5c {
      if line[index + 1] == 0x7b { count += 1 }
      if line[index + 1] == 0x7d { count -= 1 }
    }
    return count
  }
}

/// The named characters of roff that manual pages use, without mathematical signs.
///
/// Source: the manual page groff_char(7).
enum RoffCharacters {
  /// Returns the character of `\(xx` or `\[name]`; nil for an unknown name.
  static func scalar(named name: String) -> Unicode.Scalar? {
    if let scalar = table[name] { return scalar }
    guard name.utf8.count > 4, name.hasPrefix("u") else { return nil }
    return UInt32(name.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init)
  }

  private static let table: [String: Unicode.Scalar] = {
    let words = names.split { $0 == " " || $0 == "\n" }
    var table: [String: Unicode.Scalar] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      table[String(words[index])] = words[index + 1].unicodeScalars.first
    }
    return table
  }()

  private static let names = """
    em — en – hy ‐ bu • ci ○ lq “ rq ” oq ‘ cq ’ aq ' dq " Bq „ bq ‚ Fo « Fc » ga ` ti ~ ha ^ rs \\
    ul _ sl / ba | br │ bv │ at @ sh # Do $ eu € Po £ sc § co © rg ® tm ™ de ° mu × mc µ +- ± mi −
    pl + eq = <= ≤ >= ≥ != ≠ -> → <- ← if ∞ sr √ 12 ½ lB [ rB ] la ⟨ ra ⟩ .i ı
    ss ß AE Æ ae æ OE Œ oe œ -D Ð Sd ð TP Þ Tp þ /L Ł /l ł /O Ø /o ø oA Å oa å ,C Ç ,c ç
    'A Á 'C Ć 'E É 'I Í 'O Ó 'U Ú 'Y Ý 'a á 'c ć 'e é 'i í 'o ó 'u ú 'y ý
    :A Ä :E Ë :I Ï :O Ö :U Ü :Y Ÿ :a ä :e ë :i ï :o ö :u ü :y ÿ
    ^A Â ^E Ê ^I Î ^O Ô ^U Û ^a â ^e ê ^i î ^o ô ^u û `A À `E È `I Ì `O Ò `U Ù
    `a à `e è `i ì `o ò `u ù ~A Ã ~N Ñ ~O Õ ~a ã ~n ñ ~o õ vS Š vs š vZ Ž vz ž
    *A Α *B Β *G Γ *D Δ *E Ε *Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ
    *T Τ *U Υ *F Φ *X Χ *Q Ψ *W Ω *a α *b β *g γ *d δ *e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ
    *n ν *c ξ *o ο *p π *r ρ *s σ *t τ *u υ *f ϕ *x χ *q ψ *w ω
    """
}
