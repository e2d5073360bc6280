/// The id of a request, as the client wrote it: a reply repeats its bytes, so that no number loses a digit.
struct MessageID: Equatable, Sendable {
  /// The JSON text: a string, a number, or `null` in replies to messages without an id.
  let text: [UInt8]

  /// The id of a reply to a message without one.
  static let null = MessageID(text: Array("null".utf8))

  /// The largest length, because replies repeat it.
  static let limit = 1_024

  private init(text: [UInt8]) {
    self.text = text
  }

  /// Takes the text of a JSON value; nil if it is neither a string nor a number, or if it is too long.
  ///
  /// The inside of a string is not checked.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count <= Self.limit, text.first == UInt8(ascii: "\"") || Self.isNumber(text) else {
      return nil
    }
    self.init(text: Array(text))
  }

  /// Whether a text is a number of any size; RFC 8259, section 6.
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
