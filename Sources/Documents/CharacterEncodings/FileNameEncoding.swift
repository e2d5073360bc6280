/// Recognizes the encoding of file names in an archive that does not declare their encoding.
public enum FileNameEncoding {
  /// The kind of archive; it makes some encodings more likely.
  public enum Origin: Sendable {
    /// Zip files: names are usually in the DOS code page of the author's country.
    case zip
    /// Other archives, from Unix: names are usually in the encoding of a locale.
    case other
  }

  /// Only this number of bytes of names is examined.
  private static let sampleSize = 16_384

  /// Finds the encoding in which the names are most likely.
  ///
  /// O(bytes), up to 16 KiB.
  ///
  /// - Parameters:
  ///   - names: all names in the archive that are not UTF-8.
  ///   - origin: the kind of archive.
  /// - Returns: the most likely encoding; without evidence, the usual encoding of this kind of archive.
  public static func encoding(of names: [[UInt8]], from origin: Origin) -> CharacterEncoding {
    var bytes: [UInt8] = []
    for name in names where bytes.count < sampleSize { bytes += name + [0x0a] }
    let words = ForeignWords(bytes.span)
    let costs = candidates.compactMap { candidate in
      let prior = origin == .zip ? candidate.inZip : candidate.elsewhere
      let encoding = CharacterEncoding(known: candidate.name)
      return LetterStatistics.cost(of: words, in: encoding, hasFrames: false)
        .map { (encoding, $0 + 2 * prior) }
    }
    return costs.min { $0.1 < $1.1 }?.0 ?? CodePages.original
  }

  /// The encodings, each with its cost in bits before any name is seen; a rarer encoding costs more.
  private static let candidates: [(name: String, inZip: Int, elsewhere: Int)] = [
    ("IBM437", 0, 15), ("IBM850", 0, 14), ("IBM866", 2, 8), ("IBM852", 3, 16),
    ("Shift_JIS", 2, 4), ("GB18030", 2, 2), ("EUC-KR", 2, 2), ("Big5", 4, 4), ("EUC-JP", 8, 2),
    ("windows-1252", 6, 0), ("windows-1251", 6, 2), ("windows-1250", 8, 4), ("KOI8-R", 8, 3),
    ("macintosh", 10, 8),
  ]
}
