import LinuxSystem
import SearchIndex
import SearchInterface

extension HitMessage {
  /// The message for a hit; with markers the snippet contains them and has no ranges.
  init(_ hit: SearchHit, isScored: Bool, _ markers: MarkersMessage? = nil) {
    let ranges = hit.snippet.matches.map {
      RangeMessage(begin: $0.lowerBound, end: $0.upperBound)
    }
    self.init(
      document: DocumentMessage(hit.document), score: isScored ? hit.score : nil,
      snippet: markers.map { hit.snippet.text(open: $0.open, close: $0.close) }
        ?? hit.snippet.text,
      matches: markers == nil ? ranges : [])
    part = hit.part.map(PartMessage.init)
    missing = hit.missing.isEmpty ? nil : hit.missing
    copies = hit.copies.isEmpty ? nil : hit.copies.map(DocumentMessage.init)
    guard let found = hit.part, found.kind == .page else { return }
    page = found.number
    if hit.document.type == "application/pdf" {
      link = hit.document.location.uri(page: found.number)
    }
  }
}

extension PartMessage {
  init(_ part: FoundPart) {
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
