package import SearchInterface

/// The content of a reply to `Changes` for a database, with whole texts.
package struct FeedChanges: Sendable {
  /// Whether the rows of another generation follow, which replaces this one.
  package var isReset = false
  package var removed: [RemovalMessage] = []
  package var removedFolders: [RemovalMessage] = []
  package var folders: [ChangedFolderMessage] = []
  package var documents: [ChangedDocumentMessage] = []
  /// The clock to continue from.
  package var clock: ClockMessage
  /// Whether this is a state that the index had.
  package var isCurrent = false

  /// Takes a reply; a text of which parts are missing waits in `partial`.
  ///
  /// - Parameters:
  ///   - reply: the reply.
  ///   - partial: the begun text of the reply before.
  package init(_ reply: ChangesMethod.Reply, _ partial: inout PartialDocument) {
    (removed, removedFolders) = (reply.removed, reply.removedFolders)
    (folders, clock, isCurrent) = (reply.folders, reply.clock, reply.current)
    isReset = reply.reset == true
    documents = reply.documents.compactMap { partial.whole($0) }
  }

  /// Whether there is nothing to write but the clock.
  package var isEmpty: Bool {
    !isReset && removed.isEmpty && removedFolders.isEmpty && folders.isEmpty && documents.isEmpty
  }
}
