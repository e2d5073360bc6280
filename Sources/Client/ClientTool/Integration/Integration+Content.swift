import Hashing

/// The content of an integration's file.
///
/// Its last line is a comment with a checksum of all before it. With it, an unchanged file is
/// recognized, also after an update of Sitta.
extension Integration {
  /// Files that Sitta writes are smaller.
  static let largestContent = 1 << 20

  private static let mark = " Unchanged since 'sitta integrate' wrote it: "

  /// How a comment begins in the file.
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
    return text + "\(comment)\(Self.mark)\(Self.checksum(text[...]))\n".utf8
  }

  /// Whose the content of a file is.
  enum Origin {
    /// It has the content that this version writes or prints.
    case current
    /// Another version of Sitta wrote it, and it was not changed since.
    case otherVersion
    /// A person wrote or changed it.
    case person
  }

  /// Finds out who wrote the content of a file.
  func origin(of content: [UInt8]) -> Origin {
    if content == self.content || content == Array(text.utf8) { return .current }
    return isMarked(content) ? .otherVersion : .person
  }

  /// Whether the last line has the checksum of all before it.
  private func isMarked(_ content: [UInt8]) -> Bool {
    guard content.last == 0x0a else { return false }
    let lastLine = content.dropLast().lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let text = content[..<lastLine]
    let line = "\(comment)\(Self.mark)\(Self.checksum(text))\n"
    return content[lastLine...].elementsEqual(line.utf8)
  }

  private static func checksum(_ text: ArraySlice<UInt8>) -> String {
    let hash = SipHash.hash(text.span, key: SipHash.Key(0, 0))
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
