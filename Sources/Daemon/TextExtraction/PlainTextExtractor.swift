import CharacterEncodings
import ContentTypes
import MediaTypes
import LinuxSystem

/// Extracts text from plain text files: prose, Markdown, source code.
struct PlainTextExtractor {
  /// If these first bytes are not text, a file counts as binary.
  static let probeLength = ContentType.probeLength

  /// The most bytes that are read of a file.
  let byteLimit: Int

  /// Reads the rest of an open file.
  ///
  /// - Parameters:
  ///   - file: the file; its offset is after the first bytes.
  ///   - start: the first bytes: ``probeLength``, or the whole file if it is shorter.
  ///   - size: the size of the file in bytes.
  ///   - type: the media type according to the file name.
  /// - Returns: the text; ``ExtractedText/Extent/nothing`` for a binary file.
  /// - Throws: the error of read(2).
  func extract(
    _ file: borrowing FileDescriptor, after start: consuming [UInt8], size: Int64, type: MediaType
  ) throws(SystemError) -> ExtractedText {
    let isEmpty = start.allSatisfy { $0 == 0 }
    guard EncodingDetector.isText(start.span) || isEmpty && type.isText else {
      return ExtractedText(type: type.isText ? MediaType.binary : type.name, extent: .nothing)
    }
    var bytes = start
    let isCut = bytes.count == Self.probeLength
    // A log that was truncated while a program had it open begins with a hole.
    let hole = isCut && isEmpty ? try skipHole(of: file, &bytes) : 0
    // The newest lines of a log are at its end.
    let hasEnd =
      isCut && size - hole > Int64(byteLimit) && byteLimit >= 4 * Self.probeLength
    func read(upTo limit: Int) throws(SystemError) {
      let limit = limit - bytes.count
      bytes += try file.read(upTo: limit, expecting: min(limit, Int(clamping: size) - bytes.count))
    }
    if isCut { try read(upTo: hasEnd ? byteLimit / 2 : byteLimit) }
    var document = ExtractedText(type: type.isText ? type.name : MediaType.plainText)
    guard let encoding = Self.encoding(of: bytes) else {
      return ExtractedText(type: MediaType.binary, extent: .nothing)
    }
    let end = hasEnd ? try end(of: file, size: size, in: encoding) : nil
    if hasEnd, end == nil { try read(upTo: byteLimit) }
    let count = bytes.count
    let converted = decode(&bytes, from: encoding)
    if let end {
      bytes.removeLast(bytes.count - Self.offsetAfterLastLine(of: bytes))
      bytes += ExtractedText.gap + end.text
      document.extent = .ends(read: Int64(converted + end.read), size: size)
    } else if converted < count || count >= byteLimit && size - hole > Int64(count) {
      document.extent = .beginning(read: Int64(converted), size: size)
    }
    if encoding != .utf8 { document.charset = encoding.name }
    TextEscapes.removeControlSequences(from: &bytes)
    TextEscapes.decode(&bytes)
    document.text = bytes
    MarkdownHeader.read(into: &document, hasHeadings: type.name == MediaType.markdown)
    return document
  }

  /// Reads on until something else than NULs comes.
  ///
  /// - Parameters:
  ///   - file: the file; its offset is after the first bytes.
  ///   - bytes: the first bytes of the file, which are NULs; receives what follows the hole.
  /// - Returns: the size of the hole in bytes; 0 if it is too large.
  /// - Throws: the error of read(2).
  private func skipHole(
    of file: borrowing FileDescriptor, _ bytes: inout [UInt8]
  ) throws(SystemError) -> Int64 {
    // Holes of sparse files cost nothing.
    guard var skipped = try file.seekData(from: Int64(bytes.count)) else { return 0 }
    let end = skipped + Self.mostZeros
    while skipped < end {
      let piece = try file.read(upTo: Self.holePiece, expecting: Self.holePiece)
      guard let first = piece.firstIndex(where: { $0 != 0 }) else {
        if piece.isEmpty { return 0 }
        skipped += Int64(piece.count)
        continue
      }
      bytes = Array(piece[first...])
      return skipped + Int64(first)
    }
    return 0
  }

  /// The most zeros that are read to pass over them, and the bytes that are read at once.
  private static let (mostZeros, holePiece) = (Int64(32 << 20), 64 << 10)

  /// Reads the last lines of a file, of half the limit.
  ///
  /// - Returns: the lines in UTF-8, and how many bytes they have in the file; nil if there is no end of a line.
  private func end(
    of file: borrowing FileDescriptor, size: Int64, in encoding: CharacterEncoding
  ) throws(SystemError) -> (text: [UInt8], read: Int)? {
    // The characters of UTF-16 and UTF-32 begin at multiples of their size.
    let start = (size - Int64(byteLimit / 2)) & ~3
    var text = try file.read(start..<size)
    let count = text.count
    // What is ASCII so far may have other letters here.
    let own = encoding == .utf8 ? Self.encoding(of: text) : nil
    decode(&text, from: own ?? encoding)
    guard let first = text.firstIndex(of: 0x0a), first + 1 < text.count else { return nil }
    text.removeFirst(first + 1)
    return (text, count)
  }

  /// Returns the offset after the last line end of a text; its length if it has none.
  private static func offsetAfterLastLine(of text: [UInt8]) -> Int {
    text.lastIndex(of: 0x0a).map { $0 + 1 } ?? text.count
  }

  /// Returns the encoding; nil if the bytes are not text, although the first of them may have been NULs.
  private static func encoding(of bytes: [UInt8]) -> CharacterEncoding? {
    // ASCII text in UTF-16 and in ISO-2022 is also valid UTF-8, with NULs or escape sequences.
    let isPlain = !bytes.prefix(probeLength).contains(0) && !bytes.contains(0x1b)
    if isPlain, String(validating: bytes, as: UTF8.self) != nil { return .utf8 }
    let detected = EncodingDetector.encoding(of: bytes.span)
    return detected ?? (bytes.first == 0 ? nil : .utf8)
  }

  /// Converts bytes to valid UTF-8 without a byte order mark; each run of NULs becomes a blank.
  ///
  /// O(bytes).
  ///
  /// - Returns: the number of bytes that were converted.
  @discardableResult
  private func decode(_ bytes: inout [UInt8], from encoding: CharacterEncoding) -> Int {
    var read = bytes.count
    if encoding != .utf8 || String(validating: bytes, as: UTF8.self) == nil {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      read = encoding.decode(bytes.span, limit: byteLimit, into: &text)
      bytes = text
    } else if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      bytes.removeFirst(3)
    }
    if bytes.contains(0) {
      var isAfterNull = false
      bytes = bytes.compactMap { byte in
        defer { isAfterNull = byte == 0 }
        return byte != 0 ? byte : isAfterNull ? nil : 0x20
      }
    }
    return read
  }
}
