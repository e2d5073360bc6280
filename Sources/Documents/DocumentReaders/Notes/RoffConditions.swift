/// Skips definitions and the branches of conditions that do not apply.
///
/// Source: groff(7), "Conditionals", for output to a terminal.
struct RoffConditions {
  /// Open `.ie` requests; deeper nesting is not followed.
  private static let deepest = 64
  /// More macros than any page defines.
  private static let mostMacros = 512

  private var openElse: [Bool] = []
  /// How many braces are open in a branch that is skipped.
  private var skipped = 0
  /// The name that ends a definition, and the macro that it defines.
  private var definition: (end: String, macro: String)?
  /// Macros of the page that print their arguments.
  private var printing: Set<String> = []

  /// Whether a macro was defined by the page and prints its arguments.
  func prints(_ macro: String) -> Bool { printing.contains(macro) }

  /// Begins to skip the definition of a macro.
  mutating func beginDefinition(_ macro: String, end: String) {
    definition = (end.isEmpty ? "." : end, macro)
  }

  /// Whether a line is part of a definition or of a branch that does not apply.
  mutating func skips(_ line: Span<UInt8>) -> Bool {
    if let (end, macro) = definition {
      let isEnd =
        line.count > 1 && line[0] == 0x2e
        && line.extracting(1..<line.count).trimmedName == end
      if isEnd { definition = nil }
      let hasArguments =
        line.firstRange(of: "\\$" as StaticString) != nil && !line.hasBytes(".ds")
        && !line.hasBytes(".nr") && !line.hasBytes(".if") && !line.hasBytes(".tm")
      if hasArguments, printing.count < Self.mostMacros { printing.insert(macro) }
      return true
    }
    guard skipped > 0 else { return false }
    skipped = max(0, skipped + braces(line))
    return true
  }

  /// Evaluates a condition.
  ///
  /// The result is the offset of the branch in the arguments; it is nil if the branch does not
  /// apply.
  mutating func rest(
    of arguments: Span<UInt8>, request: String, isDefined: (String) -> Bool
  ) -> Int? {
    var index = 0
    var isTrue: Bool
    if request == "el" {
      isTrue = !(openElse.popLast() ?? true)
    } else {
      isTrue = evaluate(arguments, &index, isDefined)
      if request == "ie", openElse.count < Self.deepest { openElse.append(isTrue) }
    }
    while index < arguments.count, arguments[index] <= 0x20 { index += 1 }
    if !isTrue {
      skipped = max(0, braces(arguments.extracting(index..<arguments.count)))
      return nil
    }
    if arguments.hasBytes("\\{", at: index) {
      index += 2
      while index < arguments.count, arguments[index] <= 0x20 { index += 1 }
    }
    return index
  }

  private func evaluate(
    _ text: Span<UInt8>, _ index: inout Int, _ isDefined: (String) -> Bool
  ) -> Bool {
    var isNegated = false
    while index < text.count, text[index] == 0x21 {
      isNegated.toggle()
      index += 1
    }
    guard index < text.count else { return false }
    let letter = text[index]
    var isTrue = false
    if letter == 0x27 || letter == 0x22 {
      let first = text.firstIndex(of: letter, from: index + 1) ?? text.count
      let second = text.firstIndex(of: letter, from: first + 1) ?? text.count
      if second < text.count {
        isTrue =
          text.extracting(index + 1..<first).string == text.extracting(first + 1..<second).string
      }
      index = min(second + 1, text.count)
      return isTrue != isNegated
    }
    if letter == 0x64 || letter == 0x72 {  // d, r
      index += 1
      while index < text.count, text[index] <= 0x20 { index += 1 }
    }
    let start = index
    while index < text.count, text[index] > 0x20, !text.hasBytes("\\{", at: index) { index += 1 }
    let word = text.extracting(start..<index)
    switch letter {
    case 0x64: isTrue = isDefined(word.string)
    case 0x6e, 0x6f, 0x63: isTrue = true  // n, o, c
    case 0x30...0x39: isTrue = letter != 0x30
    default: isTrue = word.hasBytes("\\n(.g") || word.hasBytes("\\n[.g]")
    }
    return isTrue != isNegated
  }

  /// The number of braces that open, less the number of braces that close.
  private func braces(_ line: Span<UInt8>) -> Int {
    var (count, index) = (0, 0)
    while index + 1 < line.count {
      if line[index] == 0x5c {
        if line[index + 1] == 0x7b { count += 1 }
        if line[index + 1] == 0x7d { count -= 1 }
        index += 1
      }
      index += 1
    }
    return count
  }
}

extension Span<UInt8> {
  /// The name of a request: the text before a blank or an escape, after blanks.
  var trimmedName: String { extracting(nameRange).string }

  /// The range of ``trimmedName``; of a longer name the first 64 bytes at most, in whole characters.
  var nameRange: Range<Int> {
    var start = 0
    while start < count, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    var end = start
    while end < count, end - start < 64, self[end] > 0x20, self[end] != 0x5c { end += 1 }
    while end < count, end > start, self[end] & 0xc0 == 0x80 { end -= 1 }
    return start..<end
  }
}
