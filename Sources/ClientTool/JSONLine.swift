import FoundationEssentials
import SearchInterface

/// One JSON object on a line, its keys in alphabetical order.
enum JSONLine {
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// What `--json` prints of a document; other programs rely on the names.
struct FoundDocument: Encodable {
  let uri: String
  let path: String?
  let name: String
  let title: String?
  let snippet: String?
  let score: Double?
  let modified: String
  let size: Int64
  let type: String
  let tags: [String]

  init(_ document: DocumentMessage, _ hit: HitMessage?) {
    uri = document.uri
    path = document.path
    name = document.name
    title = document.title
    snippet = hit?.snippet
    score = hit?.score
    modified = document.modified
    size = document.size
    type = document.type
    tags = document.tags
  }
}
