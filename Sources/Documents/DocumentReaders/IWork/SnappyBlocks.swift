/// Unpacks the files of iWork's archives: blocks of Snappy without a stream identifier and checksums.
///
/// Source: <https://github.com/google/snappy/blob/main/format_description.txt>.
enum SnappyBlocks {
  /// Unpacks a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - limit: the most bytes of the result.
  /// - Returns: the content; as much as there is of a damaged file.
  static func unpack(_ file: Span<UInt8>, limit: Int) -> [UInt8] {
    var (content, offset) = ([UInt8](), 0)
    while let size = file.little(offset + 1, 3), file[offset] == 0, content.count < limit {
      let block = file.clamped(offset + 4, size)
      offset = block.upperBound
      guard unpack(file, block, into: &content) else { break }
    }
    return content
  }

  /// Unpacks a block, to at most 22 times its size.
  ///
  /// - Returns: false if it is damaged; then its beginning is unpacked.
  private static func unpack(
    _ file: Span<UInt8>, _ block: Range<Int>, into content: inout [UInt8]
  ) -> Bool {
    var header = ProtocolBuffer(in: block)
    guard header.number(file) != nil else { return false }
    var (offset, end, start) = (header.position, block.upperBound, content.count)
    while offset < end {
      let tag = Int(file[offset])
      offset += 1
      var (length, distance) = (tag >> 2 + 1, 0)
      switch tag & 3 {
      case 0:
        // A long text has its length in up to four bytes.
        if length > 60 {
          let size = length - 60
          guard let long = file.little(offset, size) else { return false }
          length = long + 1
          offset += size
        }
        guard offset <= end, length <= end - offset else { return false }
        content.append(file.extracting(offset..<offset + length))
        offset += length
        continue
      case 1:
        guard offset < end else { return false }
        (length, distance) = (tag >> 2 & 7 + 4, (tag >> 5) << 8 | Int(file[offset]))
        offset += 1
      default:
        let size = tag & 3 == 2 ? 2 : 4
        guard offset + size <= end, let far = file.little(offset, size) else { return false }
        distance = far
        offset += size
      }
      guard distance > 0, distance <= content.count - start else { return false }
      for _ in 0..<length { content.append(content[content.count - distance]) }
    }
    return true
  }
}
