/// Reads the objects and the numbers of a stream of MS-FSSHTTPB.
///
/// Source: MS-FSSHTTPB, sections 2.2.1.1 to 2.2.1.7.
struct PackageReader {
  /// The largest number of identifiers in a list.
  private static let mostIdentifiers = 1 << 20
  /// The size of 15 bits that says that a number with the size follows.
  private static let longSize = 0x7fff

  var offset: Int
  /// Whether the stream ended before an object was complete.
  private(set) var isDamaged = false

  init(offset: Int) { self.offset = offset }

  /// Returns the next object and its data, without the objects inside of it; nil at the end.
  mutating func next(_ bytes: Span<UInt8>) -> (kind: Int, data: Range<Int>)? {
    // Zeros fill the rest of the file.
    while let first = bytes.little(offset, 1), first != 0 {
      var (kind, size) = (0, 0)
      switch first & 3 {
      case 0:
        guard let header = bytes.word(at: offset) else { return fail() }
        (kind, size) = (header >> 3 & 0x3f, header >> 9)
        offset += 2
      case 2:
        guard let header = bytes.doubleWord(at: offset) else { return fail() }
        (kind, size) = (header >> 3 & 0x3fff, header >> 17)
        offset += 4
        if size == Self.longSize {
          guard let long = number(bytes) else { return fail() }
          size = Int(clamping: long)
        }
      // The ends of objects have one byte or two.
      case 1:
        offset += 1
        continue
      default:
        offset += 2
        continue
      }
      let data = bytes.clamped(offset, size)
      if data.count < size { isDamaged = true }
      return (kind, data)
    }
    return nil
  }

  private mutating func fail() -> (kind: Int, data: Range<Int>)? {
    isDamaged = true
    return nil
  }

  /// Reads a number of one to nine bytes; the lowest bits of the first byte tell the size.
  mutating func number(_ bytes: Span<UInt8>) -> UInt64? {
    guard let first = bytes.little(offset, 1) else { return nil }
    if first == 0 {
      offset += 1
      return 0
    }
    let size = first.trailingZeroBitCount + 1
    if size == 8 {
      offset += 9
      return bytes.quadWord(at: offset - 8)
    }
    let value = bytes.number(at: offset, size: size, isBigEndian: false)
    offset += size
    return value.map { $0 >> UInt64(size) }
  }

  /// Reads an identifier: a number in one to five bytes, and a GUID.
  mutating func identifier(_ bytes: Span<UInt8>) -> OneNoteID? {
    guard let first = bytes.little(offset, 1) else { return nil }
    if first == 0 {
      offset += 1
      return OneNoteID.none
    }
    let (size, shift) =
      switch first {
      case _ where first & 7 == 4: (1, 3)
      case _ where first & 0x3f == 0x20: (2, 6)
      case _ where first & 0x7f == 0x40: (3, 7)
      case 0x80: (5, 8)
      default: (0, 0)
      }
    guard size > 0, let number = bytes.little(offset, size) else { return nil }
    let identifier = OneNoteID(bytes, guidAt: offset + size, number: number >> shift)
    offset += size + 16
    return identifier
  }

  /// Reads a list of identifiers.
  mutating func identifiers(_ bytes: Span<UInt8>) -> [OneNoteID]? { list(bytes, inCells: false) }

  /// Reads a list of cells, and returns the identifiers of their spaces.
  mutating func cells(_ bytes: Span<UInt8>) -> [OneNoteID]? { list(bytes, inCells: true) }

  private mutating func list(_ bytes: Span<UInt8>, inCells: Bool) -> [OneNoteID]? {
    guard let count = number(bytes), count <= Self.mostIdentifiers else { return nil }
    var list: [OneNoteID] = []
    for _ in 0..<count {
      if inCells, identifier(bytes) == nil { return nil }
      guard let name = identifier(bytes) else { return nil }
      list.append(name)
    }
    return list
  }
}
