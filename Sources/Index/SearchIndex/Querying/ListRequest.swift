public import IndexStorage
public import LinuxSystem
import SittaSQLite

/// A request for a list of documents in and below a folder, in the order of their numbers.
public struct ListRequest: Sendable {
  /// The folder; the path of a file lists that file, and its members.
  public var folder: FilePath
  /// The largest number of documents.
  public var limit: Int
  /// The number of the document after which the list begins.
  public var after: DocumentID = 0
  /// Whether documents in folders that cannot be reached now are listed, too.
  public var includesAway = false
  /// Whether only documents are listed whose text is not completely in the index; their note says why.
  public var onlyFailed = false
  /// The versions of the extractors whose documents are listed; nil for all.
  public var extractors: [ClosedRange<Int64>]?
  /// The states of the documents that are listed; nil for all.
  public var states: Set<Document.State>?
  /// The state after which documents must have been added, changed or moved; nil for all documents.
  public var since: IndexClock?
  /// The folders or files that must contain the documents; nil for everywhere; see ``SearchOptions/within``.
  public var within: [FilePath]?

  /// Makes a request for all documents that can be reached now.
  public init(below folder: FilePath, limit: Int) {
    (self.folder, self.limit) = (folder, limit)
  }

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> ListPage {
    let clock = snapshot.clock
    let change = since.map { FilterCondition.changed(since: $0, in: clock) }
    let isReset = change.map { $0.condition == nil } ?? false
    guard let scope = try scope(in: FolderTree(in: snapshot.database)) else {
      return ListPage(documents: [], next: nil, isReset: isReset, clock: clock)
    }
    let listed = FilterCondition.all([change?.condition].compactMap(\.self) + scope)
    var numbers: [DocumentID] = []
    try snapshot.database.statement(
      "SELECT id FROM document WHERE \(listed.sql) AND id > ? ORDER BY id LIMIT ?"
    ).forEachRow(listed.values + [.document(after), .integer(Int64(limit) + 1)]) {
      numbers.append($0.document(at: 0))
    }
    var reader = try ListedDocuments(in: snapshot)
    var documents: [ListedDocument] = []
    for number in numbers.prefix(limit) {
      if let document = try reader.document(number) { documents.append(document) }
    }
    return ListPage(
      documents: documents, next: numbers.count > limit ? documents.last?.id : nil,
      isReset: isReset, clock: clock)
  }

  /// Returns the conditions for documents in and below the folder; nil if the index has nothing there.
  private func scope(in folders: FolderTree) throws(SQLiteError) -> [FilterCondition]? {
    guard let documents = try folders.documents(at: folder) else { return nil }
    var conditions = [documents]
    if let within { conditions.append(try SearchScope(within, in: folders).condition) }
    if !includesAway, let present = try FilterCondition.outside(folders.awayFolders()) {
      conditions.append(present)
    }
    if onlyFailed { conditions.append(.failed) }
    if let extractors { conditions.append(.made(by: extractors)) }
    if let states { conditions.append(.inStates(states)) }
    return conditions
  }
}
