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
  }
}
