/// The analyzer of Sitta's index: words in any script, folded so that different spellings match.
///
/// - **Words** are runs of letters, marks, digits and private-use characters.
/// - **Folding** makes letters lowercase and removes diacritics. It replaces ligatures and
///   compatibility forms, digits of other scripts, and all that ICU's "Latin-ASCII" replaces. NFC
///   and NFD spellings give the same tokens.
/// - **German.** A word with ä, ö or ü gives two tokens: `muller`, and `mueller` colocated. Both
///   Muller and Mueller find Müller, but Bauer does not find Baur.
/// - **Han, kana, hangul** give overlapping pairs of characters: 日本語 gives 日本 and 本語. In a
///   document the last character of a run is also a token, colocated with the last pair. So *every
///   character begins a token*, and a query for one character must be a prefix query (in FTS5
///   `"の" *`). Its token has ``TokenFlags/prefix``. Longer queries are phrases of pairs.
/// - **Thai, Lao, Khmer and Burmese** are split by ICU's dictionaries.
/// - **Symbols** are words of their own: emoji, currencies, arrows. ASCII symbols, lines and boxes
///   separate words. But a document with `C++` or `C#` gives `c` and, colocated, `c++` or `c#`; a
///   document with `.NET` gives `net` and `.net`. A query for such a name gives only the whole name.
/// - **Words inside names** are optional tokens: see ``Options/splitsNames``.
/// - **Limits.** A word is truncated after 256 folded bytes, in documents and queries alike.
///   Invalid UTF-8 and NULs separate words.
public struct SittaAnalyzer: Analyzer, ~Copyable {
  /// The options of the analyzer.
  public struct Options: Sendable, Hashable {
    /// Whether documents also give the words inside a name: `QuarterlyReport_v2` gives
    /// `quarterlyreport` and, colocated with it, `quarterly`, `report` and both with
    /// ``nameJoiner`` between them; then `v2`.
    ///
    /// Two to four successive words of a name give such a chain, so that a phrase of these words, or a part
    /// of the name, can be found: `parseHTTP` in `parseHTTPRequest`.
    ///
    /// A word after a hyphen also gives the words before it and itself without hyphens: `Wi-Fi` gives `wifi`,
    /// colocated with `fi`.
    ///
    /// Names of up to 64 characters are split at uppercase letters, and between three or more
    /// letters and two or more digits (`Report2024`). A query gives only the whole name.
    public var splitsNames: Bool

    /// The readings that documents also give, colocated with the first pair of each word.
    public var readings: Readings

    /// Makes options.
    public init(splitsNames: Bool = false, readings: Readings = []) {
      self.splitsNames = splitsNames
      self.readings = readings
    }
  }

  /// The byte between the words of a chain, which occurs in no other token; see ``Options/splitsNames``.
  public static let nameJoiner: UInt8 = 0x1f
  /// The most words of a chain; see ``Options/splitsNames``.
  public static let longestNameChain = 4

  let options: Options
  let table: FoldTable
  let letters: LetterTable
  let twoByteLetters: [TwoByteLetter]
  var word = WordBuffer()
  var run = IdeographRun()
  var dictionaryRun = DictionaryRun()
  var readingFinder: ReadingFinder
  /// The readings in the current run that have not been emitted yet.
  var readings: ArraySlice<Reading> = []
  var scratch = InlineArray<256, UInt8>(repeating: 0)
  /// The offsets in the scratch buffer at which vowels end that were umlauts.
  var umlauts: [Int] = []
  var spelling: [UInt8] = []
  var purpose = AnalysisPurpose.document
  /// The last symbol, and the offset at which it ended; nil before the first.
  var lastSymbol: (scalar: Unicode.Scalar, end: Int)?

  /// Makes an analyzer with its own buffers.
  public init(options: Options = Options()) {
    self.options = options
    table = .shared
    letters = LetterTable()
    readingFinder = ReadingFinder(options.readings)
    twoByteLetters = TwoByteLetter.all
  }

  /// Finds the tokens of a text; see ``Analyzer``.
  public mutating func analyze<Failure: Error>(
    _ text: Span<UInt8>, for purpose: AnalysisPurpose,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    begin(for: purpose)
    var position = 0
    while position < text.count {
      position = try analyzeNext(in: text, from: position, emit)
    }
  }

  /// Finds the tokens of the word, run or separator at an offset.
  ///
  /// Returns the offset at which the next call continues: after the token, perhaps after separators.
  @inline(__always)
  mutating func analyzeNext<Failure: Error>(
    in text: Span<UInt8>, from position: Int,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    if let ascii = ASCIIWord(in: text, from: position, folding: &scratch) {
      try endASCIIWord(ascii, from: position, in: text, emit)
      return ascii.resumption
    }
    let letter = letters[text[position]]
    if letter == LetterTable.separator { return position + 1 }
    if letter != LetterTable.notASCII || twoByteLetter(in: text, at: position) != nil {
      return try analyzeLetters(in: text, from: position, emit)
    }
    return try analyzeOtherScripts(in: text, from: position, emit)
  }

  mutating func begin(for purpose: AnalysisPurpose) {
    self.purpose = purpose
    word.clear()
    word.parts.isEnabled = options.splitsNames && purpose == .document
    run.clear()
    dictionaryRun.clear()
    lastSymbol = nil
  }
}
