/// A hash table with open addressing for up to a few hundred integer keys; 0 is no valid key.
struct CodeTable<Value: Sendable>: Sendable {
  private static var bits: Int { 9 }

  private var codes = [UInt64](repeating: 0, count: 1 << Self.bits)
  private var values = [Value?](repeating: nil, count: 1 << Self.bits)

  /// The value of a code; nil if there is none.
  subscript(code: UInt64) -> Value? {
    get { values[slot(of: code)] }
    set {
      let slot = slot(of: code)
      codes[slot] = code
      values[slot] = newValue
    }
  }

  /// Returns the slot of a code; if the code is not in the table, the empty slot for it.
  @inline(__always)
  private func slot(of code: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (code &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - Self.bits))
    while codes[slot] != code, codes[slot] != 0 { slot = (slot + 1) & (codes.count - 1) }
    return slot
  }
}
