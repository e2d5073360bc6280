public import LinuxSystem

/// Makes text of files that are text already: prose, Markdown, source code.
public struct PlainTextExtractor: Sendable {
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
    if bytes.count >= byteLimit, status.size > Int64(bytes.count) {
      document.extent = .beginning(read: Int64(bytes.count), size: status.size)
    }
    document.text = Self.text(from: bytes)
    MarkdownHeader.read(into: &document, hasHeadings: type.name == MediaType.markdown)
    return document
  }

  /// Valid UTF-8 without a byte order mark and without NULs.
  ///
  /// O(bytes).
  static func text(from bytes: [UInt8]) -> [UInt8] {
    var text = bytes
    if String(validating: bytes, as: UTF8.self) == nil {
      text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    if text.contains(0) { text = text.map { $0 == 0 ? 0x20 : $0 } }
    return text
  }
}
