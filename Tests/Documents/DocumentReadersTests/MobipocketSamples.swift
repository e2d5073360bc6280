/// Builds Mobipocket books.
struct MobipocketBook {
  /// The records after the first one.
  var records: [[UInt8]]
  var compression = 2
  var encryption = 0
  var version = 6
  var codePage = 65_001
  var type = "BOOKMOBI"
  var trailers = 0
  var textRecords: Int?
  var textSize: Int?
  var huffmanRecords = (first: 0, count: 0)
  var flowRecord = 0
  /// The records of metadata.
  var metadata: [(kind: Int, value: [UInt8])] = []
  var title = "Full name"

  init(_ records: [[UInt8]]) { self.records = records }

  static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  /// The record with the header.
  var header: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16 + 264)
    func put(_ value: Int, _ size: Int, at offset: Int) {
      bytes.replaceSubrange(offset..<offset + size, with: Self.big(value, size))
    }
    put(compression, 2, at: 0)
    put(textSize ?? 1_000_000, 4, at: 4)
    put(textRecords ?? records.count, 2, at: 8)
    put(4_096, 2, at: 10)
    put(encryption, 2, at: 12)
    if type == "TEXtREAd" { return Array(bytes.prefix(16)) }
    bytes.replaceSubrange(16..<20, with: "MOBI".utf8)
    put(264, 4, at: 20)
    put(codePage, 4, at: 28)
    put(version, 4, at: 36)
    put(huffmanRecords.first, 4, at: 112)
    put(huffmanRecords.count, 4, at: 116)
    put(0x40, 4, at: 128)
    put(flowRecord, 4, at: 192)
    put(trailers, 2, at: 242)
    var extra: [UInt8] = []
    for (kind, value) in metadata {
      extra += Self.big(kind, 4) + Self.big(value.count + 8, 4) + value
    }
    let list =
      Array("EXTH".utf8) + Self.big(extra.count + 12, 4) + Self.big(metadata.count, 4) + extra
    put(bytes.count + list.count, 4, at: 84)
    put(title.utf8.count, 4, at: 88)
    return bytes + list + Array(title.utf8)
  }

  var bytes: [UInt8] { Self.database(type, [header] + records) }

  /// A database with records.
  static func database(_ type: String, _ records: [[UInt8]]) -> [UInt8] {
    var bytes =
      [UInt8](repeating: 0, count: 60) + Array(type.utf8) + [UInt8](repeating: 0, count: 8)
    bytes += big(records.count, 2)
    var offset = 78 + 8 * records.count + 2
    for record in records {
      bytes += big(offset, 4) + [0, 0, 0, 0]
      offset += record.count
    }
    return bytes + [0, 0] + records.joined()
  }

  /// A book whose Huffman codes are bytes: `a` to `z`, and 27 phrases of which the last one is two others.
  static var huffman: MobipocketBook {
    var codes =
      Array("HUFF".utf8) + big(24, 4) + big(24, 4) + big(24 + 1_024, 4) + big(0, 4) + big(0, 4)
    // All codes have eight bits; the greatest one is the first phrase.
    for _ in 0..<256 { codes += big(255 << 8 | 0x80 | 8, 4) }
    for _ in 0..<64 { codes += big(0, 4) }
    let phrases: [(bytes: [UInt8], isPlain: Bool)] =
      [
        (Array("bird ".utf8), true), (Array("größe ".utf8), true), ([255, 254], false),
        ([252], false),
      ]
    var (offsets, content): ([UInt8], [UInt8]) = ([], [])
    for (bytes, isPlain) in phrases {
      offsets += big(2 * phrases.count + content.count, 2)
      content += big(bytes.count | (isPlain ? 0x8000 : 0), 2) + bytes
    }
    let dictionary =
      Array("CDIC".utf8) + big(16, 4) + big(phrases.count, 4) + big(8, 4) + offsets + content
    var book = MobipocketBook([[255, 253, 254], codes, dictionary])
    (book.compression, book.textRecords, book.huffmanRecords) = (17_480, 1, (2, 2))
    return book
  }
}
