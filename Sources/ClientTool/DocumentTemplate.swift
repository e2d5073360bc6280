import Arguments
import LinuxSystem
import SearchInterface

/// How a person or an editor wants documents printed: text with fields in braces.
struct DocumentTemplate: Equatable {
  /// What can stand in braces.
  enum Field: String, CaseIterable {
    case path, uri, name, title, line, column, text, snippet, score, modified, size, type, tags

    /// What it is, for the manual.
    var meaning: String {
      switch self {
      case .path: "The file's path. Control characters in it come out escaped."
      case .uri: "The file as a `file:` URI, which loses no byte."
      case .name: "The file's name."
      case .title: "The document's title, or the file's name where there is none."
      case .line:
        "The line of the first match, from 1; 1 where the file does not hold the match as it was "
          + "indexed."
      case .column: "The byte in that line, from 1."
      case .text: "That line; the snippet where the file does not hold the match."
      case .snippet: "The place that matches best, on one line."
      case .score: "How well it matches; empty where hits are not sorted by relevance."
      case .modified: "When the content was changed, in RFC 3339."
      case .size: "The size in bytes."
      case .type: "The media type."
      case .tags: "The tags, with commas between them."
      }
    }
  }

  private enum Part: Equatable {
    case text(String)
    case field(Field)
  }

  /// What `--vimgrep` stands for: the form that editors read from ripgrep.
  static let vimgrep = "{path}:{line}:{column}:{text}"

  private let parts: [Part]

  /// Reads a template: `{{` and `}}` are braces, `\t` is a tab, `\n` a line feed, `\\` a backslash.
  ///
  /// - Throws: for a field that does not exist, or a brace that is not closed.
  init(_ template: String) throws(UsageError) {
    var parts: [Part] = []
    var text = ""
    var rest = template[...]
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("{", "{"), ("}", "}"), ("\\", "\\"):
        rest.removeFirst()
        text.append(character)
      case ("\\", "t"), ("\\", "n"):
        text.append(rest.removeFirst() == "t" ? "\t" : "\n")
      case ("{", _):
        let name = rest.prefix { $0 != "}" }
        guard name.endIndex < rest.endIndex, let field = Field(rawValue: String(name)) else {
          let names = Field.allCases.map { "{\($0)}" }.joined(separator: ", ")
          throw UsageError("--format knows \(names), not '{\(name)}'; '{{' is a brace.")
        }
        rest = rest[rest.index(after: name.endIndex)...]
        parts += [.text(text), .field(field)]
        text = ""
      default:
        text.append(character)
      }
    }
    self.parts = parts + [.text(text)]
  }

  /// The line for a document, or for a hit; nothing from a file steers the terminal.
  func line(for document: DocumentMessage, _ hit: HitMessage?) -> String {
    let hit = hit ?? HitMessage(document: document, score: nil, snippet: "", matches: [])
    let needsPlace = parts.contains {
      [.field(.line), .field(.column), .field(.text)].contains($0)
    }
    let place = needsPlace ? MatchPlace(of: hit) : nil
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): Self.value(of: field, hit, place).escapingControls()
      }
    }.joined() + "\n"
  }

  private static func value(of field: Field, _ hit: HitMessage, _ place: MatchPlace?) -> String {
    let document = hit.document
    return switch field {
    case .path: document.shownPath
    case .uri: document.uri
    case .name: document.name
    case .title: document.title ?? document.name
    case .line: "\(place?.line ?? 1)"
    case .column: "\(place?.column ?? 1)"
    case .text: place?.text ?? ""
    case .snippet: hit.snippet
    case .score: hit.score.map { "\($0)" } ?? ""
    case .modified: document.modified
    case .size: "\(document.size)"
    case .type: document.type
    case .tags: document.tags.joined(separator: ",")
    }
  }
}

extension DocumentMessage {
  /// The path for people.
  var shownPath: String { FilePath(uri: uri)?.description ?? uri }
}
