import DocumentReaders

/// The list of members at the end of a zip file, as far as it tells whether a member has changed.
///
/// Source: APPNOTE.TXT of PKWARE, sections 4.3.12 to 4.3.16. Zip files of more than 4 GiB or 65,535 members
/// have their list at another place (ZIP64), which is not read.
enum ZipDirectory {
  private static let endSize = 22
  private static let headerSize = 46
  private static let longestComment = 65_535

  /// Finds the CRC-32 of each member.
  ///
  /// O(bytes) in the list, O(1) in the rest of the file.
  ///
  /// - Parameter bytes: a file, whole; of any format, and damaged or not.
  /// - Returns: the checksums by path, as the list has it; without paths that occur twice.
  static func checksums(of bytes: Span<UInt8>) -> [[UInt8]: UInt32] {
    guard let end = endRecord(bytes) else { return [:] }
    let count = Int(bytes.number(at: end + 10, size: 2))
    var header = Int(bytes.number(at: end + 16, size: 4))
    var (checksums, repeated) = ([[UInt8]: UInt32](), Set<[UInt8]>())
    for _ in 0..<count {
      guard header + headerSize <= end, bytes.number(at: header, size: 4) == 0x0201_4b50 else {
        break
      }
      let nameSize = Int(bytes.number(at: header + 28, size: 2))
      let extra = Int(bytes.number(at: header + 30, size: 2))
      let rest = extra + Int(bytes.number(at: header + 32, size: 2))
      let name = header + headerSize
      guard name + nameSize <= end else { break }
      let path = (name..<name + nameSize).map { bytes[$0] }
      if checksums.updateValue(bytes.number(at: header + 16, size: 4), forKey: path) != nil {
        repeated.insert(path)
      }
      header = name + nameSize + rest
    }
    for path in repeated { checksums[path] = nil }
    return checksums
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
