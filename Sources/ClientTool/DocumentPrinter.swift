import LinuxSystem
import SearchInterface

/// Prints documents and hits in the form that was asked for.
struct DocumentPrinter {
  /// How documents are printed.
  enum Form {
    /// For people.
    case text
    /// A JSON object a line.
    case json
    /// Paths with a NUL behind each.
    case paths
  }

  private let output: any TextOutput
  private let form: Form

  init(_ output: any TextOutput, form: Form) {
    self.output = output
    self.form = form
  }

  /// A hit: its title or name, its path, and the place that matches.
  func print(_ hit: HitMessage) throws {
    guard case .text = form else { return try print(hit.document, hit) }
    let document = hit.document
    var lines = styled((document.title ?? document.name).escapingControls(), .bold) + "\n"
    lines += "  " + styled(shownPath(document), .dim) + "\n"
    if !hit.snippet.isEmpty { lines += "  " + marked(hit) + "\n" }
    try output.write(lines)
  }

  /// A document: its path.
  func print(_ document: DocumentMessage) throws {
    guard case .text = form else { return try print(document, nil) }
    try output.write(shownPath(document) + "\n")
  }

  private func print(_ document: DocumentMessage, _ hit: HitMessage?) throws {
    if case .paths = form {
      guard let path = FilePath(uri: document.uri) else { return }
      try output.write(bytes: path.bytes + [0])
    } else {
      try output.write(JSONLine.text(of: FoundDocument(document, hit)))
    }
  }

  private func shownPath(_ document: DocumentMessage) -> String {
    FilePath(uri: document.uri)?.description ?? document.uri
  }

  /// The snippet with its matches marked; a mark is never inside an escaped character.
  private func marked(_ hit: HitMessage) -> String {
    let bytes = Array(hit.snippet.utf8)
    var text = ""
    var place = 0
    for match in hit.matches
    where place <= match.begin && match.begin < match.end && match.end <= bytes.count {
      text += part(bytes[place..<match.begin])
      text += styled(part(bytes[match.begin..<match.end]), .match)
      place = match.end
    }
    return text + part(bytes[place...])
  }

  private func part(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).escapingControls()
  }

  /// Terminal attributes; see console_codes(4), "ECMA-48 Select Graphic Rendition".
  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case match = "1;31"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    output.isTerminal ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
  }
}
