import Hashing

/// The content of the files that an integration writes.
///
/// The last line of the file is a comment with a checksum of everything before it, and of its
/// companion. So Sitta recognizes unchanged files, even after an update.
extension Integration {
  /// The most bytes that are read of a file; files of Sitta are smaller.
  static let largestContent = 1 << 20

  private static let mark = " Unchanged since 'sitta integrate' wrote it: "

  /// The characters that begin a comment in the file.
  private var comment: String {
    switch name {
    case "vim", "neovim": "\""
    case "emacs": ";;"
    default: "#"
    }
  }

  /// The content of the file.
  var content: [UInt8] {
    let text = Array(text.utf8)
    let checksum = Self.checksum(text + companionContent)
    return text + "\(comment)\(Self.mark)\(checksum)\n".utf8
  }

  /// The content of the companion; empty if there is none.
  var companionContent: [UInt8] { Array((companion?.text ?? "").utf8) }

  /// Who wrote the content of a file.
  enum Origin {
    /// This version of Sitta: the files have the content that it writes or prints.
    case current
    /// Another version of Sitta, and the files have not been changed since.
    case otherVersion
    /// A person, or a person has changed them.
    case person
  }

  /// Finds out who wrote the content of a file, and that of its companion.
  func origin(of content: [UInt8], companion: [UInt8] = []) -> Origin {
    if content == self.content || content == Array(text.utf8), companion == companionContent {
      return .current
    }
    return isMarked(content, companion) ? .otherVersion : .person
  }

  /// Whether the last line has the checksum of everything before it, and of the companion.
  private func isMarked(_ content: [UInt8], _ companion: [UInt8]) -> Bool {
    guard content.last == 0x0a else { return false }
    let lastLine = content.dropLast().lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let text = content[..<lastLine]
    let line = "\(comment)\(Self.mark)\(Self.checksum(Array(text) + companion))\n"
    return content[lastLine...].elementsEqual(line.utf8)
  }

  private static func checksum(_ text: [UInt8]) -> String {
    let hash = SipHash.hash(text.span, key: SipHash.Key(0, 0))
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
