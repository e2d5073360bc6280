/// Finds the compounds of a word in a list of words.
///
/// A compound is the word with other words before or after it, with or without a linking element:
/// Kranken-haus, Haus-arzt, Versicherung-s-vertrag. For a short word, the other parts must be words of the
/// list. For a long word, any four letters count as a part, because few words contain a long word by chance.
struct CompoundSearch {
  /// The fewest bytes of a part; shorter words occur in too many others by chance.
  static let shortestPart = 4
  /// From this length in bytes on, the other parts need not be in the list.
  private static let longWord = 7
  /// The most parts before the word, and also after it.
  private static let mostParts = 4

  /// Linking elements between two parts, in German, Dutch and the languages of Scandinavia.
  private static let links = ["", "s", "es", "n", "en", "er", "e"].map { Array($0.utf8) }
  /// Endings after the last part.
  private static let endings = ["e", "en", "er", "ern", "es", "et", "n", "s", "ens", "erne", "ene"]
    .map { Array($0.utf8) }

  private let part: [UInt8]
  private let words: WordList

  /// Prepares a search for the compounds of a folded word; nil if the word is too short.
  init?(_ part: [UInt8], in words: WordList) {
    guard part.count >= Self.shortestPart, WordList.isReadable(part) else { return nil }
    (self.part, self.words) = (part, words)
  }

  /// Returns the compounds, those in the most documents first.
  ///
  /// O(words of the list).
  func run(limit: Int) -> [[UInt8]] {
    var found: [WordList.Entry] = []
    words.forEach { word, documents in
      guard word.count >= part.count + Self.shortestPart - 1, isCompound(word) else { return }
      found.append(WordList.Entry(word: word, documents: documents))
    }
    return found.sorted { $0.documents > $1.documents }.prefix(limit).map(\.word)
  }

  private func isCompound(_ word: [UInt8]) -> Bool {
    var start = 0
    while let place = word.place(of: part, from: start) {
      let (before, after) = (word[..<place.lowerBound], word[place.upperBound...])
      let isEnd = after.isEmpty || Self.endings.contains { after.elementsEqual($0) }
      if !(before.isEmpty && isEnd), before.isEmpty || fits(before, isBefore: true),
        isEnd || fits(after, isBefore: false)
      {
        return true
      }
      start = place.lowerBound + 1
    }
    return false
  }

  private func fits(_ rest: ArraySlice<UInt8>, isBefore: Bool) -> Bool {
    if part.count >= Self.longWord, rest.count >= Self.shortestPart { return true }
    if isBefore { return isChain(rest, endsInLink: true, parts: Self.mostParts) }
    return Self.links.contains { link in
      rest.starts(with: link)
        && isChain(rest.dropFirst(link.count), endsInLink: false, parts: Self.mostParts)
    }
  }

  /// Whether letters consist of words of the list, with linking elements between them.
  private func isChain(_ letters: ArraySlice<UInt8>, endsInLink: Bool, parts: Int) -> Bool {
    guard parts > 0, letters.count >= Self.shortestPart else { return false }
    for end in (letters.startIndex + Self.shortestPart...letters.endIndex).reversed() {
      guard words.documents(having: Array(letters[..<end])) > 0 else { continue }
      let rest = letters[end...]
      if rest.isEmpty { return true }
      let ends = endsInLink ? Self.links : Self.endings
      if ends.contains(where: { rest.elementsEqual($0) }) { return true }
      for link in Self.links where rest.starts(with: link) {
        let next = rest.dropFirst(link.count)
        if isChain(next, endsInLink: endsInLink, parts: parts - 1) { return true }
      }
    }
    return false
  }
}

extension [UInt8] {
  /// Returns the first range from an index on that has these bytes; nil if there is none.
  fileprivate func place(of bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard count - start >= bytes.count else { return nil }
    for index in start...count - bytes.count where self[index] == bytes[0] {
      if self[index..<index + bytes.count].elementsEqual(bytes) {
        return index..<index + bytes.count
      }
    }
    return nil
  }
}
