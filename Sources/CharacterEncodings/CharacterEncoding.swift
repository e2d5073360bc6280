/// A character encoding that ICU can decode.
public struct CharacterEncoding: Equatable, Sendable {
  /// The name by IANA, such as `windows-1252` or `Shift_JIS`.
  public let name: String

  /// Finds an encoding by a label, as labels occur in HTML, XML and mail.
  ///
  /// - Parameter label: a name or alias in any case; blanks around it do not matter.
  /// - Returns: nil for unknown labels.
  public init?(label: String) {
    nil
  }

  /// Decodes bytes.
  ///
  /// - Parameter bytes: the encoded text, whole.
  /// - Returns: valid UTF-8 without a byte order mark; invalid sequences are U+FFFD.
  public func decode(_ bytes: Span<UInt8>) -> [UInt8] {
    []
  }
}
