/// Reads the properties of an object of OneNote.
///
/// Source: MS-ONESTORE, sections 2.1.12 and 2.6.
struct OneNoteProperties {
  /// An object or a space of objects that a property refers to: its index in the list of references.
  enum Reference: Equatable {
    case object(Int)
    case space(Int)
  }

  /// The most properties of an object, and how deeply sets of them may contain each other.
  private static let mostProperties = 100_000
  private static let mostLevels = 8
  private static let setKind = 0x11
  private static let hasNoSpaces = 0x8000_0000

  /// The short identifiers that the object refers to, and those of spaces.
  private(set) var objects: [Int] = []
  private(set) var spaces: [Int] = []
  /// What the properties refer to, in order.
  private(set) var references: [(property: Int, reference: Reference)] = []
  /// The values of variable size, by their property: the first one of each.
  private(set) var values: [Int: Range<Int>] = [:]

  private var offset: Int
  private var remaining = mostProperties
  /// How many references of each kind the properties had so far.
  private var used = (objects: 0, spaces: 0)

  /// Reads the properties in a range of bytes; those after damage are left out.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    offset = range.lowerBound
    let bytes = bytes.extracting(0..<range.upperBound)
    guard let header = readIdentifiers(bytes, into: \.objects) else { return }
    if header & Self.hasNoSpaces == 0 {
      guard let header = readIdentifiers(bytes, into: \.spaces) else { return }
      // Identifiers of contexts follow; no property with a text needs them.
      if header & 0x4000_0000 != 0 {
        offset += 4 + (bytes.doubleWord(at: offset) ?? 0 & 0xff_ffff) * 4
      }
    }
    _ = readSet(bytes, level: 0)
  }

  /// Reads a list of short identifiers, and returns its header; nil if it is cut.
  private mutating func readIdentifiers(
    _ bytes: Span<UInt8>, into list: WritableKeyPath<Self, [Int]>
  ) -> Int? {
    guard let header = bytes.doubleWord(at: offset) else { return nil }
    let count = header & 0xff_ffff
    guard count * 4 <= bytes.count - offset - 4 else { return nil }
    self[keyPath: list] = (0..<count).map { bytes.doubleWord(at: offset + 4 + $0 * 4) ?? 0 }
    offset += 4 + count * 4
    return header
  }

  /// Reads a set of properties; returns false at damage.
  private mutating func readSet(_ bytes: Span<UInt8>, level: Int) -> Bool {
    guard level < Self.mostLevels, let count = bytes.word(at: offset),
      count * 4 <= bytes.count - offset - 2
    else { return false }
    let names = offset + 2
    offset = names + count * 4
    for index in 0..<count {
      let name = bytes.doubleWord(at: names + index * 4) ?? 0
      remaining -= 1
      guard remaining > 0, read(name, bytes, level) else { return false }
    }
    return true
  }

  private mutating func read(_ name: Int, _ bytes: Span<UInt8>, _ level: Int) -> Bool {
    // The highest bit is the value of a property that is true or false.
    let (kind, property) = (name >> 26 & 0x1f, name & 0x7fff_ffff)
    switch kind {
    case 1, 2: return true
    case 3...6: offset += 1 << (kind - 3)
    case 7:
      guard let size = bytes.doubleWord(at: offset) else { return false }
      let range = bytes.clamped(offset + 4, size)
      if values[property] == nil { values[property] = range }
      offset = range.upperBound
      return range.count == size
    case 8: addObjects(1, property)
    case 10: addSpaces(1, property)
    case 9, 11, 13:
      guard let count = bytes.doubleWord(at: offset) else { return false }
      offset += 4
      if kind == 9 { addObjects(count, property) }
      if kind == 11 { addSpaces(count, property) }
    case 12: return true
    case 16:
      guard let count = bytes.doubleWord(at: offset) else { return false }
      offset += count > 0 ? 8 : 4
      for _ in 0..<min(count, remaining) {
        guard readSet(bytes, level: level + 1) else { return false }
      }
    case Self.setKind: return readSet(bytes, level: level + 1)
    default: return false
    }
    return offset <= bytes.count
  }

  private mutating func addObjects(_ count: Int, _ property: Int) {
    for _ in 0..<min(count, objects.count - used.objects) {
      references.append((property, .object(used.objects)))
      used.objects += 1
    }
  }

  private mutating func addSpaces(_ count: Int, _ property: Int) {
    for _ in 0..<min(count, spaces.count - used.spaces) {
      references.append((property, .space(used.spaces)))
      used.spaces += 1
    }
  }
}
