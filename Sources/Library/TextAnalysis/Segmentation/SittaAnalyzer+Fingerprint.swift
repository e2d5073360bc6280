internal import _FoundationICU

extension SittaAnalyzer {
  /// The version of the code; must be incremented when the code, not a table, changes tokens.
  private static let version = 4

  /// An identifier that differs between analyzers with different tokens for the same document.
  ///
  /// It depends on the options, the tables, ICU's version and ``Readings/canReadKanji``. An index
  /// with another fingerprint must be built again.
  public static func fingerprint(of options: Options) -> String {
    var parts = ["sitta \(version)", "tables \(tableHash)", "ICU \(U_ICU_VERSION)"]
    if options.splitsNames { parts.append("names") }
    if options.readings.contains(.pinyin) { parts.append("pinyin") }
    if options.readings.contains(.romaji) {
      parts.append(Readings.canReadKanji ? "romaji with kanji" : "romaji")
    }
    return parts.joined(separator: ", ")
  }

  /// The FNV-1a hash of the tables, of 64 bits.
  private static let tableHash: String = {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [FoldTableData.encoded, PinyinTableData.encoded, PinyinWords.text] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }()
}
