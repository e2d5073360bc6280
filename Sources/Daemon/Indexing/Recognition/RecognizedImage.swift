import IndexStorage
import LinuxSystem

/// An image to recognize: a page of a document, or an image.
struct RecognizedImage: Equatable, Sendable {
  /// Identifies a page of one version of a file.
  struct Key: Hashable, Sendable {
    let file: FileVersion
    let page: UInt32
  }

  /// The file that a document is a member of.
  struct Container: Equatable, Sendable {
    let path: FilePath
    /// The version of the file that the index has.
    let file: FileVersion
    /// The contents of its members that wait; they are unpacked together.
    let members: Set<FileVersion>
  }

  /// The result of recognizing an image.
  enum Result: Equatable, Sendable {
    /// The outcome is known.
    case done(RecognitionCache.Outcome)
    /// A program died or took too long.
    case failed
    /// The file is gone, or is no longer the one in the index.
    case changed
    /// A program is missing or does not run.
    case missingProgram
    /// There is not enough memory, or there are not enough descriptors.
    case shortage
    /// The daemon ends.
    case interrupted
  }

  let document: DocumentID
  /// The path of the document.
  let path: FilePath
  /// The file that the document is a member of; nil if it is a file itself.
  var container: Container?
  /// The version of the file, or of the member's content, that the index has.
  let file: FileVersion
  /// The page number; 1 for an image.
  let page: UInt32
  /// Whether the document is an image.
  let isPicture: Bool

  var key: Key { Key(file: file, page: page) }
}
