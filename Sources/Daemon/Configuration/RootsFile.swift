import Arguments
package import LinuxSystem

/// The drop-in file into which `AddRoot` and `RemoveRoot` write the list of roots.
///
/// The daemon changes no other configuration file.
package struct RootsFile: Sendable {
  /// The name of the file, which sorts after most other drop-in files.
  static let name = "99-roots.conf"

  package let path: FilePath

  /// - Parameter folder: the folder of drop-in files.
  init(in folder: FilePath) {
    path = folder.appending(Self.name)
  }

  /// The bytes of the file; nil if it does not exist.
  package var content: [UInt8]? {
    guard let file = try? FileDescriptor(openingOwn: path) else { return nil }
    return try? file.read(upTo: 1 << 20, expecting: 4_096)
  }

  /// Replaces the file atomically with one that only its owner can read.
  ///
  /// - Parameter content: the bytes; nil removes the file.
  /// - Throws: an error if the file cannot be written or removed.
  package func replace(with content: [UInt8]?) throws(SystemError) {
    guard let content else { return try path.removeFile() }
    try path.parent.makeDirectory()
    try path.replaceContent(with: content)
  }

  /// The text of a file that sets exactly these roots, and overrides earlier files.
  ///
  /// - Returns: nil if a path is not valid UTF-8 or has a line feed, because no file can express it.
  package static func text(for roots: [FilePath]) -> String? {
    let names = roots.compactMap(\.utf8).filter { !$0.contains(where: \.isNewline) }
    guard names.count == roots.count else { return nil }
    let lines = names.map { "Roots=\(ConfigurationLines.quoted($0))\n" }
    return """
      # Written by sittad for 'sitta add-root' and 'sitta remove-root'. It overrides Roots= in all
      # files that are read before it. Remove it to use them again.
      [Index]
      Roots=
      \(lines.joined())
      """
  }
}
