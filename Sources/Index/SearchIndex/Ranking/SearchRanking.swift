import FullText
package import HitOrder
import IndexStorage
import LinuxSystem
import SittaSQLite

/// The properties that decide the order of the hits of one index, for merging with the hits of other indexes.
package struct SearchRanking: Equatable, Sendable {
  /// The documents, the best one first; also those before and after the page.
  package private(set) var documents: [RankedHit] = []
  /// The number of full matches whose words are near each other, at most ten.
  package let nearMatches: Int
  /// The number of documents with all words, except documents that were found only by the names of their
  /// folders.
  package let completeCount: Int
  /// The share for near ties; see ``RankingWeights/nearTie``.
  package let nearTie: Double
}

extension SearchRanking {
  /// Collects the documents of a ranked search.
  init(
    _ rows: [RankedRow], _ found: CandidateSearch.Result, _ options: SearchOptions,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    (nearMatches, completeCount) = (found.nearMatches, found.completeCount)
    nearTie = options.weights.nearTie
    let digests = Self.digestCount(options)
    var series: [RankedRow.Series: Int] = [:]
    var versions: [RankedRow.Version: Int] = [:]
    for (position, row) in rows.enumerated() {
      let candidate = row.candidate
      var document = RankedHit(Int(candidate.rowID))
      (document.score, document.firstScore) = (row.score, candidate.score)
      (document[.full], document[.near]) = (candidate.isFull, row.isNear)
      document[.inFolders] = found.rowsOfFolders.all.contains(candidate.rowID)
      document[.foundByFolders] = found.rowsOfFolders.added.contains(candidate.rowID)
      document[.titled] = candidate.isTitled
      if let known = row.document {
        document[.exact] = true
        (document[.copy], document[.marked]) = (row.isCopy, row.isMarked)
        (document.modified, document.size) = (row.modified, known.size)
        document.depth = row.depth
        document.seriesNumber = row.series.map { series[$0, next: series.count + 1] } ?? 0
        document.versionNumber = row.version.map { versions[$0, next: versions.count + 1] } ?? 0
        document.threadNumber = row.conversation
        if position < digests {
          document.digest = try Self.digest(
            known.digest?.bytes, of: row.id, known.size, in: snapshot)
        }
      } else if document[.inFolders] {
        document.modified =
          try snapshot.database.first(
            "SELECT modified FROM document WHERE id = ?1", .document(row.id)
          ) { $0.integer(at: 0) } ?? 0
      }
      documents.append(document)
    }
  }

  /// Collects the documents of a search whose hits are ordered by one property.
  init(
    _ rows: [FoundRow], count: Int, _ options: SearchOptions, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) {
    (nearMatches, completeCount, nearTie) = (0, count, 0)
    let digests = min(Self.digestCount(options), CandidateSearch.depth)
    for (position, row) in rows.enumerated() {
      let found = try snapshot.database.first(
        """
        SELECT modified, size, name, digest, \(options.order.timeColumn) FROM document WHERE id = ?1
        """, .document(row.id)
      ) { row in
        (
          modified: row.integer(at: 0), size: row.integer(at: 1), name: row.bytes(at: 2),
          digest: row.isNull(at: 3) ? nil : row.bytes(at: 3),
          time: row.isNull(at: 4) ? nil : row.integer(at: 4)
        )
      }
      guard let found else { continue }
      var document = RankedHit(Int(row.id.rawValue))
      (document.modified, document.size) = (found.modified, found.size)
      (document.name, document.time) = (Schema.nameText(found.name), found.time)
      if position < digests {
        document.digest = try Self.digest(found.digest, of: row.id, found.size, in: snapshot)
      }
      documents.append(document)
    }
  }

  /// Returns how many of the first documents need a digest.
  ///
  /// A document far after the page of one index is not on the same page of several indexes. Copies have
  /// nearly the same score, so copies of documents on the page come soon after it.
  private static func digestCount(_ options: SearchOptions) -> Int {
    // Documents that were requested by their numbers are already in order.
    options.documents?.isEmpty == false ? 0 : options.offset + options.limit + copiesAfterPage
  }

  /// How many documents after a page may be copies of documents on it.
  private static let copiesAfterPage = 30

  /// Returns a digest of a document's text, by which hosts recognize equal texts; empty if there is none.
  private static func digest(
    _ stored: [UInt8]?, of document: DocumentID, _ size: Int64, in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> String {
    guard size > 0 else { return "" }
    return try ContentDigest.stored(stored, of: document, in: snapshot.reader)?.text ?? ""
  }
}

extension Dictionary where Value == Int {
  /// The number that is stored for a key; for a new key, stores `next`.
  fileprivate subscript(key: Key, next next: Int) -> Int {
    mutating get {
      if let number = self[key] { return number }
      self[key] = next
      return next
    }
  }
}
