import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import SittaSQLite
import Varlink

/// `Changes` and `ConfirmChanges`: the feed of all changes of the index.
///
/// Nothing is buffered for slow clients: each client reads the index from its own position.
struct ChangesHandler: Sendable {
  let index: RepairingReader
  let wait: IndexerWait
  let followers: SubscriptionCount

  /// The default number of changes in a reply.
  private static let standardLimit = 250
  private static let limits = 1...1_000
  /// The most ranges of numbers in a call.
  private static let mostRanges = 1_000
  /// The shortest time between two readings of the index, so that quick commits are read together.
  private static let rest = Duration.milliseconds(50)

  func changes(_ call: VarlinkCall) async throws {
    let parameters = try call.parameters(ChangesMethod.Parameters.self)
    let limit = try (parameters.limit ?? Self.standardLimit).bounded(Self.limits, "limit")
    if let selection = try Self.selection(parameters) {
      return try await send(selection, limit, parameters.text ?? false, to: call)
    }
    let follows = parameters.follow ?? false
    if follows, !call.wantsMore { throw VarlinkError.expectedMore }
    let since = parameters.since.map(IndexClock.init)
    if let consumer = parameters.consumer {
      try Self.check(consumer)
      // If old changes are dropped before the consumer is registered, the consumer gets a reset.
      index.indexer.note(.seen(since, consumer: consumer))
    }
    if follows, !followers.begin() {
      throw SearchFailure.tooManySubscriptions(limit: followers.limit)
    }
    defer { if follows { followers.end() } }
    // Begins before the first reading of the index, so that no commit is missed.
    var commits = index.readers.commits().makeAsyncIterator()
    var position = since.map(FeedPosition.init(after:))
    var isCurrent = false
    while true {
      let page = try await page(
        after: position, limit, parameters.text ?? false, isOptional: follows && isCurrent)
      if let page {
        let continues = call.wantsMore && (follows || !page.isCurrent)
        position = page.next
        if !page.isEmpty || page.isReset || !isCurrent {
          try await call.reply(ChangesMethod.Reply(page), continues: continues)
        }
        isCurrent = page.isCurrent
        guard continues else { return }
        if !isCurrent { continue }
        await index.tasks.loop.wait(until: .now + Self.rest)
      }
      guard await commits.next() != nil else { throw CancellationError() }
      try Task.checkCancellation()
    }
  }

  /// Reads the next changes.
  ///
  /// If it is optional, nil is returned after an error, because the next commit brings another try.
  private func page(
    after position: FeedPosition?, _ limit: Int, _ includesTexts: Bool, isOptional: Bool
  ) async throws -> FeedPage? {
    do {
      return try await index.ask { reader in
        try reader.changes(after: position, limit: limit, includingTexts: includesTexts)
      }
    } catch let error as SQLiteError where isOptional {
      _ = await index.failure(for: error)
      return nil
    }
  }

  /// Sends the rows with some numbers as they are now.
  private func send(
    _ selection: FeedSelection, _ limit: Int, _ includesTexts: Bool, to call: VarlinkCall
  ) async throws {
    var selection = selection
    while true {
      let rows = try await index.ask { [selection] reader in
        try reader.rows(selection, limit: limit, includingTexts: includesTexts)
      }
      let continues = call.wantsMore && !rows.page.isCurrent
      try await call.reply(ChangesMethod.Reply(rows.page), continues: continues)
      guard continues else { return }
      selection = rows.next
      try Task.checkCancellation()
    }
  }

  private static func selection(
    _ parameters: ChangesMethod.Parameters
  ) throws(VarlinkError) -> FeedSelection? {
    if parameters.folders == nil, parameters.documents == nil { return nil }
    guard parameters.since == nil, parameters.consumer == nil else {
      throw .invalidParameter(parameters.since == nil ? "consumer" : "since")
    }
    if parameters.follow == true { throw .invalidParameter("follow") }
    return FeedSelection(
      folders: try ranges(parameters.folders, "folders"),
      documents: try ranges(parameters.documents, "documents"))
  }

  private static func ranges(
    _ numbers: [NumberRangeMessage]?, _ name: String
  ) throws(VarlinkError) -> [ClosedRange<Int64>] {
    let numbers = numbers ?? []
    guard numbers.count <= mostRanges, numbers.allSatisfy({ $0.first <= $0.last }) else {
      throw .invalidParameter(name)
    }
    return numbers.map { Int64($0.first)...Int64($0.last) }
  }

  func confirm(
    _ parameters: ConfirmChangesMethod.Parameters
  ) async throws -> ConfirmChangesMethod.Reply {
    try Self.check(parameters.consumer)
    do {
      let confirmation: Indexer.FeedConfirmation =
        parameters.clock.map { .seen(IndexClock($0), consumer: parameters.consumer) }
        ?? .end(consumer: parameters.consumer)
      try await wait.value("The confirmation") { [indexer = index.indexer] in
        try await indexer.confirm(confirmation)
      }
    } catch is CancellationError {
      throw SearchFailure.indexUnavailable(reason: "sittad is stopping; nothing was confirmed.")
    }
    return ConfirmChangesMethod.Reply()
  }

  private static func check(_ consumer: String) throws(VarlinkError) {
    guard (1...64).contains(consumer.utf8.count), consumer.escapingControls() == consumer else {
      throw .invalidParameter("consumer")
    }
  }
}

extension ChangesMethod.Reply {
  fileprivate init(_ page: FeedPage) {
    self.init(
      reset: page.isReset ? true : nil, removed: page.removedDocuments.map(RemovalMessage.init),
      removedFolders: page.removedFolders.map(RemovalMessage.init),
      folders: page.folders.map(ChangedFolderMessage.init),
      documents: page.documents.map(ChangedDocumentMessage.init),
      clock: ClockMessage(page.clock), more: page.isWithinCommit, current: page.isCurrent)
  }
}

extension RemovalMessage {
  fileprivate init(_ removal: FeedPage.Removal) {
    self.init(id: Int(removal.id), sequence: Int(removal.commit.rawValue))
  }
}

extension ChangedFolderMessage {
  fileprivate init(_ folder: FeedPage.Folder) {
    self.init(
      id: Int(folder.id), sequence: Int(folder.commit.rawValue), parent: Int(folder.parent),
      suffix: folder.suffix, uri: folder.location.uri, away: folder.isAway ? true : nil,
      access: folder.access)
  }
}

extension ChangedDocumentMessage {
  fileprivate init(_ changed: FeedPage.Document) {
    self.init(
      id: Int(changed.document.id.rawValue), sequence: Int(changed.commit.rawValue),
      folder: Int(changed.folder), suffix: changed.suffix,
      document: DocumentMessage(changed.document), digest: changed.digest,
      text: changed.text.map { String(decoding: $0, as: UTF8.self) },
      offset: changed.offset > 0 ? changed.offset : nil, partial: changed.isPartial ? true : nil,
      access: changed.access)
  }
}
