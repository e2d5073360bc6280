/// A container whose members can be read by name, such as the zip file of an office document.
public protocol DocumentPackage {
  /// The names of all members, each once, in the order of the container.
  var names: [String] { get }

  /// Unpacks a member.
  ///
  /// - Parameters:
  ///   - name: a name from ``names``.
  ///   - limit: the content is cut after this number of bytes.
  /// - Returns: nil if there is no such member.
  /// - Throws: ``ReadingFailure`` if the member cannot be unpacked.
  mutating func content(of name: String, limit: Int) throws(ReadingFailure) -> [UInt8]?
}
