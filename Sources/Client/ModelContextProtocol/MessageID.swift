/// The id of a request as the client wrote it; replies repeat its bytes, so no digit is lost.
struct MessageID: Equatable, Sendable {
  /// The JSON text: a string or a number, or `null` in replies to messages without an id.
  let text: [UInt8]

  /// The id in replies to messages without an id.
  static let null = MessageID(text: Array("null".utf8))

  /// The most bytes of an id, because replies repeat it.
  static let limit = 1_024

  private init(text: [UInt8]) {
    self.text = text
  }

  /// Takes the text of a JSON value; nil if it is neither a string nor a number, or if it is too long.
  ///
  /// The content of a string is not checked.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= Self.limit, text.first == UInt8(ascii: "\"") || Self.isNumber(text) else {
      return nil
    }
    self.init(text: Array(text))
  }

  /// Whether a text is a number of any size; see RFC 8259, section 6.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Int {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    _ = skip("-")
    if !skip("0"), digits() == 0 { return false }
    if skip("."), digits() == 0 { return false }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
