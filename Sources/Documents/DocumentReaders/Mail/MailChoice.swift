/// Chooses the bodies of a mail that are read completely, if there are alternatives.
enum MailChoice {
  /// The quality of an alternative.
  private enum Rank: Comparable { case none, html, plain }

  /// Returns for each part whether its text is read completely; of the other parts, only lines with new words
  /// are read.
  ///
  /// Plain text that is not blank is preferred to HTML. Of two alternatives of the same kind, the later one
  /// is chosen: mail programs write the richest one last. O(parts) and the size of blank texts.
  static func parts(of parts: [MailPart], _ bytes: Span<UInt8>) -> [Bool] {
    var ranks = [Rank](repeating: .none, count: parts.count)
    /// The chosen child of each multipart, as an index; -1 if there is none.
    var best = [Int](repeating: -1, count: parts.count)
    for index in parts.indices.reversed() {
      switch parts[index].kind {
      case .plain: ranks[index] = isBlank(parts[index], bytes) ? .none : .plain
      case .html: ranks[index] = .html
      case .multipart, .file, .skipped, .closed, .signed, .transportNeutral: break
      }
      let parent = parts[index].parent
      guard parent >= 0 else { continue }
      if best[parent] < 0 || ranks[index] > ranks[best[parent]] { best[parent] = index }
      ranks[parent] = max(ranks[parent], ranks[index])
    }
    var choice = [Bool](repeating: true, count: parts.count)
    for index in parts.indices {
      let parent = parts[index].parent
      guard parent >= 0 else { continue }
      choice[index] = choice[parent] && (!parts[parent].isAlternative || best[parent] == index)
    }
    return choice
  }

  /// Whether the text of a part has no letters and no digits.
  private static func isBlank(_ part: MailPart, _ bytes: Span<UInt8>) -> Bool {
    var decoder = part.decoder(of: bytes)
    var piece: [UInt8] = []
    while decoder.next(bytes, into: &piece) {
      for offset in 0..<decoder.count {
        if piece[offset].isNamePart || piece[offset] >= 0x80 { return false }
      }
    }
    return true
  }
}
