/// The list of members at the end of a zip file; it has fields that libarchive does not return.
///
/// Source: APPNOTE.TXT of PKWARE, sections 4.3.12 to 4.3.16. Zip files of more than 4 GiB or 65,535 members
/// have another list (ZIP64), which is not read.
struct ZipDirectory: Equatable {
  private static let endSize = 22
  private static let headerSize = 46
  private static let localHeaderSize = 30
  private static let longestComment = 65_535

  /// The CRC-32 of each member by path, as the list has it; a path that occurs twice is left out.
  private(set) var checksums: [[UInt8]: UInt32] = [:]
  /// The paths that are not valid UTF-8, in the order of the list.
  private(set) var foreignPaths: [[UInt8]] = []
  /// The paths of ``foreignPaths``, by the offset of the member's content in the file.
  private var foreignPathsByContent: [Int: [UInt8]] = [:]

  /// Reads the list.
  ///
  /// O(size of the list).
  ///
  /// - Parameter bytes: a whole file of any format, possibly damaged.
  init(of bytes: Span<UInt8>) {
    guard let end = Self.endRecord(bytes) else { return }
    let count = Int(bytes.number(at: end + 10, size: 2))
    var header = Int(bytes.number(at: end + 16, size: 4))
    var repeated = Set<[UInt8]>()
    for _ in 0..<count {
      guard header + Self.headerSize <= end, bytes.number(at: header, size: 4) == 0x0201_4b50
      else { break }
      let nameSize = Int(bytes.number(at: header + 28, size: 2))
      let extra = Int(bytes.number(at: header + 30, size: 2))
      let rest = extra + Int(bytes.number(at: header + 32, size: 2))
      let name = header + Self.headerSize
      guard name + nameSize <= end else { break }
      let path = (name..<name + nameSize).map { bytes[$0] }
      if checksums.updateValue(bytes.number(at: header + 16, size: 4), forKey: path) != nil {
        repeated.insert(path)
      }
      if !MemberNames.isUnicode(path) {
        foreignPaths.append(path)
        let local = Int(bytes.number(at: header + 42, size: 4))
        if let content = Self.content(of: local, bytes) { foreignPathsByContent[content] = path }
      }
      header = name + nameSize + rest
    }
    for path in repeated { checksums[path] = nil }
  }

  /// Returns the path of the member whose content begins at an offset, if the path is not UTF-8; else nil.
  func foreignPath(ofContentAt offset: Int) -> [UInt8]? { foreignPathsByContent[offset] }

  /// Returns the path in the member's header at an offset; nil if there is no header.
  static func path(ofHeaderAt offset: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard offset >= 0, offset < bytes.count, let content = content(of: offset, bytes) else {
      return nil
    }
    let name = offset + localHeaderSize
    let end = name + Int(bytes.number(at: offset + 26, size: 2))
    return end <= content ? (name..<end).map { bytes[$0] } : nil
  }

  /// Returns the offset of a member's content, given the offset of the member's header.
  private static func content(of header: Int, _ bytes: Span<UInt8>) -> Int? {
    guard header + localHeaderSize <= bytes.count, bytes.number(at: header, size: 4) == 0x0403_4b50
    else { return nil }
    let content =
      header + localHeaderSize + Int(bytes.number(at: header + 26, size: 2))
      + Int(bytes.number(at: header + 28, size: 2))
    return content <= bytes.count ? content : nil
  }

  /// Returns the offset of the record that ends the file; only the record's comment follows it.
  private static func endRecord(_ bytes: Span<UInt8>) -> Int? {
    let last = bytes.count - endSize
    guard last >= 0 else { return nil }
    for offset in (max(0, last - longestComment)...last).reversed()
    where bytes[offset] == 0x50 && bytes.number(at: offset, size: 4) == 0x0605_4b50 {
      let comment = Int(bytes.number(at: offset + 20, size: 2))
      if offset + endSize + comment == bytes.count { return offset }
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Reads a little-endian number of at most four bytes; the span must contain all of them.
  fileprivate func number(at offset: Int, size: Int) -> UInt32 {
    (0..<size).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
  }
}
