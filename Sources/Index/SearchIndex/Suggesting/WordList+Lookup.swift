extension WordList {
  /// The number of documents that contain a word; 0 if the list does not have the word.
  ///
  /// O(log blocks + words of a block).
  func documents(having word: [UInt8]) -> Int { sorted.documents(having: word) }

  /// The longer words with a prefix, the most frequent first, without stop words.
  ///
  /// O(words with the prefix).
  func completions(of prefix: [UInt8], limit: Int) -> [Entry] {
    var found: [Entry] = []
    sorted.scan(from: prefix) { word, documents in
      guard word.starts(with: prefix) else { return false }
      guard word.count > prefix.count else { return true }
      if found.count == limit, let worst = found.last, worst.documents >= documents { return true }
      if isStopWord(word) { return true }
      if found.count == limit { found.removeLast() }
      // Words in equally many documents stay in the order of their bytes.
      let position = found.firstIndex { $0.documents < documents } ?? found.count
      found.insert(Entry(word: word, documents: documents), at: position)
      return true
    }
    return found
  }

  /// The documents of the most frequent word with a prefix, which can be the word itself; 0 if there is
  /// none.
  ///
  /// O(words with the prefix).
  func mostDocuments(beginningWith prefix: [UInt8]) -> Int {
    var most = 0
    sorted.scan(from: prefix) { word, documents in
      guard word.starts(with: prefix) else { return false }
      most = max(most, documents)
      return true
    }
    return most
  }

  /// Calls `body` with each word and the number of documents that contain it.
  package func forEach(_ body: ([UInt8], Int) -> Void) {
    sorted.scan { word, documents in
      body(word, documents)
      return true
    }
  }

  /// The ways to write a word as two words of the list.
  func splits(of word: [UInt8]) -> [[Entry]] {
    var found: [[Entry]] = []
    for end in word.indices.dropFirst() where word[end] & 0xc0 != 0x80 {
      let parts = [Array(word[..<end]), Array(word[end...])].map {
        Entry(word: $0, documents: documents(having: $0))
      }
      if parts.allSatisfy({ $0.documents > 0 }) { found.append(parts) }
    }
    return found
  }
}
