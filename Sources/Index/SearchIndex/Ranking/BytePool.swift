/// Byte strings by number, each of them once, end to end in memory: a value.
///
/// A string takes its bytes and about 12 more.
struct BytePool {
  private var bytes: [UInt8] = []
  /// Where each string ends in ``bytes``.
  private var ends: ContiguousArray<UInt32> = []
  /// A hash table with linear probing: the number of a string plus one; 0 for none.
  private var slots: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 8)

  /// The number of strings; their numbers are less.
  var count: Int { ends.count }

  /// The string with a number.
  subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

  /// The number of a string; nil if it is not there.
  func number(of string: [UInt8]) -> Int? {
    let slot = slots[slot(of: string)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Adds a string unless it is there.
  ///
  /// - Returns: its number.
  mutating func insert(_ string: [UInt8]) -> Int {
    if let known = number(of: string) { return known }
    bytes += string
    ends.append(UInt32(bytes.count))
    if ends.count * 4 > slots.count * 3 {
      slots = ContiguousArray(repeating: 0, count: slots.count * 2)
      for number in ends.indices { slots[slot(of: self[number])] = UInt32(number) + 1 }
    } else {
      slots[slot(of: string)] = UInt32(ends.count)
    }
    return ends.count - 1
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  /// The slot that a string has, or would have.
  private func slot(of string: some Collection<UInt8>) -> Int {
    var hasher = Hasher()
    for byte in string { hasher.combine(byte) }
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !self[Int(slots[slot]) - 1].elementsEqual(string) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
