import TextAnalysis

/// Records the places of a text while FTS5 tokenizes it.
final class PlaceRecorder {
  private var text: [UInt8]?
  private var places: [TokenPlace]?

  /// Runs `body`, which has FTS5 tokenize a text.
  ///
  /// - Returns: the places of the text; nil if it was not tokenized.
  /// - Throws: the errors of `body`.
  func recording<Failure>(
    _ text: [UInt8], _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [TokenPlace]? {
    self.text = text
    defer { (self.text, places) = (nil, nil) }
    try body()
    return places
  }

  /// What chooses the places of a text that is about to be tokenized; nil if they are not wanted.
  func selection(of text: Span<UInt8>) -> TokenPlaceSelection? {
    guard text.count >= TextLayout.shortest, let wanted = self.text, text.hasSameBytes(as: wanted)
    else { return nil }
    return TokenPlaceSelection(every: TextLayout.interval)
  }

  /// Records the places of the whole text.
  func record(_ selection: TokenPlaceSelection) {
    places = selection.places
  }
}
