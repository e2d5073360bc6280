import LinuxSystem
import TestSupport
import Testing

@testable import MeaningModel

struct WordPiecesTests {
  private let pieces: WordPieces

  init() throws {
    let folder = try TemporaryDirectory()
    let file = folder["model"]
    try file.write(TinyModel().bytes)
    pieces = try SentenceEncoder(file).pieces
  }

  @Test(
    arguments: [
      ("car", ["car"]), ("CARS", ["car", "##s"]), ("abc", ["a", "##bc"]), ("ab", ["a", "##b"]),
      ("bca", ["[UNK]"]), ("cars bc", ["car", "##s", "bc"]), ("zebra", ["[UNK]"]),
      // Punctuation, and the symbols of ASCII, are words by themselves.
      ("car,x.", ["car", ",", "x", "."]), ("a<<b", ["a", "<", "<", "[UNK]"]), ("…", ["[UNK]"]),
      // Marks are removed, also where they are part of a letter.
      ("É e\u{301}", ["e", "e"]), ("ẞß", ["[UNK]"]), ("ß", ["ß"]), ("Ж", ["ж"]),
      ("a≮x", ["a", "<", "x"]),
      // Ideographs are words by themselves.
      ("a中中x", ["a", "中", "中", "x"]),
      // Control characters are removed, and other white space ends a word.
      ("c\u{0}a\u{200b}r\u{fffd}", ["car"]), ("a\tx\u{a0}x\u{3000}x\r\n", ["a", "x", "x", "x"]),
      // The names of special pieces are text.
      ("[MASK]", ["[UNK]", "ma", "##sk", "]"]), ("", []), (" \n", []),
      (String(repeating: "a", count: 101), ["[UNK]"]),
      ("a" + String(repeating: "bc", count: 40), ["a"] + Array(repeating: "##bc", count: 40)),
    ])
  func `A text is cut into the longest pieces`(text: String, names: [String]) {
    #expect(pieces.pieces(of: text, upTo: 99).map { TinyModel.names[$0] } == names)
  }

  @Test func `What is beyond the last piece is not looked at`() {
    #expect(
      pieces.pieces(of: "cars a x", upTo: 3).map { TinyModel.names[$0] } == ["car", "##s", "a"])
    #expect(pieces.pieces(of: "cars", upTo: 1).map { TinyModel.names[$0] } == ["car"])
  }
}
