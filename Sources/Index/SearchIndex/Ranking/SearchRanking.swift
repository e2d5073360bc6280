import FullText
import LinuxSystem
import SittaSQLite

/// The numbers that decide the order of the hits of one index, so that hits of several can be
/// merged.
public struct SearchRanking: Equatable, Sendable {
  /// The documents, the best one first, with the documents before and after the page.
  public internal(set) var documents: [RankedDocument] = []
  /// How many documents match fully with their words near each other, at most ten.
  public let nearMatches: Int
  /// The number of documents without a missing word, except documents that only the names of
  /// folders find.
  public let completeCount: Int
  /// See ``RankingWeights/nearTie``.
  public let nearTie: Double
}

/// The numbers that decide the order of one document.
public struct RankedDocument: Equatable, Sendable {
  /// Its number in its index.
  public let id: DocumentID
  /// Its score.
  public var score = 0.0
  /// Its score in the first step, which chooses the documents that are scored exactly.
  public var firstScore = 0.0
  /// Whether no decisive word is missing.
  public var isFull = true
  /// Whether its words are also near each other.
  public var isNear = true
  /// Whether it was scored exactly.
  public var isExact = false
  /// Whether its name has marks of a copy, a draft or a backup.
  public var isCopy = false
  /// Whether its name has marks of a version.
  public var isMarked = false
  /// Whether it is among the newest documents in folders with all words in their names.
  public var isInFolders = false
  /// Whether only the names of its folders find it.
  public var isFoundByFolders = false
  /// The time of its last change, in nanoseconds since 1970.
  public var modified: Int64 = 0
  /// Its size in bytes.
  public var size: Int64 = 0
  /// The number of folders above it.
  public var depth = 0
  /// Equal for documents of one series; 0 for none.
  public var series = 0
  /// Equal for versions of one document; 0 for none.
  public var version = 0
  /// A digest of its text; empty if there is none.
  public var digest = ""
  /// Its name; empty unless it decides the order.
  public var name = ""
}

extension SearchRanking {
  /// The documents of a ranked search.
  init(
    _ rows: [RankedRow], _ found: CandidateSearch.Result, _ options: SearchOptions,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    (nearMatches, completeCount) = (found.nearMatches, found.completeCount)
    nearTie = options.weights.nearTie
    let digests = Self.digestCount(options)
    var series: [RankedRow.Series: Int] = [:]
    var versions: [CopyFolding.Name: Int] = [:]
    for (position, row) in rows.enumerated() {
      let candidate = row.candidate
      var document = RankedDocument(id: row.id)
      (document.score, document.firstScore) = (row.score, candidate.score)
      (document.isFull, document.isNear) = (candidate.isFull, row.isNear)
      document.isInFolders = found.rowsOfFolders.all.contains(candidate.rowID)
      document.isFoundByFolders = found.rowsOfFolders.added.contains(candidate.rowID)
      if let known = row.document {
        document.isExact = true
        (document.isCopy, document.isMarked) = (known.name.isCopy, known.name.isMarked)
        (document.modified, document.size) = (known.modified.nanoseconds, known.size)
        document.depth = row.depth
        document.series = row.series.map { series[$0, next: series.count + 1] } ?? 0
        document.version = row.nameOfVersions.map { versions[$0, next: versions.count + 1] } ?? 0
        if position < digests {
          document.digest = try Self.digest(
            known.digest?.bytes, of: row.id, known.size, in: snapshot)
        }
      } else if document.isInFolders {
        document.modified = try Self.modified(row.id, in: snapshot)
      }
      documents.append(document)
    }
  }

  /// The documents of a search without ranking, which are ordered by one property.
  init(
    _ rows: [FoundRow], count: Int, _ options: SearchOptions, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    (nearMatches, completeCount, nearTie) = (0, count, 0)
    let digests = min(Self.digestCount(options), CandidateSearch.depth)
    for (position, row) in rows.enumerated() {
      let found = try snapshot.database.first(
        "SELECT modified, size, name, digest FROM document WHERE id = ?1", .document(row.id)
      ) { row in
        (
          modified: row.integer(at: 0), size: row.integer(at: 1), name: row.bytes(at: 2),
          digest: row.isNull(at: 3) ? nil : row.bytes(at: 3)
        )
      }
      guard let found else { continue }
      var document = RankedDocument(id: row.id)
      (document.modified, document.size) = (found.modified, found.size)
      document.name = Schema.nameText(found.name)
      if position < digests {
        document.digest = try Self.digest(found.digest, of: row.id, found.size, in: snapshot)
      }
      documents.append(document)
    }
  }

  /// How many of the first documents have a digest.
  ///
  /// A document after the page of one index is on no page of several indexes. Copies have nearly
  /// the same score, so the copies of documents on the page are not far after it.
  private static func digestCount(_ options: SearchOptions) -> Int {
    // Documents that are asked for by their numbers are in their order already.
    options.documents?.isEmpty == false ? 0 : options.offset + options.limit + copiesAfterPage
  }

  /// How many documents after a page can be copies of documents on it.
  private static let copiesAfterPage = 30

  private static func modified(
    _ document: DocumentID, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> Int64 {
    try snapshot.database.first(
      "SELECT modified FROM document WHERE id = ?1", .document(document)
    ) { $0.integer(at: 0) } ?? 0
  }

  /// A digest of the text of a document, by which hosts recognize the same content; empty without a text.
  private static func digest(
    _ stored: [UInt8]?, of document: DocumentID, _ size: Int64, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> String {
    guard size > 0 else { return "" }
    return try ContentDigest.stored(stored, of: document, in: snapshot.reader)?.text ?? ""
  }
}

extension Dictionary where Value == Int {
  /// The number of a key; a new key gets `next`.
  fileprivate subscript(key: Key, next next: Int) -> Int {
    mutating get {
      if let number = self[key] { return number }
      self[key] = next
      return next
    }
  }
}
