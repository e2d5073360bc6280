import Arguments
import LinuxSystem
import SearchInterface

/// The template of `--format`: a text with fields in braces.
struct DocumentTemplate: Equatable {
  /// A field, by its name in braces.
  enum Field: String, CaseIterable {
    case path, uri, link, member, name, title, heading, line, column, text, snippet, score
    case modified, size, type, tags, author, recipient, created, language, pages, attachments
    case part, page, host

    /// The description of the field in the manual.
    var meaning: String {
      switch self {
      case .path:
        """
        The file's path; control characters are escaped. Empty for a file of another machine that is not \
        mounted here.
        """
      case .member:
        "The path in the file, of a file in an archive or an attachment; otherwise empty."
      case .uri:
        "The document as a `file:` URI, in which no byte is lost."
      case .link: "The URI that opens the match: of a page of a PDF with `#page=` and its number."
      case .name: "The file's name."
      case .title: "The document's title, or the file's name if it has none."
      case .heading:
        "For a list: the file's name; of a mail its subject, its sender and the day when it was sent."
      case .line: "The line of the first match, from 1; 1 if the file's own text lacks the match."
      case .column: "The byte in that line, from 1."
      case .text: "The text of that line; the snippet if the file's own text lacks the match."
      case .snippet: "The passage that matches best, on one line."
      case .score: "The score; empty if hits are not sorted by relevance."
      case .modified: "The time of the last change of the content, in RFC 3339."
      case .size: "The size in bytes."
      case .type: "The media type."
      case .tags: "The tags, with commas between them."
      case .author: "The authors, or the sender of a mail, with commas between them."
      case .recipient: "The recipients of a mail, with commas between them."
      case .created: "The time when it was created or sent, as its content says, in RFC 3339."
      case .language: "The language, as an ISO 639-1 code."
      case .pages: "The number of pages, slides or sheets."
      case .attachments: "The number of files that are attached to a mail."
      case .part: "The part with the match, such as `page 12`, `slide 3` or `sheet Budget`."
      case .page: "The number of the page that contains the match, from 1."
      case .host: "With `--host`: the machine that has the file, if it is another one."
      }
    }
  }

  private enum Part: Equatable {
    case text(String)
    case field(Field)
  }

  /// The template of `--vimgrep`: the output format of ripgrep, which editors can parse.
  static let vimgrep = "{path}:{line}:{column}:{text}"

  private let parts: [Part]
  /// Whether editors open the file of each line; then documents without a file are skipped.
  let isForEditors: Bool

  /// Parses a template.
  ///
  /// `{{` and `}}` stand for braces, `\t` for a tab, `\n` for a line feed, `\\` for a backslash.
  ///
  /// - Throws: an error if a field is unknown, or if a brace is not closed.
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
          throw UsageError(
            "--format has no field '{\(name)}'. Its fields are \(names); '{{' is a brace.")
        }
        rest = rest[rest.index(after: name.endIndex)...]
        parts += [.text(text), .field(field)]
        text = ""
      default:
        text.append(character)
      }
    }
    self.parts = parts + [.text(text)]
    isForEditors = template == Self.vimgrep
  }

  /// The line for a document or a hit, with control characters escaped.
  func line(for document: DocumentMessage, _ hit: HitMessage?) -> String {
    let hit = hit ?? HitMessage(document: document, score: nil, snippet: "", matches: [])
    let needsPosition = parts.contains {
      [.field(.line), .field(.column), .field(.text)].contains($0)
    }
    let position = needsPosition ? MatchPosition(of: hit) : nil
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): Self.value(of: field, hit, position).escapingControls()
      }
    }.joined() + "\n"
  }

  private static func value(
    of field: Field, _ hit: HitMessage, _ position: MatchPosition?
  ) -> String {
    let document = hit.document
    return switch field {
    case .path: document.shownPath
    case .uri: document.uri
    case .link: hit.link ?? document.uri
    case .member: document.member ?? ""
    case .name: document.name
    case .title: document.title ?? document.name
    case .heading: heading(of: document)
    case .line: "\(position?.line ?? 1)"
    case .column: "\(position?.column ?? 1)"
    case .text: position?.text ?? ""
    case .snippet: hit.snippet
    case .score: hit.score.map { "\($0)" } ?? ""
    case .modified: document.modified
    case .size: "\(document.size)"
    case .type: document.type
    case .tags: document.tags.joined(separator: ",")
    case .author: (document.authors ?? []).joined(separator: ",")
    case .recipient: (document.recipients ?? []).joined(separator: ",")
    case .created: document.created ?? ""
    case .language: document.language ?? ""
    case .pages: document.pages.map { "\($0)" } ?? ""
    case .attachments: "\(document.attachments ?? 0)"
    case .part: hit.part?.text ?? ""
    case .page: hit.page.map { "\($0)" } ?? ""
    case .host: document.host ?? ""
    }
  }
}

extension DocumentTemplate {
  private static func heading(of document: DocumentMessage) -> String {
    guard let sent = document.sentLine(now: .now, offset: LocalTime.offsets()) else {
      return document.name
    }
    return "\(document.heading)  \(sent)"
  }
}

extension DocumentMessage {
  /// The path for display.
  var shownPath: String {
    DocumentLocation(uri: uri)?.file.description ?? (host == nil ? uri : "")
  }
}
