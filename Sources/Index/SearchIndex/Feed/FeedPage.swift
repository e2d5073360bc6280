public import IndexStorage
public import LinuxSystem

/// Some changes of an index, in the order of the commits.
///
/// Applied in this order, each row is right: removals first, then folders, then documents.
public struct FeedPage: Sendable {
  /// A document or folder that was removed.
  public struct Removal: Equatable, Sendable {
    /// Its number.
    public let id: Int64
    /// The commit that removed it.
    public let commit: CommitNumber
  }

  /// A folder, as it is now.
  public struct Folder: Equatable, Sendable {
    /// Its number, which it keeps when it is renamed.
    public let id: Int64
    /// The commit that wrote it last.
    public let commit: CommitNumber
    /// The folder that contains it; 1 for `/`.
    public let parent: Int64
    /// Its name.
    public let name: [UInt8]
    /// Where it is; a container is a folder of its members.
    public let location: DocumentLocation
    /// Whether it is a file with members.
    public let isContainer: Bool
    /// Whether it cannot be reached now.
    public let isAway: Bool

    /// The part of its URI after the URI of the folder that contains it.
    public var suffix: String {
      let name = FeedPage.encoded(name)
      guard isContainer else { return name }
      // Only the outermost container begins the fragment.
      return name + (location.containerLengths.count > 1 ? "!" : "#!")
    }
  }

  /// A document, as it is now.
  public struct Document: Equatable, Sendable {
    /// The commit that wrote it last.
    public let commit: CommitNumber
    /// The folder that contains it; 1 for `/`.
    public let folder: Int64
    /// Its properties for lists.
    public let document: ListedDocument
    /// A digest of its text, as hexadecimal digits; nil without text.
    public let digest: String?
    /// Its text, or a part of it in valid UTF-8; nil if no texts were requested.
    public let text: [UInt8]?
    /// The offset of the part.
    public let offset: Int
    /// Whether other parts follow.
    public let isPartial: Bool

    /// The part of its URI after the URI of the folder that contains it.
    public var suffix: String { FeedPage.encoded(document.path.name) }
  }

  private static func encoded(_ name: [UInt8]) -> String {
    String(FilePath.root.appending(name).uri.dropFirst("file://".count))
  }

  /// Whether the reader has to forget everything that it has: its clock is too old, or of another index.
  public let isReset: Bool
  /// The documents that were removed.
  public var removedDocuments: [Removal] = []
  /// The folders that were removed.
  public var removedFolders: [Removal] = []
  /// The folders that were added, renamed, moved, went away or came back.
  public var folders: [Folder] = []
  /// The documents that were added, changed or moved.
  public var documents: [Document] = []
  /// Where to continue.
  public var next: FeedPosition
  /// Whether the next page continues the last commit of this one.
  public var isWithinCommit = false
  /// Whether the reader now has the state that the index had.
  public var isCurrent = false

  /// The last commit of which everything was sent, on this page or before.
  public var clock: IndexClock { next.clock }

  /// Whether there is nothing on it.
  public var isEmpty: Bool {
    removedDocuments.isEmpty && removedFolders.isEmpty && folders.isEmpty && documents.isEmpty
  }
}
