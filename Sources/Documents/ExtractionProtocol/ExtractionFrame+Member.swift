extension ExtractionFrame {
  /// A member of a container: an attachment, a file of an archive, a message of a mailbox.
  ///
  /// A jailed program sends the description before the content of the member.
  public struct Member: Equatable, Sendable {
    /// The longest path in bytes.
    public static let pathLimit = 4_096
    /// The longest media type in bytes.
    public static let typeLimit = 127

    /// The path in the container, as bytes: not normalized, not unique, never empty.
    public var path: [UInt8]
    /// The media type, in printable ASCII; empty if unknown.
    public var type: String
    /// The reader: ``DocumentFormat/plainText`` for text in any encoding, nil if no reader exists.
    public var format: DocumentFormat?
    /// The unpacked size in bytes.
    public var size: UInt64
    /// The modification time in seconds since 1970; nil if unknown.
    public var modified: Int64?
    /// The checksum of the content in the container, such as the CRC-32 in zip files; nil if there is none.
    public var checksum: UInt64?

    /// Describes a member.
    public init(
      path: [UInt8], type: String = "", format: DocumentFormat? = nil, size: UInt64 = 0,
      modified: Int64? = nil, checksum: UInt64? = nil
    ) {
      (self.path, self.type, self.format, self.size) = (path, type, format, size)
      (self.modified, self.checksum) = (modified, checksum)
    }

    /// Reads a description that ``write(to:)`` has written; nil if the bytes break a rule.
    init?(_ content: ArraySlice<UInt8>) {
      var bytes = content
      guard let reader = bytes.popFirst(), let known = bytes.popFirst(), known <= 3,
        let size = bytes.popNumber(UInt64.self), let modified = bytes.popNumber(Int64.self),
        let checksum = bytes.popNumber(UInt64.self), let typeSize = bytes.popFirst(),
        typeSize <= Self.typeLimit, bytes.count > Int(typeSize)
      else { return nil }
      let type = bytes.prefix(Int(typeSize))
      let path = bytes.dropFirst(Int(typeSize))
      guard path.count <= Self.pathLimit, type.allSatisfy({ (0x21..<0x7f).contains($0) }) else {
        return nil
      }
      if reader != 0 {
        guard let format = DocumentFormat(rawValue: reader) else { return nil }
        self.format = format
      }
      (self.path, self.size) = (Array(path), size)
      self.type = String(decoding: type, as: UTF8.self)
      if known & 1 != 0 { self.modified = modified }
      if known & 2 != 0 { self.checksum = checksum }
    }

    /// Appends the description: reader, flags of known fields, size, time, checksum, type, path.
    func write(to bytes: inout [UInt8]) {
      let type = self.type.utf8.prefix(Self.typeLimit)
      bytes.append(format?.rawValue ?? 0)
      bytes.append((modified == nil ? 0 : 1) | (checksum == nil ? 0 : 2))
      bytes.append(number: size)
      bytes.append(number: modified ?? 0)
      bytes.append(number: checksum ?? 0)
      bytes.append(UInt8(type.count))
      bytes += type
      bytes += path.prefix(Self.pathLimit)
    }
  }
}
