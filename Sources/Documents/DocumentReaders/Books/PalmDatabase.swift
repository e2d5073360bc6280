/// The records of a Palm database, the container of Mobipocket books.
///
/// Source: <https://wiki.mobileread.com/wiki/PDB>.
struct PalmDatabase {
  private static let headerSize = 78

  /// The type and the creator, such as `BOOKMOBI`.
  let type: String
  /// The offsets of the records, and the end of the last one.
  private let offsets: [Int]

  /// Reads the list of records; nil if the header is cut.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.headerSize, let count = bytes.big(76, 2) else { return nil }
    type = bytes.extracting(60..<68).string
    var offsets: [Int] = []
    for index in 0..<count {
      guard let offset = bytes.big(Self.headerSize + 8 * index, 4) else { break }
      offsets.append(min(offset, bytes.count))
    }
    self.offsets = offsets + [bytes.count]
  }

  /// The number of records.
  var count: Int { offsets.count - 1 }

  /// Returns the range of a record in the file; empty if there is no such record.
  func range(_ index: Int) -> Range<Int> {
    guard index >= 0, index < count, offsets[index] <= offsets[index + 1] else { return 0..<0 }
    return offsets[index]..<offsets[index + 1]
  }
}
