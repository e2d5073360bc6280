extension Span<UInt8> {
  /// Whether this span and an array have the same bytes.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
