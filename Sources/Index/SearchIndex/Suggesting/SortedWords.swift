/// Words in the order of their bytes, each with the number of its documents, in blocks.
struct SortedWords: Sendable {
  /// The blocks, in order.
  private(set) var blocks: [WordBlock] = []
  /// The number of words.
  private(set) var count = 0
  /// The number of bytes that the words take.
  private(set) var byteCount = 0
  /// The word that was added last.
  private var last: [UInt8] = []

  /// Adds a word, which must be greater than all words of the list.
  mutating func append(_ word: [UInt8], documents: Int) {
    if blocks.last.map({ $0.bytes.count >= WordBlock.byteLimit }) ?? true {
      blocks.append(WordBlock())
    }
    let end = blocks.count - 1
    let before = blocks[end].byteCount
    blocks[end].append(word, documents: documents, after: last)
    byteCount += blocks[end].byteCount - before
    last = word
    count += 1
  }

  /// The number of documents of a word; 0 if the list does not have it.
  ///
  /// O(log blocks + words of a block).
  func documents(having word: [UInt8]) -> Int {
    guard let number = blockNumber(from: word) else { return 0 }
    var reader = WordBlockReader(blocks[number])
    // How many bytes of the word the entry before begins with, whole code points.
    var common = 0
    while reader.next(), reader.shared >= common {
      if reader.shared > common { continue }
      let rest = reader.rest
      var length = 0
      while length < rest.count, common + length < word.count,
        reader.byte(at: rest.lowerBound + length) == word[common + length]
      {
        length += 1
      }
      if common + length == word.count {
        // A longer entry is greater than the word, as all after it.
        return length == rest.count ? reader.documents : 0
      }
      if length < rest.count, reader.byte(at: rest.lowerBound + length) > word[common + length] {
        return 0
      }
      common += length
      while common > reader.shared, word[common] & 0xc0 == 0x80 { common -= 1 }
    }
    return 0
  }

  /// Calls `body` with each word and the number of its documents, until `body` returns false.
  ///
  /// - Parameters:
  ///   - first: words that are less are left out.
  ///   - body: returns whether to go on.
  func scan(from first: [UInt8] = [], _ body: ([UInt8], Int) -> Bool) {
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

  /// The blocks that have all words with a prefix; O(log blocks + blocks with the prefix).
  func blocks(withPrefix prefix: [UInt8]) -> ArraySlice<WordBlock> {
    let rest = blocks[(blockNumber(from: prefix) ?? 0)...]
    let end = rest.dropFirst().firstIndex { !$0.first.starts(with: prefix) } ?? rest.endIndex
    return rest[..<end]
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
