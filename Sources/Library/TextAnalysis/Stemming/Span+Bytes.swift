extension Span<UInt8> {
  /// Whether the bytes are equal to those of an array.
  func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
