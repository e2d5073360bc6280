public import LinuxSystem
import SecretMasking

/// A file whose name both secrets and ordinary files have: `a.key` is a private key, a talk or a text.
public struct AmbiguousSecret: Equatable, Sendable {
  /// The pattern that its name matches.
  public let pattern: String
  /// The kind of secret, to follow "it may hold".
  public let content: String

  /// This much of a text is searched for passwords and tokens; private keys are searched in all of it.
  private static let textLimit = 256 << 10
  /// How much of a file ``isSecret(text:beginning:)`` needs.
  public static let beginningLength = 64

  /// Decides by the contents whether the file is a secret.
  ///
  /// A file without text that is no archive cannot be judged, so it is a secret. O(text).
  ///
  /// - Parameters:
  ///   - text: the text that was read from it; empty if it has none.
  ///   - beginning: the first ``beginningLength`` bytes of the file itself, or more; nil if they are not
  ///     known.
  /// - Returns: false for an ordinary file.
  public func isSecret(text: [UInt8], beginning: [UInt8]?) -> Bool {
    if let beginning {
      if beginning.isEmpty { return false }
      // An archive, such as a talk of Keynote; its members are judged by their own names.
      if beginning.starts(with: [0x50, 0x4b, 0x03, 0x04]) { return false }
      // A public key of OpenPGP: RFC 9580, section 4.2.
      if text.isEmpty, let tag = beginning.first, [0x98, 0x99, 0xc6].contains(tag) { return false }
    }
    if text.isEmpty { return true }
    // The first line of cookie files that browser extensions and curl(1) write.
    if ["# Netscape HTTP Cookie File", "# HTTP Cookie File"].contains(where: {
      text.starts(with: $0.utf8)
    }) {
      return true
    }
    if PrivateKeyHeader.find(in: text) != nil || Self.hasPrivateKey(text) { return true }
    return !SecretMask.secrets(in: Array(text.prefix(Self.textLimit))).isEmpty
  }

  /// Whether the line that begins a private key is anywhere in a text.
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
  /// The kind of secret that a file's name suggests, if only its content decides; it does not
  /// matter whether secrets are indexed.
  ///
  /// - Parameter path: a file.
  /// - Returns: nil if its name decides, one way or the other.
  public func ambiguousSecret(at path: FilePath) -> AmbiguousSecret? {
    guard !path.isRoot,
      let secret = Secret.match(PatternList.Entry(path.name, in: path.parent, isFolder: false)),
      secret.isAmbiguous
    else { return nil }
    return AmbiguousSecret(pattern: secret.pattern, content: secret.content)
  }
}

extension FolderSelection {
  /// The kind of secret that a member's name suggests, if only its content decides; see
  /// ``SelectionRules/ambiguousSecret(at:)``.
  ///
  /// - Parameters:
  ///   - names: the path in the file, one name for each folder and one for the member.
  ///   - file: the name of the file.
  /// - Returns: nil if its name decides.
  public func ambiguousSecret(onMember names: [[UInt8]], of file: [UInt8]) -> AmbiguousSecret? {
    let path = Self.parts(names).reduce(folder.appending(file)) { $0.appending($1) }
    return rules.ambiguousSecret(at: path)
  }
}
