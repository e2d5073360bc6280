import LinuxSystem
import SearchInterface

/// Prints documents and hits in the requested form.
struct DocumentPrinter {
  /// The form of the output.
  enum Form {
    /// Text for people.
    case text(Appearance)
    /// One JSON object per line.
    case json
    /// The path of each file once, followed by a NUL.
    case paths
    /// One line per hit, made from a template.
    case template(DocumentTemplate)

    /// Whether a person reads the output, not a program.
    var isForPeople: Bool { if case .text = self { true } else { false } }
  }

  let output: any TextOutput
  let form: Form
  /// Whether the note of each document is printed for people, not only those of failures.
  let hasNotes: Bool
  /// The number of the next hit to be shown on a terminal.
  var nextNumber = 1
  /// The order of the hits; in a pipe, hits for people have the time by which they are ordered.
  var order = SearchOrder.relevance
  private let offset = LocalTime.offsets()
  /// The files whose paths were already printed, because a file can have several hits.
  private var printedFiles: Set<FilePath> = []
  /// The bytes that are not yet written.
  private var held: [UInt8] = []

  init(_ output: any TextOutput, form: Form, hasNotes: Bool = false) {
    (self.output, self.form, self.hasNotes) = (output, form, hasNotes)
  }

  /// Prints hits: for each, its title or name, its path and its snippet.
  ///
  /// All are written together, because a separate write for each would wake the reader of a pipe each time.
  mutating func print(_ hits: [HitMessage]) throws {
    let terminal = output.terminal
    for hit in hits { try hold(hit, on: terminal) }
    try writeHeld()
  }

  private mutating func hold(_ hit: HitMessage, on terminal: Terminal?) throws {
    guard case .text(let appearance) = form else { return try hold(hit.document, hit) }
    if let terminal {
      let shown = TerminalHit(
        appearance: appearance, columns: terminal.columns, home: ProcessEnvironment.home,
        now: .now, offset: offset)
      held += shown.text(of: hit, number: nextNumber).utf8
      nextNumber += 1
    } else {
      let date = date(of: hit.document).map { "  " + $0 } ?? ""
      held += lines(of: hit, appearance, afterPath: date).utf8
    }
  }

  /// The time by which the hits are ordered.
  private func date(of document: DocumentMessage) -> String? {
    switch order {
    case .relevance, .name, .size: nil
    case .modified: document.modified
    case .created: document.created
    case .date: document.created ?? document.modified
    }
  }

  private mutating func writeHeld() throws {
    if !held.isEmpty { try output.write(bytes: held) }
    held.removeAll(keepingCapacity: true)
  }

  /// The text of a hit for people, with `words` after its path.
  func lines(
    of hit: HitMessage, _ appearance: Appearance, afterPath words: String = ""
  ) -> String {
    let document = hit.document
    var lines = appearance.styled(document.heading, .bold) + "\n"
    // If several passages are shown, each has its own position.
    let part = hit.passages == nil ? hit.part?.text.map { ", " + $0.escapingControls() } ?? "" : ""
    let sent = document.sentLine(now: .now, offset: offset).map { "  " + $0 } ?? ""
    let path = shownPath(document, hit.link, .dim, appearance, isAddress: output.terminal == nil)
    lines += "  " + path + part + words + sent + "\n"
    for remark in hit.remarks({ shownPath($0, nil, .dim, appearance) }) {
      lines += "  \(remark)\n"
    }
    for passage in hit.eachPassage where !passage.snippet.isEmpty {
      let position = hit.passages == nil ? "" : shownPosition(of: passage, appearance)
      lines += "  " + position + marked(passage, appearance) + "\n"
    }
    return lines
  }

  /// Prints facet counts for people, or as one more JSON object; nothing in other forms.
  func print(_ facets: [FacetMessage]) throws {
    if facets.isEmpty { return }
    switch form {
    case .text: try output.write("\n" + FacetText(facets).text)
    case .json: try output.write(JSONLine.text(of: ["facets": facets]))
    case .paths, .template: break
    }
  }

  /// Prints documents: for each, its path and the reason of a failure.
  mutating func print(_ documents: [DocumentMessage]) throws {
    for document in documents { try hold(document, nil) }
    try writeHeld()
  }

  private mutating func hold(_ document: DocumentMessage, _ hit: HitMessage?) throws {
    switch form {
    case .text(let appearance):
      let version = document.reader.map { " \($0)" } ?? ""
      let reader = hasNotes ? document.format.map { " (\($0)\(version))" } ?? "" : ""
      let note = hasNotes || document.state.isFailure ? document.note.map { $0 + reader } : nil
      held += (shownPath(document, nil, nil, appearance) + "\n").utf8
      if let note { held += "  \(note.escapingControls())\n".utf8 }
    case .json:
      held += try JSONLine.text(of: FoundDocument(document: document, hit: hit)).utf8
    case .paths:
      guard let file = DocumentLocation(uri: document.uri)?.file,
        printedFiles.insert(file).inserted
      else { return }
      // On a terminal, control characters in the path could do harm, so the path is escaped.
      held += output.terminal == nil ? file.bytes : Array(file.description.utf8)
      held.append(0)
    case .template(let template):
      if template.isForEditors, document.shownPath.isEmpty { return }
      guard let hit else { return held += template.line(for: document, nil).utf8 }
      for passage in hit.eachPassage { held += template.line(for: document, passage).utf8 }
    }
  }

  /// The path of a document; unless it is an address for `sitta read`, messages in it have no names.
  private func shownPath(
    _ document: DocumentMessage, _ link: String?, _ style: Appearance.Style?,
    _ appearance: Appearance, isAddress: Bool = true
  ) -> String {
    guard let location = DocumentLocation(uri: document.uri) else {
      return document.uri.escapingControls()
    }
    let text = isAddress ? location.description : location.place(isMail: document.isMail)
    return appearance.linked(
      style.map { appearance.styled(text, $0) } ?? text, to: link ?? document.uri)
  }

  /// The page or line of a passage, followed by a colon; empty if it has none.
  private func shownPosition(of passage: HitMessage, _ appearance: Appearance) -> String {
    guard let text = passage.position else { return "" }
    let styled = appearance.styled(text, .dim)
    return (passage.link.map { appearance.linked(styled, to: $0) } ?? styled) + ": "
  }

  /// The snippet, with its matches marked.
  private func marked(_ hit: HitMessage, _ appearance: Appearance) -> String {
    hit.markedRuns.map { $0.isMarked ? appearance.styled($0.text, .match) : $0.text }.joined()
  }
}
