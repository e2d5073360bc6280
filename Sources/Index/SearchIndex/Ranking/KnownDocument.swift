import IndexStorage
import LinuxSystem

/// The properties of a document that ranking needs for every query.
final class KnownDocument: Sendable {
  /// The folder that directly contains the document.
  let folder: FolderID
  let name: VersionName
  /// The whole name of the file, in lower case.
  let fileName: String
  /// The title; empty if there is none.
  let title: String
  let modified: FileTime
  /// The language, as an ISO 639-1 code; nil if it is not known.
  let language: String?
  /// The size of the file in bytes.
  let size: Int64
  /// The digest of the text; nil if there is no text, or if an earlier version wrote the document.
  let digest: ContentDigest?
  /// What shows the conversation of a mail; nil for other documents, and for a mail without a subject.
  let mail: MailHead?

  init(
    folder: FolderID, fileName: String, title: String = "", modified: FileTime,
    language: String? = nil, size: Int64, digest: ContentDigest? = nil, mail: MailHead? = nil
  ) {
    (self.folder, name, self.title) = (folder, VersionName(fileName), title)
    self.fileName = fileName.lowercased()
    (self.modified, self.language, self.size) = (modified, language, size)
    (self.digest, self.mail) = (digest, mail)
  }
}
