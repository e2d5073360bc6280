import CharacterEncodings

/// Converts a text file of unknown encoding to valid UTF-8.
enum SourceText {
  /// Decodes a text file.
  ///
  /// A byte order mark decides. Without it, text is read as UTF-8 if it is valid, else in the declared encoding,
  /// else in the most likely encoding.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - declared: the encodings that are declared outside of the text.
  ///   - limit: decoding stops at this number of bytes of text, or up to 64 KiB beyond it.
  /// - Returns: nil if the bytes are valid UTF-8 without a byte order mark.
  static func decoded(
    _ bytes: Span<UInt8>, declared: [CharacterEncoding] = [], limit: Int = DecodedSize.limit
  ) -> [UInt8]? {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      let rest = bytes.extracting(3..<bytes.count)
      var text: [UInt8] = []
      CharacterEncoding.utf8.decode(rest, limit: limit, into: &text)
      return text
    }
    if let text = markedUTF16(bytes, limit: limit) { return text }
    // ASCII with escape sequences or NULs may be ISO-2022 or UTF-16, and is valid UTF-8, too.
    let isPlain = bytes.firstIndex(of: 0x1b) == nil && bytes.firstIndex(of: 0) == nil
    let isUTF8 = (try? UTF8Span(validating: bytes)) != nil
    if isPlain, isUTF8 { return nil }
    let detected = EncodingDetector.encoding(of: bytes, declared: declared)
    if isUTF8, detected == nil || detected == .utf8 { return nil }
    let encoding = detected ?? .windows1252
    var text: [UInt8] = []
    encoding.decode(bytes, limit: limit, into: &text)
    return text
  }

  /// Calls `body` with a text file in UTF-8.
  static func read(_ bytes: Span<UInt8>, with body: (Span<UInt8>) -> Void) {
    if let text = decoded(bytes) { body(text.span) } else { body(bytes) }
  }

  /// Calls `body` with each line of a text file in UTF-8, until the sink wants no more.
  static func forEachLine<Sink: DocumentSink>(
    of bytes: Span<UInt8>, into sink: inout Sink, body: (Span<UInt8>, inout Sink) -> Void
  ) {
    read(bytes) { forEachLine(ofUTF8: $0, into: &sink, body: body) }
  }

  /// Calls `body` with each line of a UTF-8 text, until the sink wants no more.
  static func forEachLine<Sink: DocumentSink>(
    ofUTF8 bytes: Span<UInt8>, into sink: inout Sink, body: (Span<UInt8>, inout Sink) -> Void
  ) {
    // The sink is asked after every 64 lines, and after a long line.
    var (start, count) = (0, 0)
    while start < bytes.count {
      let range = bytes.lineRange(at: start)
      body(bytes.extracting(range), &sink)
      start = bytes.nextLine(after: range.upperBound)
      count += 1
      if count % 64 == 0 || range.count > 4_096, !sink.wantsMore { return }
    }
  }

  /// Decodes windows-1252: without a declaration, most files that are not UTF-8 have this encoding.
  static func windows1252(_ bytes: Span<UInt8>, limit: Int = DecodedSize.limit) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(min(bytes.count + bytes.count / 8, limit))
    for index in bytes.indices {
      if text.count >= limit { break }
      let byte = bytes[index]
      switch byte {
      case 0..<0x80: text.append(byte)
      case 0x80..<0xa0: text.appendScalar(windows1252Controls[Int(byte) - 0x80])
      default: text.appendScalar(UInt32(byte))
      }
    }
    return text
  }

  /// Decodes UTF-16 with a byte order mark.
  ///
  /// - Returns: nil if there is no byte order mark.
  static func markedUTF16(_ bytes: Span<UInt8>, limit: Int = DecodedSize.limit) -> [UInt8]? {
    let isMarked = bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
    return isMarked ? utf16(bytes, isBigEndian: false, limit: limit) : nil
  }

  /// Decodes UTF-16; a byte order mark overrides `isBigEndian`, and is removed.
  static func utf16(
    _ bytes: Span<UInt8>, isBigEndian: Bool, limit: Int = DecodedSize.limit
  ) -> [UInt8] {
    var (index, isBigEndian) = (0, isBigEndian)
    if bytes.starts(with: [0xff, 0xfe]) { (index, isBigEndian) = (2, false) }
    if bytes.starts(with: [0xfe, 0xff]) { (index, isBigEndian) = (2, true) }
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var text: [UInt8] = []
    text.reserveCapacity(min(bytes.count, limit))
    while index + 1 < bytes.count, text.count < limit {
      let first = unit(index)
      index += 2
      if first & 0xfc00 == 0xd800, index + 1 < bytes.count, unit(index) & 0xfc00 == 0xdc00 {
        text.appendScalar(0x10000 + (first & 0x3ff) << 10 + unit(index) & 0x3ff)
        index += 2
      } else {
        text.appendScalar(first)
      }
    }
    return text
  }

  /// The code points of 0x80 to 0x9f; source: <https://encoding.spec.whatwg.org/#windows-1252>.
  static let windows1252Controls: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
    0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
  ]
}

extension [UInt8] {
  /// Appends a code point in UTF-8; U+FFFD for surrogates and for values that are too large.
  mutating func appendScalar(_ value: UInt32) {
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    let scalar = Unicode.Scalar(value) ?? "\u{fffd}"
    append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
