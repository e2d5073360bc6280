import SearchInterface
import SharedIndex

/// An index that answers as a daemon does, and records which texts it has sent.
final class FakeIndex {
  var clock = ClockMessage(index: "one", sequence: 10)
  var folders: [Int: ChangedFolderMessage] = [:]
  var documents: [Int: ChangedDocumentMessage] = [:]
  /// The numbers of the documents that were sent with their texts.
  private(set) var sent: [Int] = []
  /// The most rows that a call has returned.
  private(set) var largestAnswer = 0

  static func document(
    _ id: Int, at sequence: Int, _ name: String, _ text: String?, folder: Int = 1,
    access: String? = nil
  ) -> ChangedDocumentMessage {
    let document = DocumentMessage(
      uri: "file:///\(name)", name: name, modified: "2026-01-01T00:00:00Z", size: 1,
      type: "text/plain", tags: [], state: .complete)
    return ChangedDocumentMessage(
      id: id, sequence: sequence, folder: folder, suffix: "/\(name)", document: document,
      digest: text.map { "\($0.utf8.count)" }, text: text, access: access)
  }

  func put(_ document: ChangedDocumentMessage) { documents[document.id] = document }

  /// All rows, as a daemon sends them to a new feed.
  var everything: ChangesMethod.Reply {
    ChangesMethod.Reply(
      removed: [], removedFolders: [], folders: folders.values.sorted { $0.id < $1.id },
      documents: documents.values.sorted { $0.id < $1.id }, clock: clock, more: false, current: true
    )
  }

  /// Answers a call with numbers.
  func ask(_ parameters: ChangesMethod.Parameters, _ all: Bool) -> [ChangesMethod.Reply] {
    let limit = parameters.limit ?? 250
    var rows = everything
    rows.folders.removeAll { Self.isOutside(parameters.folders, $0.id) }
    rows.documents.removeAll { Self.isOutside(parameters.documents, $0.id) }
    if parameters.text == true { sent += rows.documents.map(\.id) }
    for index in rows.documents.indices where parameters.text != true {
      rows.documents[index].text = nil
    }
    var pages: [ChangesMethod.Reply] = []
    repeat {
      var page = rows
      page.folders = Array(rows.folders.prefix(limit))
      page.documents = Array(rows.documents.prefix(limit - page.folders.count))
      rows.folders.removeFirst(page.folders.count)
      rows.documents.removeFirst(page.documents.count)
      page.current = rows.folders.isEmpty && rows.documents.isEmpty
      pages.append(page)
    } while all && pages.last?.current == false
    largestAnswer = max(
      largestAnswer, pages.reduce(0) { $0 + $1.folders.count + $1.documents.count })
    return pages
  }

  private static func isOutside(_ ranges: [NumberRangeMessage]?, _ number: Int) -> Bool {
    !(ranges ?? []).contains { ($0.first...$0.last).contains(number) }
  }

  /// Compares a database with this index; returns what was written.
  @discardableResult
  func compare(_ store: FeedStore) async throws -> FeedComparison.Tally {
    sent = []
    var comparison = FeedComparison()
    while try await comparison.step(store, ask) {}
    sent.sort()
    return comparison.tally
  }
}
