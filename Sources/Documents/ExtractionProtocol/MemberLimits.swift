/// Limits for reading the members of a container.
public struct MemberLimits: Hashable, Sendable {
  /// How deeply nested containers are opened; 0 reads no members.
  public var depth: UInt8
  /// The largest number of members of a document that are read.
  public var count: UInt32
  /// The largest size in bytes that all members of a document may unpack to.
  public var size: UInt64

  /// Creates limits; the configuration has the same defaults.
  public init(depth: UInt8 = 4, count: UInt32 = 10_000, size: UInt64 = 512 << 20) {
    (self.depth, self.count, self.size) = (depth, count, size)
  }

  /// The size of ``bytes``, in bytes.
  static let byteCount = 13

  init?(_ bytes: inout ArraySlice<UInt8>) {
    guard let depth = bytes.popFirst(), let count = bytes.popNumber(UInt32.self),
      let size = bytes.popNumber(UInt64.self)
    else { return nil }
    self.init(depth: depth, count: count, size: size)
  }

  var bytes: [UInt8] {
    var bytes = [depth]
    bytes.append(number: count)
    bytes.append(number: size)
    return bytes
  }
}
