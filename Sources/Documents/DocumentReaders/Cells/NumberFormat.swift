/// The number format of a cell: what a person sees of a number.
///
/// Sources: ECMA-376, part 1, 18.8.30 (built-in formats) and 18.8.31 (codes); MS-XLS, 2.4.126.
struct NumberFormat {
  /// The format of cells without format.
  static let general = NumberFormat("")

  /// A longer code is cut after this number of characters; Excel allows 255.
  private static let longestCode = 256
  /// The number of formats that are kept of a workbook; Excel allows about 250.
  static let mostFormats = 4_096

  /// The sections for positive numbers, negative numbers, zero and text; or for numbers with conditions.
  private let sections: [NumberSection]
  /// Whether numbers are shown as they are.
  let isGeneral: Bool
  /// What is shown before and after a text; nil for nothing.
  let textFrame: (before: String, after: String)?

  /// Reads a format code, such as `#,##0.00;[Red]-#,##0.00` or `yyyy\-mm\-dd`.
  init(_ code: String) {
    let scalars = Array(code.unicodeScalars.prefix(Self.longestCode))
    var parser = NumberFormatParser(scalars[...])
    let sections = parser.sections()
    isGeneral = sections.isEmpty || sections.count == 1 && sections[0].isGeneral
    let ofTexts = sections.first(where: \.isOfTexts) ?? (sections.count == 4 ? sections[3] : nil)
    textFrame = ofTexts?.frame
    // If the only section is about texts, it shows numbers as well.
    let ofNumbers = sections.filter { !$0.isOfTexts }
    self.sections = isGeneral ? [] : ofNumbers.isEmpty ? sections : ofNumbers
  }

  /// Returns the format with a number of ``builtInCodes``; the general format for other numbers.
  init(builtIn number: Int) {
    self.init(Self.builtInCodes[number] ?? "")
  }

  /// Returns what is searched for a number: its text, and beside it the date in ISO 8601, or the plain number.
  ///
  /// The text is empty if the number is not finite. Days are counted from 1900, or from 1904.
  func searchable(_ number: Double, is1904: Bool = false) -> String {
    guard number.isFinite else { return "" }
    let section = isGeneral ? nil : section(for: number)
    if let section, section.isDate,
      let date = CellDate(number, is1904: is1904, places: section.secondPlaces)
    {
      return Self.joined(section.text(of: date), section.isoText(of: date))
    }
    let plain = DecimalNumber(number).plain
    guard let section, !section.isDate else { return plain }
    return Self.joined(section.text(of: number, isNegativeSection: isForNegative(section)), plain)
  }

  /// Returns what is searched for a date in ISO 8601: its text, and the date with a blank before the time.
  ///
  /// - Returns: nil if it is no date.
  func searchable(date value: String, is1904: Bool = false) -> String? {
    guard !isGeneral, let serial = CellDate.serial(of: value, is1904: is1904) else {
      return CellDate.text(ofDate: value)
    }
    return searchable(serial, is1904: is1904)
  }

  private static func joined(_ shown: String, _ value: String) -> String {
    if shown == value { return value }
    let shown = shown.split(separator: " ").joined(separator: " ")
    return shown.isEmpty || shown == value ? value : value.isEmpty ? shown : shown + " " + value
  }

  private func isForNegative(_ section: NumberSection) -> Bool {
    section.condition == nil && sections.count > 1 && section.index == 1
  }

  /// Returns the section for a number; nil if there is none, as for text.
  private func section(for number: Double) -> NumberSection? {
    let sections = sections.prefix(3)
    guard sections.contains(where: { $0.condition != nil }) else {
      if number < 0, sections.count > 1 { return sections[1] }
      return number == 0 && sections.count > 2 ? sections[2] : sections.first
    }
    return sections.first { section in
      if let condition = section.condition { return condition.holds(for: number) }
      return sections.count < 3 || section.index != 1 || number < 0
    }
  }

  /// The codes that files name by a number; where they depend on the country, those of the USA.
  private static let builtInCodes: [Int: String] = {
    var codes = [
      1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
      12: "# ?/?", 13: "# ??/??", 14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
      18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm",
      37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)",
      40: "#,##0.00_);(#,##0.00)", 41: "#,##0_);(#,##0);\"-\"", 42: "$#,##0_);$(#,##0);$\"-\"",
      43: "#,##0.00_);(#,##0.00);\"-\"", 44: "$#,##0.00_);$(#,##0.00);$\"-\"", 45: "mm:ss",
      46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 5: "$#,##0_);($#,##0)",
      6: "$#,##0_);($#,##0)", 7: "$#,##0.00_);($#,##0.00)", 8: "$#,##0.00_);($#,##0.00)",
      32: "h:mm", 33: "h:mm:ss", 55: "m/d/yyyy", 56: "m/d/yyyy", 59: "0", 60: "0.00",
      61: "#,##0", 62: "#,##0.00", 67: "0%", 68: "0.00%", 69: "# ?/?", 70: "# ??/??",
      75: "h:mm", 76: "h:mm:ss", 77: "d/m/yyyy h:mm", 78: "mm:ss", 79: "[h]:mm:ss", 80: "mm:ss.0",
    ]
    // Dates of China, Japan, Korea and Taiwan, and of Thailand.
    for number in [27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58] {
      codes[number] = "m/d/yyyy"
    }
    for number in [71, 72, 73, 74, 81] { codes[number] = "d/m/yyyy" }
    return codes
  }()
}
