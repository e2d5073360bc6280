import SittaSQLite

extension FTS5AuxiliaryFunction {
  /// FTS4's `matchinfo()` for FTS5: returns the numbers that are needed to rank a row.
  ///
  /// Call it as `matchinfo(table)` or `matchinfo(table, 'pcnalsxyb')`. The result is a BLOB of unsigned
  /// 32-bit integers in the machine's byte order, in the order of the letters:
  ///
  /// | letter | numbers | meaning |
  /// |---|---|---|
  /// | p | 1 | phrases in the query |
  /// | c | 1 | columns |
  /// | n | 1 | rows in the table |
  /// | a | columns | average tokens in the column |
  /// | l | columns | tokens in the column of this row |
  /// | s | columns | longest run of the query's phrases in their order |
  /// | x | 3 × phrases × columns | hits in this row, hits in all rows, rows with hits |
  /// | y | phrases × columns | hits in this row |
  /// | b | phrases × ⌈columns ÷ 32⌉ | a bit for each column with a hit |
  ///
  /// Phrases after NOT are counted, too. See <https://www.sqlite.org/fts3.html#matchinfo>.
  ///
  /// - Parameter name: the name of the function in SQL.
  /// - Returns: the function, to be added to a connection.
  public static func matchinfo(named name: String = "matchinfo") -> FTS5AuxiliaryFunction {
    FTS5AuxiliaryFunction(name) { match, arguments in
      let letters = arguments.count == 0 ? "pcx" : arguments.text(at: 0) ?? ""
      var info = try MatchInformation(match)
      for letter in letters { try info.append(letter, of: match) }
      return .blob(info.bytes)
    }
  }
}

/// Computes the numbers for one row.
private struct MatchInformation {
  private(set) var bytes: [UInt8] = []
  private let columnCount: Int
  private let phraseCount: Int
  /// The hits in this row, for each phrase.
  private let instances: [[FTS5Match.Instance]]

  init(_ match: borrowing FTS5Match) throws {
    columnCount = match.columnCount
    phraseCount = match.phraseCount
    var instances = [[FTS5Match.Instance]](repeating: [], count: match.phraseCount)
    try match.forEachInstance { instances[$0.phrase].append($0) }
    self.instances = instances
  }

  mutating func append(_ letter: Character, of match: borrowing FTS5Match) throws {
    switch letter {
    case "p": append(phraseCount)
    case "c": append(columnCount)
    case "n": append(Int(try match.rowCount()))
    case "a":
      let rowCount = try max(match.rowCount(), 1)
      for column in 0..<columnCount {
        append(Int((try match.totalTokenCount(inColumn: column) + rowCount / 2) / rowCount))
      }
    case "l":
      for column in 0..<columnCount { append(try match.tokenCount(inColumn: column)) }
    case "s": appendLongestRuns(of: match)
    case "x":
      let totals = try match.queryData { try PhraseTotals(match) }
      for phrase in 0..<phraseCount {
        let rowHits = hits(ofPhrase: phrase)
        for column in 0..<columnCount {
          append(rowHits[column])
          append(totals.hits[phrase][column])
          append(totals.rows[phrase][column])
        }
      }
    case "y":
      for phrase in 0..<phraseCount { hits(ofPhrase: phrase).forEach { append($0) } }
    case "b":
      for phrase in 0..<phraseCount {
        var words = [UInt32](repeating: 0, count: (columnCount + 31) / 32)
        for instance in instances[phrase] {
          words[instance.column / 32] |= 1 << UInt32(instance.column % 32)
        }
        words.forEach { append(Int($0)) }
      }
    default:
      throw FullTextError(
        .invalidArgument, "matchinfo does not know '\(letter)': use letters out of 'pcnalsxyb'.")
    }
  }

  private mutating func append(_ number: Int) {
    unsafe withUnsafeBytes(of: UInt32(clamping: number)) { unsafe bytes += $0 }
  }

  private func hits(ofPhrase phrase: Int) -> [Int] {
    var hits = [Int](repeating: 0, count: columnCount)
    for instance in instances[phrase] { hits[instance.column] += 1 }
    return hits
  }

  /// Appends the length of the longest run of phrases in query order, for each column.
  private mutating func appendLongestRuns(of match: borrowing FTS5Match) {
    for column in 0..<columnCount {
      var longest = 0
      // For each token position, the length of the run that ends before it with the previous phrase.
      var runs: [Int: Int] = [:]
      for phrase in 0..<phraseCount {
        var next: [Int: Int] = [:]
        for instance in instances[phrase] where instance.column == column {
          let length = (runs[instance.token] ?? 0) + 1
          next[instance.token + match.tokenCount(ofPhrase: phrase)] = length
          longest = max(longest, length)
        }
        runs = next
      }
      append(longest)
    }
  }
}

/// The numbers for `x` that concern the whole table; they are computed once for each query.
private final class PhraseTotals {
  let hits: [[Int]]
  let rows: [[Int]]

  init(_ match: borrowing FTS5Match) throws {
    let zeros = [Int](repeating: 0, count: match.columnCount)
    var hits = [[Int]](repeating: zeros, count: match.phraseCount)
    var rows = hits
    for phrase in 0..<match.phraseCount {
      try match.forEachRow(matchingPhrase: phrase) { row in
        var lastColumn = -1
        try row.forEachInstance(ofPhrase: 0) { instance in
          hits[phrase][instance.column] += 1
          if instance.column != lastColumn { rows[phrase][instance.column] += 1 }
          lastColumn = instance.column
        }
      }
    }
    self.hits = hits
    self.rows = rows
  }
}
