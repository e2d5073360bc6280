/// The analyzer of Sitta's index: words in any script, folded so that different spellings match.
///
/// - Words are runs of letters, marks, digits and private-use characters. They are folded: small
///   letters, what ICU's "Latin-ASCII" folds, compatibility forms and ligatures, digits of every
///   script as ASCII digits, no diacritics. NFC and NFD spellings give the same tokens.
/// - **German.** A word with ä, ö or ü gives two tokens: `muller`, and `mueller` colocated. So
///   Müller is found by Muller and by Mueller, and Bauer stays apart from Baur.
/// - **Han, kana, hangul** give overlapping pairs of characters: 日本語 gives 日本 and 本語. In a
///   document the last character of a run is a token too, colocated with the last pair, so that
///   *every character begins a token*. A query for one character alone must therefore be a prefix
///   query (in FTS5 `"の" *`); that token has ``TokenFlags/prefix``. Longer queries are phrases of
///   pairs and need nothing more.
/// - **Thai, Lao, Khmer and Burmese** are split by ICU's dictionaries.
/// - **Words inside names** on demand: see ``Options/splitsNames``.
/// - A word longer than 256 folded bytes is cut there, in documents and queries alike. Invalid
///   UTF-8 and NULs separate words.
public struct SittaAnalyzer: Analyzer, ~Copyable {
  /// The options of the analyzer.
  public struct Options: Sendable, Hashable {
    /// Whether documents also give the words inside a name: `QuarterlyReport_v2` gives
    /// `quarterlyreport` and, colocated with it, `quarterly` and `report`; then `v2`.
    ///
    /// Names are taken apart at capitals, and between three letters or more and two digits or
    /// more (`Report2024`); longer ones than 64 characters are not. A query gives the whole name
    /// only, which the index holds too.
    public var splitsNames: Bool

    /// The readings of Han, kana and kanji that documents also give, colocated with the first pair of
    /// each word.
    public var readings: Readings

    /// Makes options.
    public init(splitsNames: Bool = false, readings: Readings = []) {
      self.splitsNames = splitsNames
      self.readings = readings
    }
  }

  let options: Options
  let table: FoldTable
  let letters: LetterTable
  let twoByteLetters: [TwoByteLetter]
  var word = WordBuffer()
  var run = IdeographRun()
  var dictionaryRun = DictionaryRun()
  var readingFinder: ReadingFinder
  /// What is left to hand over of the readings of the run.
  var readings: ArraySlice<Reading> = []
  var scratch = InlineArray<256, UInt8>(repeating: 0)
  /// Offsets in the scratch buffer behind vowels that had two dots.
  var umlauts: [Int] = []
  var spelling: [UInt8] = []
  var purpose = AnalysisPurpose.document

  /// Makes an analyzer with its own buffers.
  public init(options: Options = Options()) {
    self.options = options
    table = .standard
    letters = LetterTable()
    readingFinder = ReadingFinder(options.readings)
    twoByteLetters = TwoByteLetter.all
  }

  /// Finds the tokens of a text; see ``Analyzer``.
  public mutating func analyze<Failure: Error>(
    _ text: Span<UInt8>, for purpose: AnalysisPurpose,
    _ accept: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    begin(for: purpose)
    var position = 0
    while position < text.count {
      let letter = letters[text[position]]
      if letter == LetterTable.separator {
        position += 1
      } else if letter != LetterTable.notASCII || twoByteLetter(in: text, at: position) != nil {
        position = try analyzeLetters(in: text, from: position, accept)
      } else {
        position = try analyzeOthers(in: text, from: position, accept)
      }
    }
  }

  private mutating func begin(for purpose: AnalysisPurpose) {
    self.purpose = purpose
    word.clear()
    word.parts.isEnabled = options.splitsNames && purpose == .document
    run.clear()
    dictionaryRun.clear()
  }
}
