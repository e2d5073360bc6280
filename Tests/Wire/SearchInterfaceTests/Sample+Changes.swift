import SearchInterface

/// Messages of the feed of changes.
extension Sample {
  private static let removal = RemovalMessage(id: .max, sequence: 1)
  private static let folder = ChangedFolderMessage(
    id: 2, sequence: .max, parent: 1, suffix: "/a%FF#!", uri: "file:///a%FF", away: true,
    access: "1:2:u::--x,g::---,o::---")
  private static let changed = ChangedDocumentMessage(
    id: 3, sequence: 4, folder: 2, suffix: "/b", document: document, digest: "00ff",
    text: "\u{1b}é",
    offset: 5, partial: true, access: "inherited")

  private static let numbers = NumberRangeMessage(first: .min, last: .max)

  static let ofTheFeed: [(name: String, message: any Codable & Equatable & Sendable)] = [
    ("Removal", removal), ("ChangedFolder", folder), ("ChangedDocument", changed),
    ("NumberRange", numbers),
    (
      "Changes.in",
      ChangesMethod.Parameters(
        since: clock, text: true, limit: 1, follow: true, consumer: "c", folders: [numbers],
        documents: [])
    ),
    (
      "Changes.out",
      ChangesMethod.Reply(
        reset: true, removed: [removal], removedFolders: [removal], folders: [folder],
        documents: [changed], clock: clock, more: true, current: false)
    ),
    ("ConfirmChanges.in", ConfirmChangesMethod.Parameters(consumer: "c", clock: clock)),
    ("ConfirmChanges.out", ConfirmChangesMethod.Reply()),
  ]
}
