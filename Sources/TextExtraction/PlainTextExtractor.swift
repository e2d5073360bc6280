public import LinuxSystem

/// Makes text of files that are text already: prose, Markdown, source code.
public struct PlainTextExtractor: Sendable {
  /// Another number than before has every file read again, for what it makes of them has changed.
  public static let version: Int64 = 2
  /// A NUL among the first so many bytes makes a file binary.
  public static let probeLength = 8_192

  /// How many bytes of a file are read at most.
  public let byteLimit: Int

  /// Makes an extractor.
  public init(byteLimit: Int = 64 << 20) {
    self.byteLimit = byteLimit
  }

  /// Reads an open regular file from its beginning.
  ///
  /// - Parameters:
  ///   - file: the file, at offset 0.
  ///   - status: what `fstat` says of it.
  ///   - name: its name, which tells its type.
  /// - Returns: the text; ``ExtractedText/Extent/nothing`` for a binary file.
  /// - Throws: what read(2) fails with.
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

  /// Valid UTF-8 without a byte order mark and without NULs.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: what was read.
  ///   - limit: how long the text may be, about: what replaces a wrong byte takes three.
  /// - Returns: the text, and how many of the bytes are in it.
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

  /// Replaces what is wrong a part at a time, so that no second text of that size is in memory.
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

  /// Where a part of about 64 KiB ends: not within a character.
  private static func endOfPart(from start: Int, in bytes: [UInt8]) -> Int {
    let end = start + 65_536
    guard end < bytes.count else { return bytes.count }
    // A character has at most three bytes behind its first.
    let beginning = (end - 3...end).reversed().first { bytes[$0] & 0xc0 != 0x80 }
    return beginning ?? end
  }
}
