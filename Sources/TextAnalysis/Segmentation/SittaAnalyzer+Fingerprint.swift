internal import _FoundationICU

extension SittaAnalyzer {
  /// Counts up when the same text gives other tokens than before, though the tables are the same.
  private static let version = 1

  /// Tells apart analyzers that give different tokens for the same document.
  ///
  /// An index that was made under another fingerprint must be made anew. It covers the options,
  /// the tables, ICU's dictionaries and whether kanji can be read here.
  public static func fingerprint(of options: Options) -> String {
    var parts = ["sitta \(version)", "tables \(tableHash)", "ICU \(U_ICU_VERSION)"]
    if options.splitsNames { parts.append("names") }
    if options.readings.contains(.pinyin) { parts.append("pinyin") }
    if options.readings.contains(.romaji) {
      parts.append(Readings.canReadKanji ? "romaji with kanji" : "romaji")
    }
    return parts.joined(separator: ", ")
  }

  /// FNV-1a of 64 bits.
  private static let tableHash: String = {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [FoldTableData.encoded, PinyinTableData.encoded, PinyinWords.text] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 16)
  }()
}
