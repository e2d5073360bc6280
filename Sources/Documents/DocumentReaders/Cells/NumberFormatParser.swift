/// Reads the code of a number format.
struct NumberFormatParser {
  typealias Token = NumberSection.Token
  typealias Field = NumberSection.DateField

  private var rest: ArraySlice<Unicode.Scalar>
  private var section = NumberSection()
  private var tokens: [Token] = []

  init(_ code: ArraySlice<Unicode.Scalar>) { rest = code }

  /// Returns the sections of the code; at most four, as in a valid code.
  mutating func sections() -> [NumberSection] {
    var sections: [NumberSection] = []
    var isOpen = !rest.isEmpty
    while isOpen, sections.count < 4 {
      (section, tokens) = (NumberSection(index: sections.count), [])
      isOpen = false
      while let scalar = rest.popFirst() {
        if scalar == ";" {
          isOpen = true
          break
        }
        read(scalar)
      }
      findMinutes()
      section.complete(tokens)
      sections.append(section)
    }
    return sections
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"":
      let end = rest.firstIndex(of: "\"") ?? rest.endIndex
      add(literal: rest[..<end])
      rest = rest[end...].dropFirst()
    case "\\": add(literal: takePrefix(1))
    // A blank with the width of the next character.
    case "_":
      _ = rest.popFirst()
      tokens.append(.literal(" "))
    // Repeats the next character to fill the column.
    case "*": _ = rest.popFirst()
    case "[":
      let end = rest.firstIndex(of: "]") ?? rest.endIndex
      let inside = text(rest[..<end])
      rest = rest[end...].dropFirst()
      readBrackets(inside)
    case "0", "#", "?": tokens.append(.digit(UInt8(ascii: scalar)))
    case ".": readPoint()
    case ",": tokens.append(.comma)
    case "%": tokens.append(.percent)
    case "/": readSlash()
    case "@":
      tokens.append(.general)
      section.isOfTexts = true
    default: if !readLetters(scalar) { add(literal: [scalar]) }
    }
  }

  private mutating func add(literal scalars: ArraySlice<Unicode.Scalar>) {
    if !scalars.isEmpty { tokens.append(.literal(text(scalars))) }
  }

  private mutating func takePrefix(_ count: Int) -> ArraySlice<Unicode.Scalar> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  private mutating func readPoint() {
    switch lastField {
    case .second, .elapsedSeconds:
      let places = rest.prefix { $0 == "0" }.count
      if places > 0 {
        _ = takePrefix(places)
        return tokens.append(.date(.secondFraction(min(places, 3))))
      }
    default: break
    }
    tokens.append(lastField == nil ? .point : .literal("."))
  }

  /// Reads the line of a fraction; in a date, it is only a sign.
  private mutating func readSlash() {
    guard case .digit = tokens.last else { return tokens.append(.literal("/")) }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let first = digits.first, first != "0" else {
      return tokens.append(.fraction(denominator: nil))
    }
    _ = takePrefix(digits.count)
    tokens.append(.fraction(denominator: Int(text(digits.prefix(6)))))
  }

  /// Reads the letters of a date, an exponent, or the name of the general format.
  ///
  /// - Returns: false if the letter is only text.
  private mutating func readLetters(_ scalar: Unicode.Scalar) -> Bool {
    let letter = scalar.properties.lowercaseMapping
    for name in ["general", "standard", "g/通用格式"] where hasPrefix(name, after: letter) {
      _ = takePrefix(name.unicodeScalars.count - 1)
      tokens.append(.general)
      return true
    }
    for (mark, isShort) in [("am/pm", false), ("a/p", true)] where hasPrefix(mark, after: letter) {
      _ = takePrefix(mark.utf8.count - 1)
      tokens.append(.date(.half(isShort: isShort)))
      return true
    }
    if letter == "e", let sign = rest.first, sign == "+" || sign == "-" {
      _ = rest.popFirst()
      tokens.append(.exponent(showsPlus: sign == "+"))
      return true
    }
    let more = rest.prefix { $0.properties.lowercaseMapping == letter }.count
    guard let fields = Self.fields(letter, more + 1) else { return false }
    _ = takePrefix(more)
    tokens += fields.map { .date($0) }
    return true
  }

  private func hasPrefix(_ name: String, after letter: String) -> Bool {
    let found = letter + text(rest.prefix(name.unicodeScalars.count - 1)).lowercased()
    return found == name
  }

  /// Returns the fields with a letter; nil if it is only text.
  private static func fields(_ letter: String, _ width: Int) -> [Field]? {
    switch letter {
    case "y": [.year(width)]
    case "e": [.year(4)]
    case "b": [.buddhistYear(width)]
    case "m": [.month(width)]
    case "d": [width < 3 ? .day(width) : .weekday(width)]
    // Days of the week in formats of Eastern Asia.
    case "a" where width >= 3: [.weekday(width)]
    case "h": [.hour(width)]
    case "s": [.second(width)]
    // The era of Japan is left out.
    case "g": []
    default: nil
    }
  }

  /// Reads a color, a condition, a currency with a language, or a number of hours that may exceed 24.
  private mutating func readBrackets(_ text: String) {
    let lower = text.lowercased()
    if let first = lower.first, "hms".contains(first), lower.allSatisfy({ $0 == first }) {
      let fields: [Character: Field] = [
        "h": .elapsedHours(lower.count), "m": .elapsedMinutes(lower.count),
        "s": .elapsedSeconds(lower.count),
      ]
      if let field = fields[first] { tokens.append(.date(field)) }
    } else if lower.hasPrefix("$") {
      let parts = text.dropFirst().split(
        separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      if let currency = parts.first, !currency.isEmpty {
        tokens.append(.literal(String(currency)))
      }
      if parts.count > 1 { readLanguage(parts[1].lowercased()) }
    } else {
      let sign = text.prefix { "<>=".contains($0) }
      if let comparison = NumberSection.Condition.Comparison(rawValue: String(sign)),
        let value = Double(text.dropFirst(sign.count))
      {
        section.condition = .init(comparison: comparison, value: value)
      }
    }
  }

  /// Reads a language; two codes mean the long date and the time that the user of the system prefers.
  private mutating func readLanguage(_ code: String) {
    switch code {
    case "f800":
      rest = (Array("dddd, mmmm d, yyyy".unicodeScalars) + rest.drop { $0 != ";" })[...]
    case "f400":
      rest = (Array("h:mm:ss AM/PM".unicodeScalars) + rest.drop { $0 != ";" })[...]
    default: section.language = CellLanguage(code: code) ?? section.language
    }
  }

  /// The last field of a date in the section so far; nil if there is none.
  private var lastField: Field? {
    for token in tokens.reversed() {
      if case .date(let field) = token { return field }
    }
    return nil
  }

  /// Turns months into minutes after hours and before seconds.
  private mutating func findMinutes() {
    let fields = tokens.indices.compactMap { index in
      if case .date(let field) = tokens[index] { (index, field) } else { nil }
    }
    for (place, (index, field)) in fields.enumerated() {
      guard case .month(let width) = field, width < 3 else { continue }
      let before = place > 0 ? fields[place - 1].1 : nil
      let after = place + 1 < fields.count ? fields[place + 1].1 : nil
      let isMinute =
        switch (before, after) {
        case (.hour, _), (.elapsedHours, _), (_, .second), (_, .elapsedSeconds): true
        default: false
        }
      if isMinute { tokens[index] = .date(.minute(width)) }
    }
  }
}
