/// Where a file has the names of its rows: offsets into them, and the names in the order of their bytes.
package struct SortedNames: Sendable {
  /// The number of names.
  package let count: Int
  private let byteCount: Int
  private let offsets: Int
  private var names: Int { offsets + 4 * (count + 1) }

  /// The offset of the first multiple of four after the names.
  package var end: Int { (names + byteCount + 3) & ~3 }

  private static let mostNames = 1 << 20
  private static let mostBytes = 1 << 26

  /// Describes names; nil if they are too many.
  ///
  /// - Parameters:
  ///   - count: the number of names.
  ///   - byteCount: the bytes of all names.
  ///   - offsets: where the offsets begin.
  package init?(count: Int, byteCount: Int, at offsets: Int) {
    guard count <= Self.mostNames, byteCount <= Self.mostBytes else { return nil }
    (self.count, self.byteCount, self.offsets) = (count, byteCount, offsets)
  }

  /// Finds a name among sorted ones; O(log names).
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - numbers: the names that are searched.
  ///   - bytes: the file, which is at least as long as ``end``.
  /// - Returns: its number; nil if it is not there.
  package func index(
    of name: ArraySlice<UInt8>, in numbers: Range<Int>, _ bytes: Span<UInt8>
  ) -> Int? {
    var (low, high) = (numbers.lowerBound, numbers.upperBound)
    while low < high {
      let middle = (low + high) / 2
      switch order(name, middle, bytes) {
      case 0: return middle
      case ..<0: high = middle
      default: low = middle + 1
      }
    }
    return nil
  }

  /// Below 0 if a name comes before that of a number, above 0 if it comes after it.
  private func order(_ name: ArraySlice<UInt8>, _ number: Int, _ bytes: Span<UInt8>) -> Int {
    let start = Int(bytes.number(at: offsets + 4 * number))
    let end = Int(bytes.number(at: offsets + 4 * number + 4))
    guard start <= end, end <= byteCount else { return -1 }
    var place = names + start
    for byte in name {
      if place == names + end { return 1 }
      if byte != bytes[place] { return Int(byte) - Int(bytes[place]) }
      place += 1
    }
    return place == names + end ? 0 : -1
  }
}

extension Span<UInt8> {
  /// The number of four bytes, the lowest first.
  package func number(at index: Int) -> UInt32 {
    UInt32(self[index]) | UInt32(self[index + 1]) << 8 | UInt32(self[index + 2]) << 16
      | UInt32(self[index + 3]) << 24
  }
}
