public import LinuxSystem

/// Extracts text from plain text files: prose, Markdown, source code.
public struct PlainTextExtractor: Sendable {
  /// The version of the extractor; increase it to have all files extracted again.
  public static let version: Int64 = 2
  /// A file with a NUL in this number of first bytes is binary.
  public static let probeLength = 8_192

  /// The largest number of bytes that are read from a file.
  public let byteLimit: Int

  /// Creates an extractor.
  public init(byteLimit: Int = 32 << 20) {
    self.byteLimit = byteLimit
  }

  /// Reads an open regular file from its beginning.
  ///
  /// - Parameters:
  ///   - file: the file, at offset 0.
  ///   - status: its status from `fstat`.
  ///   - name: its name, which decides its type.
  /// - Returns: the text; ``ExtractedText/Extent/nothing`` for a binary file.
  /// - Throws: the error of read(2).
  public func extract(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8]
  ) throws(SystemError) -> ExtractedText {
    let type = MediaType(fileName: name)
    let probe = try file.read(
      upTo: min(Self.probeLength, byteLimit), expecting: Int(min(status.size, 8_191)))
    if probe.contains(0) {
      return ExtractedText(type: type.isText ? MediaType.binary : type.name, extent: .nothing)
    }
    var bytes = probe
    if probe.count == Self.probeLength {
      bytes += try file.read(
        upTo: byteLimit - probe.count,
        expecting: Int(clamping: status.size) - probe.count)
    }
    var document = ExtractedText(type: type.name)
    let (text, read) = Self.text(from: bytes, upTo: byteLimit)
    if read < bytes.count || bytes.count >= byteLimit && status.size > Int64(bytes.count) {
      document.extent = .beginning(read: Int64(read), size: status.size)
    }
    document.text = text
    MarkdownHeader.read(into: &document, hasHeadings: type.name == MediaType.markdown)
    return document
  }

  /// Converts bytes to valid UTF-8 without a byte order mark and without NULs.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - limit: the approximate limit of the text's size; U+FFFD takes three bytes.
  /// - Returns: the text, and the number of bytes that are in it.
  private static func text(from bytes: [UInt8], upTo limit: Int) -> (text: [UInt8], read: Int) {
    var text = bytes
    var read = bytes.count
    if String(validating: bytes, as: UTF8.self) == nil {
      (text, read) = repaired(bytes, upTo: limit)
    }
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    if text.contains(0) { text = text.map { $0 == 0 ? 0x20 : $0 } }
    return (text, read)
  }

  /// Replaces invalid bytes part by part, so that there is no second copy of the whole text in
  /// memory.
  private static func repaired(
    _ bytes: [UInt8], upTo limit: Int
  ) -> (text: [UInt8], read: Int) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var start = 0
    while start < bytes.count, text.count < limit {
      let end = endOfPart(from: start, in: bytes)
      text += String(decoding: bytes[start..<end], as: UTF8.self).utf8
      start = end
    }
    return (text, start)
  }

  /// The end of a part of about 64 KiB, not inside a character.
  private static func endOfPart(from start: Int, in bytes: [UInt8]) -> Int {
    let end = start + 65_536
    guard end < bytes.count else { return bytes.count }
    // A character has at most three bytes after its first byte.
    let beginning = (end - 3...end).reversed().first { bytes[$0] & 0xc0 != 0x80 }
    return beginning ?? end
  }
}
