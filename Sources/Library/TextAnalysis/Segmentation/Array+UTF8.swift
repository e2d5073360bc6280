extension Array<UInt8> {
  /// Appends a code point in UTF-8.
  @inline(__always)
  mutating func append(utf8Of scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0..<0x80:
      append(UInt8(truncatingIfNeeded: value))
      return
    case 0x80..<0x800:
      append(UInt8(truncatingIfNeeded: 0xc0 | value >> 6))
    case 0x800..<0x10000:
      append(UInt8(truncatingIfNeeded: 0xe0 | value >> 12))
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3f))
    default:
      append(UInt8(truncatingIfNeeded: 0xf0 | value >> 18))
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3f))
      append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3f))
    }
    append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3f))
  }

  /// Appends all bytes of a span.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }
}
