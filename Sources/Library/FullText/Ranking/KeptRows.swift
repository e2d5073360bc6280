/// The best of the rows that were collected, up to a number, with what is known about them.
struct KeptRows {
  /// What decides the place of a row.
  struct Rank: Comparable {
    let isFull: Bool
    var score: Double
    let rowID: Int64
    fileprivate var slot = 0

    init(isFull: Bool, score: Double, rowID: Int64) {
      (self.isFull, self.score, self.rowID) = (isFull, score, rowID)
    }

    /// Whether the first row ranks higher; of equal rows, the row that was added later does.
    static func < (first: Self, second: Self) -> Bool {
      if first.isFull != second.isFull { return first.isFull }
      return first.score > second.score
        || first.score == second.score && first.rowID > second.rowID
    }
  }

  /// What is known about a row besides its rank.
  struct Data {
    var words: UInt64 = 0
    var given: UInt64 = 0
    var scores: [Double] = []
    var occurrences: [FTS5Candidate.Occurrence] = []
    var isWhole = true
  }

  private let limit: Int
  private var top: TopElements<Rank>
  /// The rank that a row must exceed; nil while there is room for any row.
  private var floor: Rank?
  /// The data of each row, at the index of its slot.
  private var slots: [Data] = []

  /// Makes room for at most `limit` rows.
  init(limit: Int) {
    self.limit = limit
    top = TopElements(limit: limit)
  }

  var isEmpty: Bool { slots.isEmpty }

  /// The rows, the best one first.
  var rows: [FTS5Candidate] { top.sorted.map { FTS5Candidate($0, slots[$0.slot]) } }

  /// Whether a row with this rank would be among the best so far.
  @inline(__always)
  func canTake(_ rank: Rank) -> Bool {
    guard limit > 0 else { return false }
    guard let floor else { return true }
    return rank < floor
  }

  /// Returns the data of the row that gives way to the next one, so that its arrays are used again.
  @inline(__always)
  mutating func makeRoom() -> Data {
    var data = Data()
    if let floor { swap(&data, &slots[floor.slot]) }
    return data
  }

  /// Keeps a row that can be taken, after ``makeRoom()``.
  @inline(__always)
  mutating func insert(_ rank: Rank, _ data: consuming Data) {
    var rank = rank
    if let floor {
      rank.slot = floor.slot
      swap(&data, &slots[floor.slot])
    } else {
      rank.slot = slots.count
      slots.append(data)
    }
    top.insert(rank)
    floor = top.hasRoom ? nil : top.last
  }
}

extension FTS5Candidate {
  init(_ rank: KeptRows.Rank, _ data: KeptRows.Data) {
    self.init(
      rowID: rank.rowID, words: data.words, given: data.given, score: rank.score,
      isFull: rank.isFull, wordScores: data.scores, occurrences: data.occurrences.mergingRuns(),
      hasAllOccurrences: data.isWhole)
  }
}
