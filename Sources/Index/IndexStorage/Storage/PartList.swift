/// The parts of a document in their stored form, which takes about two bytes for a page of a book.
///
/// A version byte comes first, then the parts. Each part begins with a varint: twice the distance to the
/// previous part's offset. If its lowest bit is set, the kind, the length of the label as a varint, and the
/// label follow. Otherwise the kind is the previous part's, and the label is the next number.
package struct PartList: Equatable {
  /// The most parts that are kept.
  static let countLimit = 100_000
  /// The longest label in bytes; a longer one is cut.
  static let labelLimit = 256
  /// The size in bytes of the stored form above which no more parts are kept.
  static let sizeLimit = 1 << 20

  private static let version: UInt8 = 1

  /// The parts, by ascending offset.
  package private(set) var parts: [Document.Part] = []

  /// Keeps the parts that begin in the text, sorted by offset.
  init(_ parts: [Document.Part], textCount: Int) {
    var last = 0
    for part in parts.prefix(Self.countLimit) {
      guard last...max(last, textCount) ~= part.offset, part.offset < textCount else { continue }
      last = part.offset
      self.parts.append(
        Document.Part(offset: last, part.kind, label: Self.cut(part.label)))
    }
  }

  /// Reads the stored form; nil if it is damaged.
  package init?(stored: [UInt8]) {
    var reader = VarintReader(bytes: stored)
    guard reader.byte() == Self.version else { return nil }
    var previous = Document.Part(offset: 0, .page, label: "0")
    while !reader.isAtEnd {
      guard parts.count < Self.countLimit, let head = reader.varint(),
        let distance = Int(exactly: head >> 1), distance <= Int.max - previous.offset
      else { return nil }
      let offset = previous.offset + distance
      if head & 1 == 0 {
        guard let label = Self.successor(of: previous.label) else { return nil }
        previous = Document.Part(offset: offset, previous.kind, label: label)
      } else {
        guard let kind = reader.byte().flatMap(Document.Part.Kind.init(rawValue:)),
          let count = reader.varint(), count <= UInt64(Self.labelLimit),
          let label = reader.bytes(Int(count)).flatMap({ String(validating: $0, as: UTF8.self) })
        else { return nil }
        previous = Document.Part(offset: offset, kind, label: label)
      }
      parts.append(previous)
    }
  }

  /// The form that ``init(stored:)`` reads; nil if there are no parts.
  var stored: [UInt8]? {
    if parts.isEmpty { return nil }
    var bytes = [Self.version]
    var previous = Document.Part(offset: 0, .page, label: "0")
    for part in parts {
      if bytes.count > Self.sizeLimit { break }
      let distance = UInt64(clamping: part.offset - previous.offset) << 1
      if part.kind == previous.kind, Self.successor(of: previous.label) == part.label {
        bytes.append(varint: distance)
      } else {
        bytes.append(varint: distance | 1)
        bytes.append(part.kind.rawValue)
        let label = Array(part.label.utf8)
        bytes.append(varint: UInt64(label.count))
        bytes += label
      }
      previous = part
    }
    return bytes
  }

  /// Returns the number after `label` as text; nil if the label is not a number of one to nine digits.
  private static func successor(of label: String) -> String? {
    guard label.utf8.count < 10, let number = Int(label), number >= 0, "\(number)" == label else {
      return nil
    }
    return "\(number + 1)"
  }

  private static func cut(_ label: String) -> String {
    if label.utf8.count <= labelLimit { return label }
    var scalars = Substring(label).unicodeScalars
    var count = label.utf8.count
    while count > labelLimit, let last = scalars.popLast() { count -= UTF8.width(last) }
    return String(scalars)
  }
}

extension PartList {
  /// Returns the part that contains an offset of the text, and its number among the parts of its kind.
  ///
  /// - Returns: nil before the first part. Of parts that begin at the same offset, the last one counts.
  package func part(at offset: Int) -> (part: Document.Part, number: Int)? {
    guard let index = parts.lastIndex(where: { $0.offset <= offset }) else { return nil }
    let kind = parts[index].kind
    return (parts[index], parts[...index].count { $0.kind == kind })
  }
}
