/// Features of one line that indicate its kind.
struct LineFeatures {
  /// The number of runs of characters that are no white space.
  private(set) var words = 0
  /// The number of characters that are no white space.
  private(set) var characters = 0
  /// The characters that are neither letters nor digits nor usual in sentences.
  private(set) var symbols = 0
  /// The marks that separate the items of a navigation bar.
  private(set) var separators = 0
  /// The links of Markdown or wikis.
  private(set) var links = 0
  /// Whether it has a row of dots between a title and a page number.
  private(set) var hasLeader = false
  /// Whether it ends with a digit.
  private(set) var endsWithNumber = false
  /// Whether it begins with a number such as 1.2.3.
  private(set) var beginsWithNumber = false
  /// Whether it contains the end of a sentence, or ends with one.
  private(set) var hasSentenceEnd = false
  /// Whether it includes another source file.
  private(set) var isInclude = false

  private static let includes = [
    "#include", "#import", "import ", "from ", "using ", "use ", "require", "@import", "package ",
    "#pragma", "extern crate", "internal import ", "public import ", "const ", "load(",
  ].map { Array($0.utf8) }

  /// Examines one line.
  init(_ text: Span<UInt8>, _ line: Range<Int>) {
    let line = text.trimmingSpace(line)
    guard !line.isEmpty else { return }
    var offset = line.lowerBound
    var dots = 0
    var isInWord = false
    var last: Unicode.Scalar = " "
    while offset < line.upperBound {
      // Most characters are such letters.
      if text[offset].isLetterOrDigit {
        if !isInWord { words += 1 }
        (isInWord, dots, last) = (true, 0, Unicode.Scalar(text[offset]))
        characters += 1
        offset += 1
        continue
      }
      let (scalar, length) = text.lenientScalar(at: offset)
      if text.spaceLength(at: offset) > 0 {
        isInWord = false
        if last == "." || last == "!" || last == "?" { hasSentenceEnd = true }
      } else {
        if !isInWord { words += 1 }
        // A run of Han or kana has no spaces; count two characters as a word.
        isInWord = true
        characters += 1
        if scalar.isIdeograph, characters % 2 == 0 { words += 1 }
        // Dots of a leader can have spaces between them.
        dots = scalar == "." || scalar == "·" || scalar == "…" ? dots + (scalar == "…" ? 2 : 1) : 0
        if dots >= 4 { hasLeader = true }
        read(scalar, after: last)
      }
      if scalar.endsSentence { hasSentenceEnd = true }
      last = scalar
      offset += length
    }
    if last == "." || last == "!" || last == "?" || last == ":" { hasSentenceEnd = true }
    endsWithNumber = ("0"..."9").contains(last)
    let first = text[line.lowerBound]
    beginsWithNumber = (0x30...0x39).contains(first)
    let head = text.lowercaseBytes(in: line.prefix(20))
    isInclude =
      !(hasSentenceEnd && words > 6) && Self.includes.contains { head.starts(with: $0) }
  }

  private mutating func read(_ scalar: Unicode.Scalar, after last: Unicode.Scalar) {
    switch scalar {
    case "|", "»", "›", "•", "·", "→", "｜", "«", "‹": separators += 1
    case "(" where last == "]": links += 1
    case "[" where last == "[": links += 1
    case "{", "}", "<", ">", "=", "#", "@", "\\", "^", "~", "$", "%", "&", "+", "_", "/":
      symbols += 1
    default: break
    }
    if scalar == "|" || scalar == "=" { symbols += 1 }
  }

  /// Whether it is a line of a table of contents.
  var isContents: Bool {
    hasLeader || beginsWithNumber && endsWithNumber && words >= 3 && words <= 14 && !hasSentence
  }

  /// Whether it consists of links to other pages.
  var isNavigation: Bool {
    separators >= 3 && words <= 5 * (separators + 1) || links >= 3
      || links >= 2 && words <= 4 * links
  }

  /// Whether it is as short as a heading and has no sentence.
  var isTitle: Bool { (1...8).contains(words) && !hasSentenceEnd }

  /// Whether most of it is code, data or a path.
  var isData: Bool { symbols * 6 > characters || words > 0 && characters > 40 * words }

  private var hasSentence: Bool { hasSentenceEnd && words > 6 && !beginsWithNumber }
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  fileprivate var isLetterOrDigit: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }
}
