/// A container whose members a reader asks for by name, such as the zip file of a text document.
public protocol DocumentPackage {
  /// The names of all members, in the order of the container.
  var names: [String] { get }

  /// Unpacks a member.
  ///
  /// - Parameters:
  ///   - name: a name out of ``names``.
  ///   - limit: how many bytes are wanted; a longer content is cut there.
  /// - Returns: nil if there is no such member.
  /// - Throws: ``ReadingFailure`` if the member cannot be unpacked.
  mutating func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]?
}
