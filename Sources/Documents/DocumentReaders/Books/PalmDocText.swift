/// Unpacks the compression of PalmDOC, which refers back to at most 2,047 bytes.
///
/// Source: <https://wiki.mobileread.com/wiki/PalmDOC>.
enum PalmDocText {
  /// Unpacks a record, to at most eight times its size.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - text: receives the bytes; only those of this record are referred to.
  static func unpack(_ record: Span<UInt8>, into text: inout [UInt8]) {
    let start = text.count
    var index = 0
    while index < record.count {
      let byte = record[index]
      index += 1
      switch byte {
      case 1...8:
        let end = min(index + Int(byte), record.count)
        text.append(record.extracting(index..<end))
        index = end
      case 0...0x7f: text.append(byte)
      case 0xc0...: text += [0x20, byte ^ 0x80]
      default:
        guard index < record.count else { return }
        let pair = Int(byte) << 8 | Int(record[index])
        index += 1
        let (distance, length) = (pair >> 3 & 0x7ff, pair & 7 + 3)
        guard distance > 0, distance <= text.count - start else { return }
        for _ in 0..<length { text.append(text[text.count - distance]) }
      }
    }
  }
}
