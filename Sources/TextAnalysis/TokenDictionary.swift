/// Numbers for tokens, found without making a `String` or an array of each token.
///
/// Open addressing with linear probing; the hash is FNV-1a of 32 bits.
struct TokenDictionary: Sendable {
  private struct Slot {
    var hash: UInt32 = 0
    /// Index of the token, or -1 in a free slot.
    var index = -1
  }

  /// The tokens, in the order in which they were added.
  private(set) var tokens: [[UInt8]] = []
  private var slots = [Slot](repeating: Slot(), count: 16)

  /// The number of a token, which is added if it is new.
  mutating func add(_ token: [UInt8]) -> Int {
    if let index = index(of: token.span) { return index }
    if (tokens.count + 1) * 2 > slots.count { grow() }
    tokens.append(token)
    insert(Slot(hash: Self.hash(token.span), index: tokens.count - 1))
    return tokens.count - 1
  }

  /// The number of a token, if it is in.
  func index(of token: Span<UInt8>) -> Int? {
    let hash = Self.hash(token)
    var place = Int(hash) & (slots.count - 1)
    while slots[place].index >= 0 {
      let slot = slots[place]
      if slot.hash == hash, token.hasSameBytes(as: tokens[slot.index]) { return slot.index }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: old.count * 2)
    for slot in old where slot.index >= 0 { insert(slot) }
  }

  private mutating func insert(_ slot: Slot) {
    var place = Int(slot.hash) & (slots.count - 1)
    while slots[place].index >= 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private static func hash(_ token: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for index in token.indices { hash = (hash ^ UInt32(token[index])) &* 0x0100_0193 }
    return hash
  }
}
