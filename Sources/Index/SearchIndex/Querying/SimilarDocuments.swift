import HitOrder
public import IndexStorage
public import LinuxSystem
import Meaning
public import QueryLanguage
public import SittaSQLite

/// The documents that are about the same as another one.
public enum SimilarDocuments: Equatable, Sendable {
  /// The documents, the most similar one first; ``SearchHit/score`` is the cosine of the vectors.
  case found([SearchHit], IndexClock)
  /// The index does not have the document, or not in the folders of the options.
  case noDocument
  /// There is no table of word vectors.
  case noTable
  /// The vectors of a new table are not complete yet.
  case incomplete
  /// The document has no vector.
  case noVector
}

extension IndexReader {
  /// Finds the documents that are about the same as another one.
  ///
  /// Copies and versions are one hit; those of the document itself are none. O(documents).
  ///
  /// - Parameters:
  ///   - path: the document, as ``LinuxSystem/DocumentLocation/path``.
  ///   - query: what every hit must match as well; nil for any document.
  ///   - options: the number of hits, and where to search; the order does not matter.
  ///   - deadline: when to stop.
  /// - Returns: the documents, or why there are none.
  /// - Throws: the error of SQLite; an interruption at the deadline
  ///   (``SittaSQLite/SQLiteError/isInterruption``).
  public func similar(
    to path: FilePath, _ query: Query?, _ options: SearchOptions,
    deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) -> SimilarDocuments {
    try SimilarSearch(path: path, query: query, options: options, deadline: deadline)
      .run(in: Snapshot(of: self, deadline: deadline))
  }
}

/// A search for similar documents; see ``IndexReader/similar(to:_:_:deadline:)``.
private struct SimilarSearch {
  let path: FilePath
  let query: Query?
  let options: SearchOptions
  let deadline: ContinuousClock.Instant?

  /// Documents with a smaller cosine have little in common.
  private static let leastCosine: Float = 0.5
  /// The pairs of words that are shown for a hit.
  private static let shownPairs = 5

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> SimilarDocuments {
    let database = snapshot.database
    var documents = try ListedDocuments(in: snapshot)
    guard let id = try snapshot.document(at: path, within: options.within),
      let document = try documents.document(id)
    else { return .noDocument }
    guard let table = snapshot.reader.settings.meaning else { return .noTable }
    guard try MeaningBits.areComplete(for: table, in: database) else { return .incomplete }
    let stored = try database.first("SELECT vector FROM meaning WHERE id = ?1", .document(id)) {
      $0.bytes(at: 0)
    }
    guard let vector = stored.flatMap(MeaningVector.init(stored:)) else { return .noVector }
    let plan = try SearchPlan(query ?? Query(.all([])), options, in: snapshot)
    let nearest = NearestDocuments(
      MeaningQuery(vector), plan, leastCosine: Self.leastCosine, matchesWords: true)
    let matches = try nearest.matches(in: snapshot).filter { $0.id != id }
    let found = try others(matches, than: id, in: snapshot).prefix(options.limit)
    var hits = try HitLoader(plan: plan, options: options, deadline: deadline)
      .hits(for: found, in: snapshot)
    let text = try DescribedText(of: document, in: snapshot.reader)
    for index in hits.indices {
      let other = try DescribedText(of: hits[index].document, in: snapshot.reader)
      guard let text, let other else { continue }
      hits[index].similar = table.pairs(
        ofQuery: text.texts, and: other.texts, upTo: DescribedText.words, limit: Self.shownPairs,
        includesSame: true)
    }
    return .found(hits, snapshot.clock)
  }

  /// Joins copies and versions, and leaves out those of the document itself.
  private func others(
    _ matches: [NearestDocuments.Match], than document: DocumentID,
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> [FoundRow] {
    snapshot.reader.documents.update(in: snapshot)
    var rows: [RankedRow] = []
    let asked = NearestDocuments.Match(id: document, cosine: 1)
    for match in [asked] + matches {
      var row = RankedRow(similar: match)
      row.score = Double(match.cosine)
      row.document = try snapshot.reader.documents.document(match.id, in: snapshot.database)
      rows.append(row)
    }
    let folded =
      options.showsCopies
      ? rows.map { FoldedHit($0) } : try CopyFolding(database: snapshot.database).fold(rows)
    return folded.filter { !([$0.hit] + $0.copies).contains { $0.id == document } }.map {
      FoundRow(id: $0.hit.id, score: $0.hit.score, copies: $0.copies.map(\.id))
    }
  }
}

extension DescribedText {
  /// Reads the beginning of a document; nil if it has no text.
  init?(of document: ListedDocument, in reader: IndexReader) throws(SQLiteError) {
    try self.init(
      of: document.id, title: document.properties.title, fileName: document.path.name,
      in: reader.database, reader.decompressor)
  }
}

extension Snapshot {
  /// Returns the document at a path; nil if there is none, or it is not in some folders.
  func document(at path: FilePath, within folders: [FilePath]?) throws(SQLiteError) -> DocumentID? {
    let tree = FolderTree(in: database)
    guard !path.isRoot, let folder = try tree.folder(at: path.parent),
      let file = try StoredFile(named: path.name, in: folder, of: database)
    else { return nil }
    guard let folders else { return file.id }
    return try SearchScope(folders, in: tree).documents(among: [file.id], in: database).first
  }
}
