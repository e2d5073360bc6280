public import LinuxSystem
import SecretMasking

/// A file whose name both secrets and ordinary files often have: `a.key` is a key or a Keynote talk.
public struct AmbiguousSecret: Equatable, Sendable {
  /// The pattern that the name matches.
  public let pattern: String
  /// The kind of secret, as the object of "it may hold".
  public let content: String

  /// How many bytes of a text are searched for passwords and tokens; for private keys, all of it is searched.
  private static let textLimit = 256 << 10
  /// How many bytes of a file ``isSecret(text:beginning:)`` needs.
  public static let beginningLength = 64

  /// Decides by its content whether a file is a secret.
  ///
  /// A file without text counts as a secret unless it is empty, an archive or a public key. O(text).
  ///
  /// - Parameters:
  ///   - text: the text of the file; empty if it has none.
  ///   - beginning: the first ``beginningLength`` bytes of the file or more; nil if they are
  ///     unknown.
  /// - Returns: false for an ordinary file.
  public func isSecret(text: [UInt8], beginning: [UInt8]?) -> Bool {
    if let beginning {
      if beginning.isEmpty { return false }
      // An archive, such as a talk of Keynote; its members are checked by their own names.
      if beginning.starts(with: [0x50, 0x4b, 0x03, 0x04]) { return false }
      // A public key of OpenPGP; the tags are in RFC 9580, section 4.2.
      if text.isEmpty, let tag = beginning.first, [0x98, 0x99, 0xc6].contains(tag) { return false }
    }
    if text.isEmpty { return true }
    // The first line of cookie files, as browser extensions and curl(1) write it.
    if ["# Netscape HTTP Cookie File", "# HTTP Cookie File"].contains(where: {
      text.starts(with: $0.utf8)
    }) {
      return true
    }
    if PrivateKeyHeader.find(in: text) != nil || Self.hasPrivateKey(text) { return true }
    return !SecretMask.secrets(in: Array(text.prefix(Self.textLimit))).isEmpty
  }

  /// Whether any line of a text begins a private key.
  private static func hasPrivateKey(_ text: [UInt8]) -> Bool {
    let end = Array("PRIVATE KEY".utf8)
    guard text.count > end.count else { return false }
    var index = 0
    while index + end.count <= text.count {
      if text[index] == end[0], text[index...].starts(with: end),
        text[max(0, index - 40)..<index].split(separator: 0x0a).last?.starts(
          with: "-----BEGIN".utf8)
          == true
      {
        return true
      }
      index += 1
    }
    return false
  }
}

extension SelectionRules {
  /// The kind of secret that the name of a file suggests, if its content has to decide; independent
  /// of whether secrets are indexed.
  ///
  /// - Parameter path: a file.
  /// - Returns: nil if the name alone decides, either way.
  public func ambiguousSecret(at path: FilePath) -> AmbiguousSecret? {
    guard !path.isRoot,
      let secret = Secret.match(PatternList.Entry(path.name, in: path.parent, isFolder: false)),
      secret.isAmbiguous
    else { return nil }
    return AmbiguousSecret(pattern: secret.pattern, content: secret.content)
  }
}

extension FolderSelection {
  /// The kind of secret that the name of a container's member suggests, if its content has to
  /// decide; see ``SelectionRules/ambiguousSecret(at:)``.
  ///
  /// - Parameters:
  ///   - names: the path of the member in the file, one name for each folder and one for the member.
  ///   - file: the name of the file.
  /// - Returns: nil if the name alone decides, either way.
  public func ambiguousSecret(onMember names: [[UInt8]], of file: [UInt8]) -> AmbiguousSecret? {
    let path = Self.parts(names).reduce(folder.appending(file)) { $0.appending($1) }
    return rules.ambiguousSecret(at: path)
  }
}
