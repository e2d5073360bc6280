/// Queries as long as they may be, which cost the most to read.
///
/// Each is one piece again and again: of letters, fields, operators, quotes, and scripts that take
/// long to cut into words.
enum LongTexts {
  private static let bytes = 16_384

  private static let pieces = [
    "a", "aB", "title:", "a ", "(", "\"", "-", "NEAR(", "«", "漢", "漢 ", "e\u{301}", "\u{301}",
    "👨‍👩‍👧‍👦", "שלום ", "ไทย", "modified:", "a-", "size:„ ", "a* ",
  ]

  /// One of each kind.
  static let all = pieces.map(text(of:))

  /// Those that find nothing and so are answered as soon as they are read.
  static let readAlone = ["a", "aB", "title:"].map(text(of:))

  private static func text(of piece: String) -> String {
    String(repeating: piece, count: bytes / piece.utf8.count)
  }
}
