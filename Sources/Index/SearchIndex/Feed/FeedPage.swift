public import IndexStorage
public import LinuxSystem

/// A page of changes of an index, in the order of the commits.
///
/// They have to be applied in this order: first the removals, then the folders, then the documents.
public struct FeedPage: Sendable {
  /// A document or folder that was removed.
  public struct Removal: Equatable, Sendable {
    /// The number of the document or folder.
    public let id: Int64
    /// The commit that removed it.
    public let commit: CommitNumber
  }

  /// A folder in its present state.
  public struct Folder: Equatable, Sendable {
    /// The number of the folder; it stays the same when the folder is renamed.
    public let id: Int64
    /// The last commit that wrote the folder.
    public let commit: CommitNumber
    /// The number of the parent folder; 1 for `/`.
    public let parent: Int64
    /// The name of the folder.
    public let name: [UInt8]
    /// The location of the folder; a file with members counts as a folder.
    public let location: DocumentLocation
    /// Whether it is a file with members, such as an archive.
    public let isContainer: Bool
    /// Whether the folder cannot be reached now.
    public let isAway: Bool
    /// Who may pass through the folder, or read the file with members; see ``FeedAccess``.
    public let access: String?

    /// What follows the parent folder's URI in the URI of this folder.
    public var suffix: String {
      let name = FeedPage.encoded(name)
      guard isContainer else { return name }
      // Only the outermost file with members begins the fragment of the URI.
      return name + (location.containerLengths.count > 1 ? "!" : "#!")
    }
  }

  /// A document in its present state.
  public struct Document: Equatable, Sendable {
    /// The last commit that wrote the document.
    public let commit: CommitNumber
    /// The number of the folder that contains the document; 1 for `/`.
    public let folder: Int64
    /// The document's properties, as in lists.
    public let document: ListedDocument
    /// A digest of the text, as hexadecimal digits; nil if the document has no text.
    public let digest: String?
    /// The text, or a part of it, in valid UTF-8; nil if no texts were requested.
    public let text: [UInt8]?
    /// The offset in the text at which ``text`` begins.
    public let offset: Int
    /// Whether more parts of the text follow.
    public let isPartial: Bool
    /// Who may read the file; see ``FeedAccess``.
    public let access: String?

    /// What follows the folder's URI in the URI of this document.
    public var suffix: String { FeedPage.encoded(document.path.name) }
  }

  private static func encoded(_ name: [UInt8]) -> String {
    String(FilePath.root.appending(name).uri.dropFirst("file://".count))
  }

  /// Whether the reader has to drop all that it has: its clock is too old or belongs to another index.
  public let isReset: Bool
  /// The documents that were removed.
  public var removedDocuments: [Removal] = []
  /// The folders that were removed.
  public var removedFolders: [Removal] = []
  /// The folders that were added, renamed, moved, became unreachable or came back.
  public var folders: [Folder] = []
  /// The documents that were added, changed or moved.
  public var documents: [Document] = []
  /// The position at which the reader continues.
  public var next: FeedPosition
  /// Whether the next page continues the last commit of this one.
  public var isWithinCommit = false
  /// Whether the reader now knows the present state of the index.
  public var isCurrent = false

  /// The last commit of which everything was sent, on this page or before it.
  public var clock: IndexClock { next.clock }

  /// Whether the page contains no changes.
  public var isEmpty: Bool {
    removedDocuments.isEmpty && removedFolders.isEmpty && folders.isEmpty && documents.isEmpty
  }
}
