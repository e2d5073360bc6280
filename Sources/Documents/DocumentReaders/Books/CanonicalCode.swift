/// A Huffman code whose codes of each length are successive numbers, in the order of the symbols.
struct CanonicalCode {
  private static let longest = 16

  /// For each length, the least number of 16 bits that begins no code of this length or a shorter one.
  private var limits = [Int](repeating: 0, count: longest + 1)
  /// For each length, what is added to a code to get the index of its symbol.
  private var offsets = [Int](repeating: 0, count: longest + 1)
  /// The symbols, sorted by the lengths of their codes.
  private var symbols: [UInt16] = []

  /// Creates the code for the lengths of the codes of all symbols, at most 16; 0 for a symbol without a code.
  init(_ lengths: ArraySlice<UInt8>) {
    var code = 0
    for length in 1...Self.longest {
      offsets[length] = symbols.count - code
      for (symbol, own) in lengths.enumerated() where own == length {
        symbols.append(UInt16(truncatingIfNeeded: symbol))
        code += 1
      }
      limits[length] = code << (Self.longest - length)
      code <<= 1
    }
  }

  /// Finds the code at the beginning of 16 bits.
  ///
  /// - Returns: the symbol and the length of its code; nil if no code begins like this.
  @inline(__always)
  func symbol(_ bits: Int) -> (symbol: Int, length: Int)? {
    for length in 1...Self.longest where bits < limits[length] {
      let index = bits >> (Self.longest - length) + offsets[length]
      return symbols.indices.contains(index) ? (Int(symbols[index]), length) : nil
    }
    return nil
  }
}
