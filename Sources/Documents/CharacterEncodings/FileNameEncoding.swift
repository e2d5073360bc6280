/// Recognizes the encoding of file names in an archive that does not declare it.
public enum FileNameEncoding {
  /// Where names come from, which makes some encodings more likely.
  public enum Origin: Sendable {
    /// Zip files, whose names are in the code page of DOS in the country of their author.
    case zip
    /// Archives of Unix, whose names are in the encoding of a locale.
    case other
  }

  /// Names need no more bytes than these.
  private static let sampleSize = 16_384

  /// Finds the encoding in which names are most likely; every byte of it is a character.
  ///
  /// O(bytes), up to 16 KiB.
  ///
  /// - Parameters:
  ///   - names: all names of the archive together that are not UTF-8.
  ///   - origin: the kind of archive.
  /// - Returns: an encoding, in case of doubt the usual one of the archive.
  public static func encoding(of names: [[UInt8]], from origin: Origin) -> CharacterEncoding {
    var bytes: [UInt8] = []
    for name in names where bytes.count < sampleSize { bytes += name + [0x0a] }
    let costs = candidates.map { candidate in
      let prior = origin == .zip ? candidate.inZip : candidate.elsewhere
      let encoding = CharacterEncoding(known: candidate.name)
      let cost = LetterStatistics.cost(of: bytes.span, in: encoding, hasFrames: false)
      return (encoding, cost + prior)
    }
    return costs.min { $0.1 < $1.1 }?.0 ?? CodePages.original
  }

  /// The encodings, and how unlikely they are before any name is seen, in bits.
  private static let candidates: [(name: String, inZip: Int, elsewhere: Int)] = [
    ("IBM437", 0, 9), ("IBM850", 0, 8), ("IBM866", 2, 8), ("IBM852", 3, 10),
    ("Shift_JIS", 2, 4), ("GB18030", 2, 2), ("EUC-KR", 2, 2), ("Big5", 4, 4), ("EUC-JP", 8, 2),
    ("windows-1252", 6, 0), ("windows-1251", 6, 2), ("windows-1250", 8, 4), ("KOI8-R", 8, 3),
    ("macintosh", 10, 8),
  ]
}
