import ExtractionProtocol

/// The first record of a Mobipocket book, which says how its text is stored, and the metadata.
///
/// Source: <https://wiki.mobileread.com/wiki/MOBI>.
struct MobipocketHeader {
  /// How the records of the text are compressed.
  enum Compression { case none, palmDoc, huffman, unknown }

  let compression: Compression
  /// The number of bytes of the text, as declared.
  let textSize: Int
  /// The number of records of the text, which follow the header's record.
  let textRecords: Int
  let isEncrypted: Bool
  /// Whether the record has the header of Mobipocket; without it, the text is plain.
  let isMobipocket: Bool
  /// The version of the format: 8 for KF8, which AZW3 files have.
  let version: Int
  let codePage: CodePage
  /// The index of the first record with Huffman codes, after that of the header, and the number of these records.
  let huffmanRecords: (first: Int, count: Int)
  /// Which data follows the text in each of its records.
  let trailers: Int
  /// The index of the record that lists the parts of the text of KF8; nil if there is none.
  let flowRecord: Int?
  /// The index of the first record of the same book as KF8; nil if the file has only one form.
  private(set) var otherForm: Int?
  private(set) var metadata = XMLMetadata()
  /// The description of the book, in HTML.
  private(set) var descriptions: [[UInt8]] = []

  /// Kinds of records with metadata (EXTH) that are read.
  private enum Kind: Int {
    case author = 100
    case publisher, imprint, description
    case subject = 105
    case published
    case contributor = 108
    case otherForm = 121
    case title = 503
    case language = 524
  }

  /// Reads a header; nil if it is cut.
  init?(_ record: Span<UInt8>) {
    guard let method = record.big(0, 2), let textSize = record.big(4, 4),
      let textRecords = record.big(8, 2), let encryption = record.big(12, 2)
    else { return nil }
    switch method {
    case 1: compression = .none
    case 2: compression = .palmDoc
    case 17_480: compression = .huffman
    default: compression = .unknown
    }
    (self.textSize, self.textRecords) = (textSize, textRecords)
    isEncrypted = encryption != 0
    let length = record.big(20, 4) ?? 0
    isMobipocket = record.hasBytes("MOBI", at: 16)
    guard isMobipocket else {
      (version, codePage, huffmanRecords, trailers, flowRecord) = (0, .windows1252, (0, 0), 0, nil)
      return
    }
    version = record.big(36, 4) ?? 0
    codePage = CodePage(record.big(28, 4) ?? 1252)
    huffmanRecords = (record.big(112, 4) ?? 0, record.big(116, 4) ?? 0)
    trailers = length >= 228 ? record.big(242, 2) ?? 0 : 0
    flowRecord = version == 8 ? record.big(192, 4) : nil
    if (record.big(128, 4) ?? 0) & 0x40 != 0, length <= record.count - 16 {
      readMetadata(record, at: 16 + length)
    }
    let name = record.clamped(record.big(84, 4) ?? 0, record.big(88, 4) ?? 0)
    metadata.add(text(record.extracting(name)), to: .title)
  }

  private func text(_ bytes: Span<UInt8>) -> String {
    codePage.decode(bytes.extracting(first: XMLFieldText.limit)).span.string
  }

  private mutating func readMetadata(_ record: Span<UInt8>, at start: Int) {
    guard record.hasBytes("EXTH", at: start), let count = record.big(start + 8, 4) else { return }
    var offset = start + 12
    for _ in 0..<min(count, 10_000) {
      guard let number = record.big(offset, 4), let size = record.big(offset + 4, 4), size >= 8,
        size <= record.count - offset
      else { return }
      if let kind = Kind(rawValue: number) {
        add(record.extracting(offset + 8..<offset + size), kind)
      }
      offset += size
    }
  }

  private mutating func add(_ value: Span<UInt8>, _ kind: Kind) {
    switch kind {
    case .author: metadata.add(text(value), to: .author)
    case .publisher, .imprint, .contributor: metadata.add(remark: text(value))
    case .description:
      if descriptions.count < XMLMetadata.mostValues { descriptions.append(codePage.decode(value)) }
    case .subject: metadata.add(text(value), to: .keyword)
    case .published: metadata.add(text(value), to: .created)
    case .otherForm: otherForm = value.big(0, 4).flatMap { $0 == 0xffff_ffff ? nil : $0 }
    case .title: metadata.add(text(value), to: .title)
    case .language: metadata.add(text(value), to: .language)
    }
  }
}
