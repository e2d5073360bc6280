/// A vector as it is stored: a byte for each number, and a bit for each sign.
public struct VectorCode: Equatable, Sendable {
  /// The numbers as signed bytes; the largest one is ±127.
  public let bytes: [UInt8]
  /// The signs: a bit is 1 for a number above 0, the lowest bit of the first byte for the first number.
  public let bits: [UInt8]

  /// The number of bytes in ``bits``.
  public static let bitBytes = VectorTable.dimensions / 8

  /// Rounds a vector; the cosine of two codes differs from that of their vectors by less than 0.01.
  public init(_ vector: MeaningVector) {
    let most = vector.values.reduce(0) { max($0, abs($1)) }
    bytes = vector.values.map { UInt8(bitPattern: Int8(($0 * 127 / most).rounded())) }
    var bits = [UInt8](repeating: 0, count: Self.bitBytes)
    for (index, value) in vector.values.enumerated() where value > 0 {
      bits[index / 8] |= 1 << UInt8(index % 8)
    }
    self.bits = bits
  }
}

/// The vector of a query, prepared to be compared with many codes.
public struct MeaningQuery: Sendable {
  private let vector: MeaningVector
  /// For each byte of signs, the sum of the numbers with these signs.
  private let sums: [Float]

  /// Prepares a vector.
  public init(_ vector: MeaningVector) {
    self.vector = vector
    var sums: [Float] = []
    sums.reserveCapacity(VectorCode.bitBytes * 256)
    for byte in 0..<VectorCode.bitBytes {
      for signs in 0..<256 {
        var sum: Float = 0
        for bit in 0..<8 {
          let value = vector.values[byte * 8 + bit]
          sum += signs >> bit & 1 == 1 ? value : -value
        }
        sums.append(sum)
      }
    }
    self.sums = sums
  }

  /// Returns a number that is larger for vectors that are probably nearer.
  ///
  /// - Parameters:
  ///   - bits: the signs of many vectors, one after the other.
  ///   - number: which of them is compared.
  /// - Returns: the sum of the query's numbers with the signs of the vector; nil if no sign is set, as where
  ///   there is no vector.
  public func estimate(_ bits: Span<UInt8>, _ number: Int) -> Float? {
    let start = number * VectorCode.bitBytes
    let bits = bits.extracting(start..<start + VectorCode.bitBytes)
    let sums = self.sums.span
    // Four sums, because each addition waits for the one before it.
    var (first, second, third, fourth): (Float, Float, Float, Float) = (0, 0, 0, 0)
    var any: UInt8 = 0
    for byte in stride(from: 0, to: VectorCode.bitBytes, by: 4) {
      let signs = (bits[byte], bits[byte + 1], bits[byte + 2], bits[byte + 3])
      any |= signs.0 | signs.1 | signs.2 | signs.3
      let row = byte * 256
      first += sums[row + Int(signs.0)]
      second += sums[row + 256 + Int(signs.1)]
      third += sums[row + 512 + Int(signs.2)]
      fourth += sums[row + 768 + Int(signs.3)]
    }
    return any == 0 ? nil : (first + second) + (third + fourth)
  }

  /// Returns the cosine to a vector; nil if the bytes are none.
  public func cosine(_ bytes: Span<UInt8>) -> Float? {
    guard bytes.count == VectorTable.dimensions else { return nil }
    var (sum, square): (Float, Float) = (0, 0)
    for index in 0..<VectorTable.dimensions {
      let value = Float(Int8(bitPattern: bytes[index]))
      sum += value * vector.values[index]
      square += value * value
    }
    return square > 0 ? sum / square.squareRoot() : nil
  }
}
