import ExtractionProtocol

/// Reads tags of the formats ID3v1 and ID3v2.2 to 2.4.
///
/// Source: <https://id3.org/Developer%20Information>.
enum IdentifierTag {
  /// No program writes more frames.
  private static let mostFrames = 4_096
  /// A frame is cut after this number of bytes; only pictures and attachments are larger.
  private static let longestFrame = 256 << 10

  /// Reads the ID3v2 tag at the beginning of a file.
  ///
  /// - Returns: the offset after the tag; 0 if there is no tag.
  @discardableResult
  static func read(_ bytes: Span<UInt8>, into text: inout MediaText) -> Int {
    guard bytes.hasBytes("ID3"), let version = bytes.big(3, 1), 2...4 ~= version,
      let flags = bytes.big(5, 1), let size = syncSafe(bytes, 6)
    else { return 0 }
    let range = bytes.clamped(10, size)
    let isUnsynchronised = flags & 0x80 != 0
    if isUnsynchronised, version < 4 {
      // Only 1 MiB is copied, so a picture may be cut; text frames are short, and nearly always come first.
      let part = bytes.extracting(bytes.clamped(10, min(size, 1 << 20)))
      let whole = synchronised(part)
      readFrames(whole.span, version, flags: flags, into: &text)
    } else {
      readFrames(bytes.extracting(range), version, flags: flags, into: &text)
    }
    return range.upperBound
  }

  /// Reads the ID3v1 tag, if the last 128 bytes of the file are one.
  static func readLast(_ bytes: Span<UInt8>, into text: inout MediaText) {
    let start = bytes.count - 128
    guard bytes.hasBytes("TAG", at: start) else { return }
    let tag = bytes.extracting(start..<bytes.count)
    text.recognizeEncoding(of: tag.extracting(3..<127))
    text.add(legacy: tag.extracting(3..<33), to: .title)
    text.add(legacy: tag.extracting(33..<63), to: .author)
    text.add(legacy: tag.extracting(63..<93))
    text.add(legacy: tag.extracting(97..<127))
    text.add(tag.extracting(93..<97), to: .created)
    let genre = Int(bytes[start + 127])
    if genre < MusicGenre.names.count { text.add(Array(MusicGenre.names[genre].utf8).span) }
  }

  private static func readFrames(
    _ tag: Span<UInt8>, _ version: Int, flags: Int, into text: inout MediaText
  ) {
    // All frames that declare Latin-1 have the same encoding, because one program wrote them.
    var values: [UInt8] = []
    forEachFrame(tag, version, flags: flags) { content, name in
      if let range = textRange(content, name: name), content[0] == 0 || content[0] > 3,
        values.count < longestFrame
      {
        values.append(content.extracting(range))
        values.append(0)
      }
    }
    text.recognizeEncoding(of: values.span)
    forEachFrame(tag, version, flags: flags) { readFrame($0, name: $1, into: &text) }
  }

  private static func forEachFrame(
    _ tag: Span<UInt8>, _ version: Int, flags: Int, _ body: (Span<UInt8>, Span<UInt8>) -> Void
  ) {
    var offset = 0
    if flags & 0x40 != 0, version > 2 {
      let size = version == 4 ? syncSafe(tag, 0) : tag.big(0, 4).map { $0 + 4 }
      offset = size ?? tag.count
    }
    let (nameSize, headerSize) = version == 2 ? (3, 6) : (4, 10)
    for _ in 0..<mostFrames {
      guard offset <= tag.count - headerSize, tag[offset] != 0 else { return }
      let frameSize =
        version == 2
        ? tag.big(offset + 3, 3)
        : version == 3 ? tag.big(offset + 4, 4) : syncSafe(tag, offset + 4)
      guard let frameSize else { return }
      let name = tag.extracting(offset..<offset + nameSize)
      let frameFlags = version == 2 ? 0 : tag.big(offset + 8, 2) ?? 0
      var content = tag.extracting(tag.clamped(offset + headerSize, min(frameSize, longestFrame)))
      offset += headerSize + frameSize
      let isPacked = version == 4 ? frameFlags & 0x0c != 0 : frameFlags & 0xc0 != 0
      if isPacked { continue }
      if version == 4, frameFlags & 0x01 != 0 {
        content = content.extracting(content.clamped(4, content.count))
      }
      if version == 4, frameFlags & 0x02 != 0 {
        let whole = synchronised(content)
        body(whole.span, name)
      } else {
        body(content, name)
      }
    }
  }

  private static func readFrame(
    _ content: Span<UInt8>, name: Span<UInt8>, into text: inout MediaText
  ) {
    guard let range = textRange(content, name: name) else { return }
    let decoded = decode(content.extracting(range), content[0], text)
    var values = decoded.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    if isComment(name) || name.isKey("TXXX") || name.isKey("TXX") {
      // The first value is the name of the others; skip values that only programs use.
      let description = values.removeFirst()
      if description.span.isForPrograms { return }
    }
    for value in values where !value.isEmpty { add(value, name: name, into: &text) }
  }

  /// Returns the range of the text in a frame; nil if the frame is not text.
  private static func textRange(_ content: Span<UInt8>, name: Span<UInt8>) -> Range<Int>? {
    guard content.count > 1, isComment(name) || name[0] == 0x54 else { return nil }  // T
    return content.clamped(isComment(name) ? 4 : 1, content.count)
  }

  private static func isComment(_ name: Span<UInt8>) -> Bool {
    name.isKey("COMM") || name.isKey("COM") || name.isKey("USLT") || name.isKey("ULT")
  }

  private static func add(_ value: [UInt8], name: Span<UInt8>, into text: inout MediaText) {
    switch name.string {
    case "TIT2", "TT2": text.add(value.span, to: .title)
    case "TPE1", "TP1": text.add(value.span, to: .author)
    case "TYER", "TDRC", "TDRL", "TYE", "TDOR": text.add(value.span, to: .created)
    case "TCON", "TCO": text.add(Array(MusicGenre.name(of: value.span).utf8).span)
    case "TIT1", "TIT3", "TPE2", "TPE3", "TPE4", "TALB", "TCOM", "TEXT", "TPUB", "TCOP", "TXXX",
      "COMM", "USLT", "TOPE", "TOAL", "TOLY", "TMOO", "TSST", "MVNM", "MVIN",
      "TT1", "TT3", "TP2", "TP3", "TP4", "TAL", "TCM", "TXT", "TPB", "TCR", "TXX", "COM", "ULT",
      "TOA", "TOT", "TOL":
      text.add(value.span)
    default: break
    }
  }

  /// Decodes values with a NUL between them.
  private static func decode(
    _ content: Span<UInt8>, _ encoding: UInt8, _ text: MediaText
  ) -> [UInt8] {
    switch encoding {
    case 1, 2: decodeUTF16(content, isBigEndian: encoding == 2)
    default: text.decoded(legacy: content)
    }
  }

  /// Decodes UTF-16 values with a NUL between them; each value may have its own byte order mark.
  private static func decodeUTF16(_ content: Span<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var text: [UInt8] = []
    var (start, index) = (0, 0)
    while index + 1 < content.count {
      if content[index] == 0, content[index + 1] == 0 {
        text += SourceText.utf16(content.extracting(start..<index), isBigEndian: isBigEndian)
        text.append(0)
        start = index + 2
      }
      index += 2
    }
    text += SourceText.utf16(content.extracting(start..<content.count), isBigEndian: isBigEndian)
    return text
  }

  /// Returns a number of four bytes, of which each has seven bits.
  private static func syncSafe(_ bytes: Span<UInt8>, _ offset: Int) -> Int? {
    guard let number = bytes.big(offset, 4) else { return nil }
    return number & 0x7f | number >> 1 & 0x3f80 | number >> 2 & 0x1f_c000 | number >> 3 & 0xfe0_0000
  }

  /// Removes the inserted zeros, which keep audio decoders from taking bytes of the tag for sound.
  private static func synchronised(_ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for index in bytes.indices {
      let isInserted = bytes[index] == 0 && index > 0 && bytes[index - 1] == 0xff
      if !isInserted { result.append(bytes[index]) }
    }
    return result
  }
}

extension Span<UInt8> {
  /// Whether a value with this name is meant for programs, not for people.
  var isForPrograms: Bool {
    let name = extracting(clamped(0, 12)).string.lowercased()
    let prefixes = ["itun", "replaygain", "musicbrainz", "acoustid", "cddb", "mmjb", "songs-db"]
    return prefixes.contains { name.hasPrefix($0.prefix(12)) }
  }
}
