import IndexStorage
import LinuxSystem

/// The facts about a document that ranking needs for every query.
final class KnownDocument: Sendable {
  /// The folder that it is in.
  let folder: FolderID
  let name: VersionName
  /// Empty without a title.
  let title: String
  let modified: FileTime
  /// Its language, as an ISO 639-1 code; nil if it is not known.
  let language: String?
  /// In bytes.
  let size: Int64
  /// The digest of its text; nil without text, or if an earlier version wrote it.
  let digest: ContentDigest?

  init(
    folder: FolderID, name: VersionName, title: String = "", modified: FileTime,
    language: String? = nil, size: Int64, digest: ContentDigest? = nil
  ) {
    (self.folder, self.name, self.title) = (folder, name, title)
    (self.modified, self.language, self.size) = (modified, language, size)
    self.digest = digest
  }
}
