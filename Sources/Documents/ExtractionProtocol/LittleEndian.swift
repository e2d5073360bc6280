extension [UInt8] {
  /// Appends a number in little-endian order.
  package mutating func append(number: some FixedWidthInteger) {
    for index in 0..<number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: number >> (8 * index)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes a little-endian number from the front, and returns it; nil if there are too few bytes.
  package mutating func popNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    let size = Number.bitWidth / 8
    guard count >= size else { return nil }
    var number: Number = 0
    for (index, byte) in prefix(size).enumerated() {
      number |= Number(truncatingIfNeeded: byte) << (8 * index)
    }
    removeFirst(size)
    return number
  }
}
