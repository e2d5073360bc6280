internal import Glibc

/// Finds Japanese words and their readings, with libmecab and the IPA dictionary.
///
/// Mecab is used and not kakasi: both read 7 MB/s on 7.1 MB of manual pages, but mecab reads more words
/// correctly (今日は as kyou and ha). Its licence is BSD.
@safe
struct KanjiReader: ~Copyable {
  private let library: MecabLibrary
  private let handle: OpaquePointer

  /// Opens the dictionary.
  ///
  /// - Returns: nil if the library or the dictionary is missing, or if the dictionary is not in
  ///   UTF-8 or has the readings in another column than the IPA dictionary.
  static func open() -> KanjiReader? {
    guard let library = MecabLibrary.installed,
      let handle = unsafe library.create(#"mecab -F%M\t%f[7]\n -U%M\t\n -E\n"#)
    else { return nil }
    let reader = unsafe KanjiReader(library, handle)
    let probe = reader.words(in: ["日", "本", "語"])
    if probe != [Word(length: 3, kana: ["ニ", "ホ", "ン", "ゴ"])] { return nil }
    return reader
  }

  private init(_ library: MecabLibrary, _ handle: OpaquePointer) {
    self.library = library
    unsafe self.handle = handle
  }

  deinit {
    unsafe library.destroy(handle)
  }

  /// A word and its reading in katakana; the reading is empty if the dictionary has none.
  struct Word: Equatable {
    /// The number of code points.
    var length: Int
    var kana: [Unicode.Scalar] = []
  }

  /// Splits a text without spaces into words, in order.
  func words(in text: [Unicode.Scalar]) -> [Word] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3)
    for scalar in text { bytes.append(utf8Of: scalar) }
    return Self.words(ofLines: parse(bytes).span)
  }

  private func parse(_ text: [UInt8]) -> [UInt8] {
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let result = unsafe library.parse(
          handle, start.assumingMemoryBound(to: CChar.self), bytes.count)
      else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: result, count: strlen(result)))
    }
  }

  /// Parses lines of a word, a tab and its reading.
  private static func words(ofLines lines: Span<UInt8>) -> [Word] {
    var words: [Word] = []
    var word = Word(length: 0)
    var isReading = false
    var offset = 0
    while offset < lines.count {
      let (scalar, length) = lines.scalar(at: offset)
      offset += length
      switch scalar {
      case "\t": isReading = true
      case "\n":
        if word.length > 0 { words.append(word) }
        word = Word(length: 0)
        isReading = false
      case let scalar? where isReading: word.kana.append(scalar)
      default: word.length += 1
      }
    }
    return words
  }
}
