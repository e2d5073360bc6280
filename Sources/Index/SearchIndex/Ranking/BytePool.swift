/// A set of byte strings with numbers, stored end to end in memory.
///
/// A string takes about 12 bytes more than its own bytes.
struct BytePool {
  private var bytes: [UInt8] = []
  /// The end of each string in ``bytes``.
  private var ends: ContiguousArray<UInt32> = []
  /// A hash table with linear probing: the number of a string plus one, or 0 for an empty slot.
  private var slots: ContiguousArray<UInt32> = ContiguousArray(repeating: 0, count: 8)

  /// The number of strings; they are numbered from 0 on.
  var count: Int { ends.count }

  /// The string with a number.
  subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])]
  }

  /// Returns the number of a string; nil if the pool does not contain it.
  func number(of string: [UInt8]) -> Int? {
    let slot = slots[slot(of: string)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// Adds a string, unless the pool contains it, and returns its number.
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

  /// Returns the slot that contains a string, or the empty slot in which it would be put.
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
