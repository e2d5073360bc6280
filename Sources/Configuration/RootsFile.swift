package import LinuxSystem

/// The drop-in in which `AddRoot` and `RemoveRoot` keep the list of roots.
///
/// It is the daemon's own: what people wrote in other files stays as it is.
package struct RootsFile: Sendable {
  /// Its name: most drop-ins come before it.
  static let name = "99-roots.conf"

  package let path: FilePath

  /// - Parameter folder: a folder of drop-ins.
  init(in folder: FilePath) {
    path = folder.appending(Self.name)
  }

  /// The file's bytes; nil where it is not there.
  package var content: [UInt8]? {
    guard let file = try? FileDescriptor(openingOwn: path) else { return nil }
    return try? file.read(upTo: 1 << 20, expecting: 4_096)
  }

  /// Puts bytes in the place of what is there, at once and for its owner alone.
  ///
  /// - Parameter content: the bytes; nil for no file.
  /// - Throws: what making, writing or removing a file fails with.
  package func replace(with content: [UInt8]?) throws(SystemError) {
    guard let content else { return try path.removeFile() }
    try path.parent.makeDirectory()
    try path.replaceContent(with: content)
  }

  /// What the file has to say so that these are the roots, whatever files before it say.
  ///
  /// - Parameter roots: the roots.
  /// - Returns: nil where a name is not UTF-8 or has more than one line: no file can name such a root.
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

  /// A word as ``ConfigurationOption/words(_:)`` reads it.
  private static func quoted(_ word: String) -> String {
    let parts = word.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"'\"'\""))\""
  }
}
