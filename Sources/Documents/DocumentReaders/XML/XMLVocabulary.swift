/// The names of elements and attributes that a format's handler uses, without prefixes.
///
/// The raw values are the names; ``other`` stands for all other names.
protocol XMLVocabulary: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Any name that the handler does not use.
  static var other: Self { get }
  /// The table that finds a name by its bytes.
  static var names: XMLNameTable<Self> { get }
}

extension XMLVocabulary {
  /// Calls `body` with each start tag and the whole text, until it returns false.
  ///
  /// - Returns: why reading ended before the end of the document; nil if it did not.
  @discardableResult
  static func forEachTag(
    in bytes: Span<UInt8>, _ body: (XMLTag<Self>, Span<UInt8>) -> Bool
  ) -> ReadingFailure? {
    if let decoded = XMLEncoding.decoded(bytes) { return forEachTag(ofUTF8: decoded.span, body) }
    return forEachTag(ofUTF8: bytes, body)
  }

  private static func forEachTag(
    ofUTF8 bytes: Span<UInt8>, _ body: (XMLTag<Self>, Span<UInt8>) -> Bool
  ) -> ReadingFailure? {
    var tokenizer = XMLTokenizer<Self>(at: bytes.byteOrderMark)
    while let token = tokenizer.next(in: bytes) {
      if case .open(let tag) = token, !body(tag, bytes) { return nil }
    }
    return tokenizer.failure
  }
}

/// Finds a name by its bytes: a hash table with linear probing.
struct XMLNameTable<Name: XMLVocabulary>: Sendable {
  private struct Entry {
    var hash: UInt32
    var start: Int
    var end: Int
    var name: Name
  }

  /// The initial hash of FNV-1a with 32 bits.
  static var emptyHash: UInt32 { 0x811c_9dc5 }

  private var entries: [Entry?]
  private var bytes: [UInt8] = []

  init() {
    var size = 16
    while size < 4 * Name.allCases.count { size *= 2 }
    entries = Array(repeating: nil, count: size)
    for name in Name.allCases {
      let start = bytes.count
      bytes += Array(name.rawValue.utf8)
      var hash = Self.emptyHash
      for byte in bytes[start...] { hash = Self.hash(hash, byte) }
      var slot = Int(hash) & (size - 1)
      while entries[slot] != nil { slot = (slot + 1) & (size - 1) }
      entries[slot] = Entry(hash: hash, start: start, end: bytes.count, name: name)
    }
  }

  /// Returns the hash of a name with one more byte.
  @inline(__always)
  static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 {
    (hash ^ UInt32(byte)) &* 16_777_619
  }

  /// Finds a name.
  ///
  /// - Parameters:
  ///   - range: the range of the name in the text.
  ///   - hash: the hash of the name.
  ///   - text: the whole text.
  /// - Returns: the name, or ``XMLVocabulary/other``.
  func name(at range: Range<Int>, hash: UInt32, in text: Span<UInt8>) -> Name {
    let mask = entries.count - 1
    var slot = Int(hash) & mask
    while let entry = entries[slot] {
      if entry.hash == hash, isEqual(entry, range, text) { return entry.name }
      slot = (slot + 1) & mask
    }
    return .other
  }

  private func isEqual(_ entry: Entry, _ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    guard entry.end - entry.start == range.count else { return false }
    for offset in 0..<range.count {
      if bytes[entry.start + offset] != text[range.lowerBound + offset] { return false }
    }
    return true
  }
}
