package import SearchInterface

/// Compares the rows of a source with those of the index, and sends what differs.
///
/// Folders come first, because documents get their rights from them. Rows are compared in buckets of numbers, by
/// their count and the sum of their checksums. Only if these differ are the single rows compared, and texts are
/// requested only of documents that differ. Pages of changes can be written between two steps. Memory is bounded by
/// a bucket, whatever the size of the index.
package struct FeedComparison {
  /// Calls `Changes`, and returns the first page of the answer, with `true` all pages; texts are whole.
  package typealias Asking = (ChangesMethod.Parameters, Bool) async throws -> [ChangesMethod.Reply]

  /// The answer was not given by the index that the database copies.
  package struct OtherIndex: Error, CustomStringConvertible {
    /// A sentence for people.
    package let description = "The index was exchanged while the database was compared with it."
  }

  /// What was written and removed.
  package struct Tally: Equatable, Sendable {
    package var folders = 0
    package var documents = 0
    package var removed = 0
  }

  private var table: FeedStore.Table?
  /// The first number of the next bucket; nil before the first one.
  private var next: Int64?
  /// The documents that differ, with their sizes.
  private var differing: [(id: Int64, size: Int)] = []
  /// What was written and removed so far.
  package private(set) var tally = Tally()

  /// The number of numbers in a bucket.
  static let bucketSize: Int64 = 4_096
  /// The most documents, and about the most bytes of text, of one step: changes wait while they are written.
  private static let (mostDocuments, mostBytes) = (100, 1 << 20)
  /// The most rows in a reply.
  private static let pageSize = 1_000

  /// Begins with the first folder.
  package init() {}

  /// Compares the next bucket, or sends some documents that differ.
  ///
  /// - Parameters:
  ///   - store: the source; nothing else is written to it during the call.
  ///   - ask: calls the daemon.
  /// - Returns: whether something is left to do.
  /// - Throws: the error of the daemon or of the server; then begin again.
  package mutating func step(_ store: FeedStore, _ ask: Asking) async throws -> Bool {
    if !differing.isEmpty {
      try await sendDocuments(store, ask)
      return true
    }
    guard let table else {
      try await store.beginComparison()
      self.table = .folder
      return true
    }
    if let first = next {
      let numbers = first...first + (Self.bucketSize - 1)
      if try await compare(table, numbers, store, ask) {
        let (number, isEnd) = numbers.upperBound.addingReportingOverflow(1)
        next = isEnd ? nil : number
        if isEnd { return try await finish(table, store) }
        return true
      }
    }
    // The bucket is empty, and it can be the last one.
    let from = next ?? .min
    var page = ChangesMethod.Parameters(limit: 1)
    page.request([from...Int64.max], of: table)
    let first = try await rows(page, all: false, store, ask).map(\.id).min()
    let stored = try await store.firstNumber(of: table, from: from)
    guard let number = [first, stored].compactMap(\.self).min() else {
      return try await finish(table, store)
    }
    next = number & ~(Self.bucketSize - 1)
    return true
  }

  /// Goes on with the next table; returns whether there is one.
  private mutating func finish(_ table: FeedStore.Table, _ store: FeedStore) async throws -> Bool {
    if table == .folder {
      (self.table, next) = (.document, nil)
      return true
    }
    try await store.endComparison()
    return false
  }
}

extension FeedComparison {
  /// A row of the index.
  private struct Row {
    let id: Int64
    let checksum: Int64
    /// The folder.
    var folder: ChangedFolderMessage?
    /// The size of the document's file.
    var size = 0
  }

  /// Compares a bucket, and mends it but for the documents that have to be asked for.
  ///
  /// - Returns: whether it has any rows.
  private mutating func compare(
    _ table: FeedStore.Table, _ numbers: ClosedRange<Int64>, _ store: FeedStore, _ ask: Asking
  ) async throws -> Bool {
    var parameters = ChangesMethod.Parameters(limit: Self.pageSize)
    parameters.request([numbers], of: table)
    let rows = try await rows(parameters, all: true, store, ask)
    let stored = try await store.sum(of: table, numbers)
    let sum = rows.reduce(0) { RowChecksum.sum($0, $1.checksum) }
    if (rows.count, sum) == stored { return !rows.isEmpty }
    let checksums = try await store.checksums(of: table, numbers)
    let wrong = rows.filter { checksums[$0.id] != $0.checksum }
    let gone = Set(checksums.keys).subtracting(rows.map(\.id)).sorted()
    let removals = gone.map { RemovalMessage(id: Int($0), sequence: 0) }
    switch table {
    case .folder:
      let folders = wrong.compactMap(\.folder)
      try await mend(store, removedFolders: removals, folders: folders)
    case .document:
      if !removals.isEmpty { try await mend(store, removed: removals) }
      differing = wrong.map { ($0.id, $0.size) }
    }
    tally.removed += gone.count
    return true
  }

  /// Asks for rows, and makes their checksums.
  private func rows(
    _ parameters: ChangesMethod.Parameters, all: Bool, _ store: FeedStore, _ ask: Asking
  ) async throws -> [Row] {
    var rows: [Row] = []
    for reply in try await ask(parameters, all) {
      try check(reply, store)
      try await store.addRules(of: reply)
      rows += reply.folders.map {
        Row(id: Int64($0.id), checksum: store.checksum(of: $0), folder: $0)
      }
      rows += reply.documents.map {
        Row(id: Int64($0.id), checksum: store.checksum(of: $0), size: $0.document.size)
      }
    }
    return rows
  }

  /// Asks for the texts of some documents that differ, and writes them.
  private mutating func sendDocuments(_ store: FeedStore, _ ask: Asking) async throws {
    var (count, bytes) = (0, 0)
    for document in differing.prefix(Self.mostDocuments) {
      let size = min(document.size, Self.mostBytes)
      if count > 0, bytes + size > Self.mostBytes { break }
      (count, bytes) = (count + 1, bytes + size)
    }
    var parameters = ChangesMethod.Parameters(text: true)
    parameters.request(differing.prefix(count).map { $0.id...$0.id }, of: .document)
    for reply in try await ask(parameters, true) {
      try check(reply, store)
      try await mend(store, documents: reply.documents)
    }
    differing.removeFirst(count)
  }

  /// Whether an answer is of the index of which the database has changes, and not older than these.
  private func check(_ reply: ChangesMethod.Reply, _ store: FeedStore) throws {
    guard let index = store.indexName, index == reply.clock.index,
      reply.clock.sequence >= store.position.clock?.sequence ?? 0
    else { throw OtherIndex() }
  }

  private mutating func mend(
    _ store: FeedStore, removed: [RemovalMessage] = [], removedFolders: [RemovalMessage] = [],
    folders: [ChangedFolderMessage] = [], documents: [ChangedDocumentMessage] = []
  ) async throws {
    try await store.mend(
      ChangesMethod.Reply(
        removed: removed, removedFolders: removedFolders, folders: folders, documents: documents,
        clock: ClockMessage(index: "", sequence: 0), more: false, current: false))
    tally.folders += folders.count
    tally.documents += documents.count
  }
}

extension ChangesMethod.Parameters {
  /// Asks for rows by their numbers.
  fileprivate mutating func request(_ numbers: [ClosedRange<Int64>], of table: FeedStore.Table) {
    let ranges = numbers.map {
      NumberRangeMessage(first: Int($0.lowerBound), last: Int($0.upperBound))
    }
    switch table {
    case .folder: folders = ranges
    case .document: documents = ranges
    }
  }
}
