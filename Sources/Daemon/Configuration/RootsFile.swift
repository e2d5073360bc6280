package import LinuxSystem

/// The drop-in file to which `AddRoot` and `RemoveRoot` write the list of roots.
///
/// It belongs to the daemon, which changes no other configuration file.
package struct RootsFile: Sendable {
  /// Its name, which sorts after most other drop-ins.
  static let name = "99-roots.conf"

  package let path: FilePath

  /// - Parameter folder: a folder of drop-ins.
  init(in folder: FilePath) {
    path = folder.appending(Self.name)
  }

  /// The bytes of the file; nil if it does not exist.
  package var content: [UInt8]? {
    guard let file = try? FileDescriptor(openingOwn: path) else { return nil }
    return try? file.read(upTo: 1 << 20, expecting: 4_096)
  }

  /// Replaces the file atomically; only its owner can read it.
  ///
  /// - Parameter content: the bytes; nil removes the file.
  /// - Throws: an error if the file cannot be written or removed.
  package func replace(with content: [UInt8]?) throws(SystemError) {
    guard let content else { return try path.removeFile() }
    try path.parent.makeDirectory()
    try path.replaceContent(with: content)
  }

  /// The text of a file that sets only these roots, and overrides earlier files.
  ///
  /// - Returns: nil if a path is not UTF-8 or contains a line feed; no file can contain such a root.
  package static func text(for roots: [FilePath]) -> String? {
    let names = roots.compactMap(\.utf8).filter { !$0.contains(where: \.isNewline) }
    guard names.count == roots.count else { return nil }
    let lines = names.map { "Roots=\(quoted($0))\n" }
    return """
      # Written by sittad for 'sitta add-root' and 'sitta remove-root'. It overrides Roots= in all
      # files that are read before it. Remove it to use them again.
      [Index]
      Roots=
      \(lines.joined())
      """
  }

  /// Quotes a word for ``ConfigurationOption/words(_:)``.
  private static func quoted(_ word: String) -> String {
    let parts = word.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"'\"'\""))\""
  }
}
