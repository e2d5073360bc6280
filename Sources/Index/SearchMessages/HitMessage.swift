import IndexStorage
import LinuxSystem
import Meaning
package import SearchIndex
package import SearchInterface

extension HitMessage {
  /// The message for a hit, with all passages or only the best one.
  ///
  /// - Parameters:
  ///   - hit: the hit.
  ///   - isScored: whether it has a score.
  ///   - markers: texts to insert around matches; with them, the message has no match ranges.
  ///   - hasPassages: whether it has all passages.
  ///   - message: makes the message for a document.
  package init(
    _ hit: SearchHit, isScored: Bool, _ markers: MarkersMessage? = nil, hasPassages: Bool = false,
    document message: (ListedDocument) -> DocumentMessage
  ) {
    let document = message(hit.document)
    let passages = hit.passages.map {
      PassageMessage($0, of: hit.document, as: document, markers)
    }
    let best = passages.first
    self.init(
      document: document, score: isScored ? hit.score : nil,
      snippet: best?.snippet ?? "", matches: best?.matches ?? [], line: best?.line,
      part: best?.part, page: best?.page, link: best?.link)
    missing = hit.missing.isEmpty ? nil : hit.missing
    if let best = hit.passages.first, best.masked > 0 { masked = best.masked }
    similar = hit.similar?.map { WordPairMessage(query: $0.query, document: $0.document) }
    copies = hit.copies.isEmpty ? nil : hit.copies.map(message)
    replies = hit.replies.isEmpty ? nil : hit.replies.map(message)
    self.passages = hasPassages && !passages.isEmpty ? passages : nil
  }
}

extension PassageMessage {
  /// The message for a passage of a document; with markers in its text, it has no match ranges.
  fileprivate init(
    _ passage: FoundPassage, of document: ListedDocument, as message: DocumentMessage,
    _ markers: MarkersMessage?
  ) {
    let ranges = passage.snippet.matches.map {
      RangeMessage(begin: $0.lowerBound, end: $0.upperBound)
    }
    self.init(
      snippet: markers.map { passage.snippet.text(open: $0.open, close: $0.close) }
        ?? passage.snippet.text,
      matches: markers == nil ? ranges : [], part: passage.part.map(PartMessage.init))
    // Line numbers make sense only for plain text, and no program can open a member at a line.
    line = message.format == "text" && message.member == nil ? passage.line : nil
    guard let found = passage.part, found.kind == .page else { return }
    page = found.number
    if document.type == "application/pdf" { link = document.location.uri(page: found.number) }
  }
}

extension PartMessage {
  package init(_ part: FoundPart) {
    let kind: PartKind =
      switch part.kind {
      case .page: .page
      case .slide: .slide
      case .sheet: .sheet
      case .chapter: .chapter
      case .body: .body
      }
    self.init(kind: kind, number: part.number, label: part.label)
  }
}
