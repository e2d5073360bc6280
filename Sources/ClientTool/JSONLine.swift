import FoundationEssentials
import LinuxSystem
import SearchInterface

/// One JSON object on a line, with sorted keys.
enum JSONLine {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  /// Escapes the control characters that JSON permits in strings (RFC 8259, section 7): they could
  /// control a terminal.
  private static func escapingControls(_ json: String) -> String {
    if json.escapingControls() == json { return json }
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      let plain = String(scalar)
      if plain.escapingControls() == plain {
        text += plain
      } else {
        // All control characters are below U+10000, so four digits are enough.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}

/// The `--json` output of a document; other programs rely on the names.
struct FoundDocument: Encodable {
  let uri: String
  let path: String?
  let member: String?
  let name: String
  let title: String?
  let snippet: String?
  let score: Double?
  let modified: String
  let size: Int
  let type: String
  let tags: [String]
  let away: Bool?
  let failure: String?
  let state: String
  let note: String?
  let format: String?
  let reader: Int?
  let authors: [String]?
  let recipients: [String]?
  let created: String?
  let language: String?
  let pages: Int?
  let attachments: Int?
  let part: PartMessage?
  let page: Int?

  init(_ document: DocumentMessage, _ hit: HitMessage?) {
    uri = hit?.uri ?? document.uri
    path = document.path
    member = document.member
    name = document.name
    title = document.title
    snippet = hit?.snippet
    score = hit?.score
    modified = document.modified
    size = document.size
    type = document.type
    tags = document.tags
    away = document.away
    failure = document.state.isFailure ? document.note : nil
    state = document.state.rawValue
    note = document.note
    format = document.format
    reader = document.reader
    authors = document.authors
    recipients = document.recipients
    created = document.created
    language = document.language
    pages = document.pages
    attachments = document.attachments
    part = hit?.part
    page = hit?.page
  }
}
