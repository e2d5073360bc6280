/// The list of members at the end of a zip file: the fields that libarchive does not give.
///
/// Source: APPNOTE.TXT of PKWARE, sections 4.3.12 to 4.3.16. Zip files of more than 4 GiB or 65,535 members
/// have their list at another place (ZIP64), which is not read.
struct ZipDirectory: Equatable {
  private static let endSize = 22
  private static let headerSize = 46
  private static let localHeaderSize = 30
  private static let longestComment = 65_535

  /// The CRC-32 of each member by path, as the list has it; without paths that occur twice.
  private(set) var checksums: [[UInt8]: UInt32] = [:]
  /// The paths that are not UTF-8, in the order of the list.
  private(set) var foreignPaths: [[UInt8]] = []
  /// The paths of ``foreignPaths`` by the offset at which the content of their member begins.
  private var foreignPathsByContent: [Int: [UInt8]] = [:]

  /// Reads the list.
  ///
  /// O(bytes) in the list, O(1) in the rest of the file.
  ///
  /// - Parameter bytes: a file, whole; of any format, and damaged or not.
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

  /// The path, which is not UTF-8, of the member whose content begins at an offset; nil for others.
  func foreignPath(ofContentAt offset: Int) -> [UInt8]? { foreignPathsByContent[offset] }

  /// The path of the member whose header is at an offset, as the header has it; nil if there is none.
  static func path(ofHeaderAt offset: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard offset >= 0, offset < bytes.count, let content = content(of: offset, bytes) else {
      return nil
    }
    let name = offset + localHeaderSize
    let end = name + Int(bytes.number(at: offset + 26, size: 2))
    return end <= content ? (name..<end).map { bytes[$0] } : nil
  }

  /// Where the content of a member begins whose header is at an offset.
  private static func content(of header: Int, _ bytes: Span<UInt8>) -> Int? {
    guard header + localHeaderSize <= bytes.count, bytes.number(at: header, size: 4) == 0x0403_4b50
    else { return nil }
    let content =
      header + localHeaderSize + Int(bytes.number(at: header + 26, size: 2))
      + Int(bytes.number(at: header + 28, size: 2))
    return content <= bytes.count ? content : nil
  }

  /// The offset of the record that ends the file, followed by nothing but its comment.
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
  /// A little-endian number of at most four bytes, all of which must be there.
  fileprivate func number(at offset: Int, size: Int) -> UInt32 {
    (0..<size).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) }
  }
}
