import ExtractionProtocol
import LinuxSystem

/// What a person has noted about a file in its extended attributes, with Dolphin for example.
///
/// Source: <https://www.freedesktop.org/wiki/CommonExtendedAttributes/>.
struct PersonalAttributes: Equatable {
  /// The most tags that are kept, and the longest one in bytes.
  private static let (mostTags, longestTag) = (64, 256)
  /// The longest comment and list of tags in bytes.
  private static let longestValue = 16 << 10

  /// The tags, and the rating as a tag: "4 stars".
  private(set) var tags: [String] = []
  /// The comment; empty if there is none.
  private(set) var comment = ""

  /// Reads the attributes of an open file.
  init(of file: borrowing FileDescriptor) {
    func value(_ name: String) -> String? {
      file.attribute(name, limit: Self.longestValue).map { String(decoding: $0, as: UTF8.self) }
    }
    self.init(
      tags: value("user.xdg.tags"), comment: value("user.xdg.comment"),
      rating: value("user.baloo.rating"))
  }

  /// Reads the values of attributes; nil for those that the file does not have.
  ///
  /// - Parameters:
  ///   - list: the tags, with commas between them.
  ///   - comment: the comment.
  ///   - rating: the number of half stars, from 1 to 10.
  init(tags list: String?, comment: String?, rating: String?) {
    for tag in list?.split(separator: ",") ?? [] where tags.count < Self.mostTags {
      let tag = Self.line(tag)
      if !tag.isEmpty, tag.utf8.count <= Self.longestTag, !tags.contains(tag) { tags.append(tag) }
    }
    if let halves = rating.flatMap({ Int(Self.line($0[...])) }), 1...10 ~= halves {
      let stars = halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5"
      tags.append(stars == "1" ? "1 star" : "\(stars) stars")
    }
    let lines = (comment ?? "").split(whereSeparator: \.isNewline).map(Self.line)
    self.comment = lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A line without control characters, and without blanks at its ends.
  private static func line(_ text: Substring) -> String {
    var scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars)
    return String(line)
  }
}

extension ExtractedText {
  /// Adds what a person has noted about the file: tags before those of the document, the comment as text.
  ///
  /// The comment follows plain text, whose lines have numbers, and precedes the parts of other documents.
  mutating func add(_ notes: PersonalAttributes) {
    self.tags = notes.tags + self.tags.filter { !notes.tags.contains($0) }
    if notes.comment.isEmpty { return }
    let comment = Array(notes.comment.utf8)
    if parts.isEmpty {
      text += (text.isEmpty ? [] : [0x0a, 0x0a]) + comment
    } else {
      text.insert(contentsOf: comment + [0x0a, 0x0a], at: 0)
      for index in parts.indices { parts[index].offset += comment.count + 2 }
    }
    if extent == .nothing { extent = .whole }
  }
}
