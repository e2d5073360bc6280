/// Assigns numbers to tokens, without allocating a `String` or an array for each lookup.
///
/// It uses open addressing with linear probing; the hash is 32-bit FNV-1a.
public struct TokenDictionary: Equatable, Sendable {
  private struct Slot {
    var hash: UInt32 = 0
    /// The number of the token in this slot; -1 if the slot is free.
    var number: Int32 = -1
  }

  /// The bytes of all tokens, concatenated.
  private var bytes: [UInt8] = []
  /// The end offset of each token in `bytes`.
  private var ends: [Int] = []
  private var slots = [Slot](repeating: Slot(), count: 16)

  /// Makes an empty dictionary.
  public init() {}

  /// Whether two dictionaries give the same numbers to the same tokens; O(bytes).
  public static func == (left: Self, right: Self) -> Bool {
    left.ends == right.ends && left.bytes == right.bytes
  }

  /// The number of tokens; they are numbered from 0 in insertion order.
  public var count: Int { ends.count }

  /// The total size of all tokens in bytes.
  public var byteCount: Int { bytes.count }

  /// The bytes of a token.
  public func token(_ number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

  /// Adds a token if it is new and returns its number; O(bytes of the token).
  public mutating func add(_ token: Span<UInt8>) -> Int {
    if let number = number(of: token) { return number }
    if (count + 1) * 2 > slots.count { grow() }
    for index in token.indices { bytes.append(token[index]) }
    ends.append(bytes.count)
    insert(Slot(hash: Self.hash(token), number: Int32(count - 1)))
    return count - 1
  }

  /// Returns the number of a token, or nil if it was not added; O(bytes of the token).
  public func number(of token: Span<UInt8>) -> Int? {
    let hash = Self.hash(token)
    var index = Int(hash) & (slots.count - 1)
    while slots[index].number >= 0 {
      let slot = slots[index]
      if slot.hash == hash, isEqual(token, Int(slot.number)) { return Int(slot.number) }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Removes all tokens and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for index in slots.indices { slots[index] = Slot() }
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  private func isEqual(_ token: Span<UInt8>, _ number: Int) -> Bool {
    let range = range(of: number)
    guard range.count == token.count else { return false }
    for index in token.indices where token[index] != bytes[range.lowerBound + index] {
      return false
    }
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.number >= 0 { insert(slot) }
  }

  private mutating func insert(_ slot: Slot) {
    var index = Int(slot.hash) & (slots.count - 1)
    while slots[index].number >= 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private static func hash(_ token: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for index in token.indices { hash = (hash ^ UInt32(token[index])) &* 0x0100_0193 }
    return hash
  }
}
