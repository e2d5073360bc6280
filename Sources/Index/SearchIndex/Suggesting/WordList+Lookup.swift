extension WordList {
  /// The number of documents that contain a word; 0 if the list does not have the word.
  ///
  /// O(log blocks + words of a block).
  func documents(having word: [UInt8]) -> Int {
    guard let number = blockNumber(from: word) else { return 0 }
    var reader = WordBlockReader(blocks[number])
    var current: [UInt8] = []
    while reader.next() {
      reader.complete(&current)
      if current == word { return reader.documents }
      if word.lexicographicallyPrecedes(current) { return 0 }
    }
    return 0
  }

  /// The longer words with a prefix, the most frequent first, without stop words.
  ///
  /// O(words with the prefix).
  func completions(of prefix: [UInt8], limit: Int) -> [Entry] {
    var found: [Entry] = []
    scan(from: prefix) { word, documents in
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
    scan(from: prefix) { word, documents in
      guard word.starts(with: prefix) else { return false }
      most = max(most, documents)
      return true
    }
    return most
  }

  /// Calls `body` with each word and the number of documents that contain it.
  func forEach(_ body: ([UInt8], Int) -> Void) {
    var word: [UInt8] = []
    for block in blocks {
      var reader = WordBlockReader(block)
      while reader.next() {
        reader.complete(&word)
        body(word, reader.documents)
      }
    }
  }

  /// Calls `body` with each word that is not less than `first`, until `body` returns false.
  private func scan(from first: [UInt8], _ body: ([UInt8], Int) -> Bool) {
    var word: [UInt8] = []
    for block in blocks[(blockNumber(from: first) ?? 0)...] {
      var reader = WordBlockReader(block)
      while reader.next() {
        reader.complete(&word)
        if word.lexicographicallyPrecedes(first) { continue }
        if !body(word, reader.documents) { return }
      }
    }
  }

  /// The number of the block that would contain a word; nil if the word precedes all others.
  private func blockNumber(from word: [UInt8]) -> Int? {
    var range = 0..<blocks.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if word.lexicographicallyPrecedes(blocks[middle].first) {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return range.lowerBound == 0 ? nil : range.lowerBound - 1
  }
}
