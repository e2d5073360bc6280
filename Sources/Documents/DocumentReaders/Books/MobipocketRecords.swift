/// The records with the text of a book.
struct MobipocketRecords {
  private let database: PalmDatabase
  private let header: MobipocketHeader
  /// The index of the header's record.
  private let base: Int

  init(_ database: PalmDatabase, _ header: MobipocketHeader, _ base: Int) {
    (self.database, self.header, self.base) = (database, header, base)
  }

  /// Unpacks the text of all records.
  ///
  /// - Returns: UTF-8, and why the rest is missing.
  mutating func text(_ bytes: Span<UInt8>) -> (text: [UInt8], failure: ReadingFailure?) {
    var (packed, failure) = ([UInt8](), ReadingFailure?.none)
    let limit = UnpackingBudget(packedSize: bytes.count, most: DecodedSize.limit).remaining
    if header.compression == .unknown {
      return ([], .unsupported("an unknown compression"))
    }
    var huffman: HuffmanText?
    if header.compression == .huffman {
      huffman = HuffmanText(records(of: header.huffmanRecords), bytes)
      if huffman == nil { return ([], .damaged("the Huffman codes are damaged")) }
    }
    for index in 0..<header.textRecords {
      let range = database.range(base + 1 + index)
      if range.isEmpty {
        failure = .damaged("a record is missing")
        break
      }
      let record = bytes.extracting(range)
      let content = record.extracting(first: record.count - trailerSize(record))
      switch header.compression {
      case .palmDoc: PalmDocText.unpack(content, into: &packed)
      case .huffman:
        if huffman?.unpack(content, into: &packed) != true {
          failure = .damaged("a record is damaged")
        }
      default: packed.append(content)
      }
      if packed.count >= limit {
        failure = .sizeLimit
        break
      }
    }
    let size = min(packed.count, header.textSize)
    if size < packed.count { packed.removeLast(packed.count - size) }
    return (header.codePage.decode(packed.span), failure)
  }

  /// Returns the size of the first part of the text of KF8, which has the chapters; styles and pictures follow.
  func firstFlow(_ bytes: Span<UInt8>) -> Int? {
    guard let index = header.flowRecord, index < database.count else { return nil }
    let record = bytes.extracting(database.range(base + index))
    guard record.hasBytes("FDST", at: 0), (record.big(8, 4) ?? 0) > 1,
      let end = record.big(16, 4), end > 0
    else { return nil }
    return end
  }

  /// The ranges of records after the header's record.
  private func records(of numbers: (first: Int, count: Int)) -> [Range<Int>] {
    guard numbers.first < database.count else { return [] }
    return (0..<min(numbers.count, database.count)).map {
      database.range(base + numbers.first + $0)
    }
  }

  /// The size of the data after the text of a record, at most that of the record.
  private func trailerSize(_ record: Span<UInt8>) -> Int {
    var size = 0
    for bit in 1..<16 where header.trailers >> bit & 1 == 1 {
      size += entrySize(record, before: record.count - size)
      if size >= record.count { return record.count }
    }
    // The bytes with which the next record completes the last character are here, too.
    if header.trailers & 1 == 1, record.count > size {
      size += Int(record[record.count - size - 1] & 3) + 1
    }
    return min(size, record.count)
  }

  /// Returns a number that is written backwards, seven bits a byte; the first byte has the highest bit.
  private func entrySize(_ record: Span<UInt8>, before end: Int) -> Int {
    var value = 0
    for index in max(0, end - 4)..<end {
      if record[index] & 0x80 != 0 { value = 0 }
      value = value << 7 | Int(record[index] & 0x7f)
    }
    return value
  }
}
