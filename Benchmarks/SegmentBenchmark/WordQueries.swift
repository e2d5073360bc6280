import FullText
import SittaSQLite

/// How long a posting takes, for words of different frequency.
struct SingleWords {
  private let table: BenchmarkTable

  init(_ table: BenchmarkTable) {
    self.table = table
  }

  func measure() throws {
    print(
      "word: rows, ms by FTS5 (ns a row), by the reader (ns a row), ratio; list and number only")
    for share in [2, 10, 50, 1_000] {
      guard let word = table.words.first(where: { $0.count <= table.documentCount / share }) else {
        continue
      }
      let request = table.request([word], required: [0])
      let term = Array(word.text.utf8)
      try table.db.transaction(.deferred) {
        try table.reader.refresh()
        let theirs = try quickest(of: 7) { try table.search([word], required: [0], request) }
        let ours = try quickest(of: 7) { try table.reader.collect(request, into: table.candidates) }
        let list = try quickest(of: 7) {
          try table.reader.forEachRow(with: term, countingUpTo: 24) { _, _ in }
        }
        let number = try quickest(of: 7) { _ = try table.reader.documentCount(ofAny: [term]) }
        let each = [theirs, ours, list, number].map { rounded($0 * 1e9 / Double(word.count)) }
        print(
          "  \(word.text): \(word.count), \(rounded(theirs * 1e3)) (\(each[0])), "
            + "\(rounded(ours * 1e3)) (\(each[1])), \(rounded(theirs / ours)); "
            + "\(each[2]), \(each[3])")
      }
    }
  }
}

/// Queries of words as often as they occur in the documents.
struct WordQueries {
  private static let count = 200

  private let table: BenchmarkTable
  private let wordCount: Int
  private var queries: [[BenchmarkTable.Word]] = []

  init(_ table: BenchmarkTable, wordCount: Int) {
    (self.table, self.wordCount) = (table, wordCount)
    let total = table.words.reduce(0) { $0 + $1.count }
    // The same numbers in each run.
    var state: UInt64 = 88_172_645_463_325_252
    func draw() -> BenchmarkTable.Word {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      var left = Int(state >> 1) % total
      return table.words.first { word in
        left -= word.count
        return left < 0
      } ?? table.words[0]
    }
    for _ in 0..<Self.count {
      var words: [BenchmarkTable.Word] = []
      while words.count < wordCount {
        let word = draw()
        if !words.contains(where: { $0.text == word.text }) { words.append(word) }
      }
      queries.append(words)
    }
  }

  func measure() throws {
    var (theirs, ours) = ([Double](), [Double]())
    for words in queries {
      let required = essential(words)
      let request = table.request(words, required: required)
      try table.db.transaction(.deferred) {
        var ownRows: [Int64] = []
        var rows: [Int64] = []
        ours.append(
          try quickest(of: 3) {
            try table.reader.refresh()
            try table.reader.collect(request, into: table.candidates)
            ownRows = table.candidates.rows.map(\.rowID)
          })
        theirs.append(
          try quickest(of: 3) {
            try table.search(words, required: required, request)
            rows = table.candidates.rows.map(\.rowID)
          })
        if rows != ownRows { print("  DIFFERENT: \(words.map(\.text))") }
      }
    }
    let ratio = theirs.reduce(0, +) / ours.reduce(0, +)
    print("\(queries.count) queries of \(wordCount) words, ms: mean, median, 99th")
    print("  FTS5: \(quantiles(theirs))")
    print("  segments: \(quantiles(ours)); \(rounded(ratio)) times as quick")
  }

  /// The rare words of which a row must have one, as `CandidateSearch` chooses them.
  private func essential(_ words: [BenchmarkTable.Word]) -> [Int] {
    let weights = words.map {
      RankedWord.inverseDocumentFrequency(of: $0.count, in: Int64(table.documentCount))
    }
    let least = 0.34 * weights.reduce(0, +)
    var essential = words.indices.sorted { weights[$0] > weights[$1] }
    var rest = 0.0
    while let last = essential.last, essential.count > 1, rest + weights[last] < least {
      rest += weights[last]
      essential.removeLast()
    }
    return essential.sorted()
  }

  private func quantiles(_ seconds: [Double]) -> String {
    let sorted = seconds.sorted()
    let mean = seconds.reduce(0, +) / Double(seconds.count)
    return [mean, sorted[sorted.count / 2], sorted[sorted.count * 99 / 100]]
      .map { rounded($0 * 1e3) }.joined(separator: ", ")
  }
}
