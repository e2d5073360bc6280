/// Compares encodings by how likely the letters are that the bytes stand for.
enum LetterStatistics {
  /// An encoding with the languages that are written in it.
  private struct Candidate {
    let encoding: CharacterEncoding
    /// The cost in half bits before any text is seen; a rarer encoding costs more.
    let prior: Int
    let languages: [(language: LanguageInPage, prior: Int)]
    let characters: CommonCharacters?

    init(_ name: String, _ prior: Int, _ languages: String) {
      encoding = CharacterEncoding(known: name)
      self.prior = prior
      let codes = languages.split(separator: " ").map(String.init)
      characters = codes.first.flatMap { CommonCharacters.all[$0] }
      let page = SingleBytePage(encoding)
      self.languages = codes.compactMap { code in
        guard let language = page.flatMap({ LanguageInPage(code, in: $0) }) else { return nil }
        return (language, rareLanguages[code] ?? 0)
      }
    }

    /// Returns how unlikely words are, in half bits; nil if they are not in the alphabet of the languages.
    func cost(of words: ForeignWords, hasFrames: Bool) -> Int? {
      if let characters { return characters.cost(of: encoding.decode(words.lines.span)) }
      let fitting = languages.filter { $0.language.isLatin || words.hasNeighbours }
      let costs = fitting.map {
        $0.language.cost(of: words.words.span, hasFrames: hasFrames) + $0.prior
      }
      return costs.min()
    }
  }

  /// The additional costs of languages in which fewer files are written, in half bits.
  private static let rareLanguages = [
    "sq": 6, "ga": 6, "is": 4, "et": 4, "be": 4, "mk": 4, "fa": 4, "ca": 2, "sr": 2,
  ]

  private static let western = "western fr de es pt_BR it nl sv da nb fi is ca"
  private static let central = "pl cs sk hu sl hr ro de"
  private static let cyrillic = "ru uk bg sr mk be"

  private static let candidates = [
    Candidate("windows-1252", 0, western + " sq ga et"), Candidate("windows-1250", 10, central),
    Candidate("ISO-8859-2", 12, central), Candidate("windows-1251", 2, cyrillic),
    Candidate("KOI8-R", 6, "ru bg"), Candidate("KOI8-U", 10, "uk be"),
    Candidate("ISO-8859-5", 10, cyrillic), Candidate("IBM866", 14, cyrillic),
    Candidate("IBM855", 16, cyrillic), Candidate("x-mac-cyrillic", 16, cyrillic),
    Candidate("windows-1253", 6, "el"), Candidate("ISO-8859-7", 8, "el"),
    Candidate("IBM737", 18, "el"),
    Candidate("windows-1254", 6, "tr"), Candidate("windows-1255", 6, "he"),
    Candidate("IBM862", 18, "he"),
    Candidate("windows-1256", 6, "ar fa"), Candidate("ISO-8859-6", 12, "ar"),
    Candidate("windows-1257", 8, "lt lv et"), Candidate("windows-874", 6, "th"),
    Candidate("IBM850", 18, western), Candidate("IBM437", 18, western),
    Candidate("IBM852", 16, central),
    Candidate("macintosh", 36, western), Candidate("ISO-8859-15", 12, "fr fi et de"),
    Candidate("Shift_JIS", 4, "ja"), Candidate("EUC-JP", 6, "ja"), Candidate("EUC-KR", 4, "ko"),
    Candidate("Big5", 6, "zh_TW"), Candidate("EUC-TW", 20, "zh_TW"),
    Candidate("GB18030", 4, "zh_CN"),
  ]

  /// Finds the most likely encoding of a text that is not UTF-8.
  static func encoding(of bytes: Span<UInt8>) -> CharacterEncoding {
    let few = ForeignWords(bytes, size: ForeignWords.smallSize)
    let costs = costs(of: few, candidates)
    guard let best = costs.min(by: { $0.cost < $1.cost }) else { return .windows1252 }
    if few.lines.count <= ForeignWords.smallSize { return best.candidate.encoding }
    // The encodings that are not much less likely are compared with more of the text.
    let rest = costs.filter { $0.cost <= best.cost + best.cost / 4 + 100 }.map(\.candidate)
    let most = Self.costs(of: ForeignWords(bytes), rest).min { $0.cost < $1.cost }
    return most?.candidate.encoding ?? best.candidate.encoding
  }

  private static func costs(
    of words: ForeignWords, _ candidates: [Candidate]
  ) -> [(candidate: Candidate, cost: Int)] {
    candidates.compactMap { candidate in
      candidate.cost(of: words, hasFrames: true).map { (candidate, candidate.prior + $0) }
    }
  }

  /// Returns how unlikely the words are in an encoding, in half bits; nil if that cannot be said.
  ///
  /// Pass false as `hasFrames` for names: frames and lines then cost more, because names contain none.
  static func cost(
    of words: ForeignWords, in encoding: CharacterEncoding, hasFrames: Bool = true
  ) -> Int? {
    let candidate = candidates.first { $0.encoding == encoding }
    return candidate?.cost(of: words, hasFrames: hasFrames)
  }
}

extension CharacterEncoding {
  /// Whether characters beyond ASCII have two or more bytes.
  public var isMultibyte: Bool {
    ["GBK", "Shift_JIS", "EUC-JP", "EUC-KR", "EUC-TW", "GB18030", "Big5"].contains(name)
  }
}
