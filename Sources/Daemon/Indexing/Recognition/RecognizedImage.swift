import IndexStorage
import LinuxSystem

/// An image whose text is recognized: a page of a document, or a file.
struct RecognizedImage: Equatable, Sendable {
  /// Identifies an image of one state of a file.
  struct Key: Hashable, Sendable {
    let file: FileVersion
    let page: UInt32
  }

  /// The result of recognizing it.
  enum Result: Equatable, Sendable {
    /// Its text is known.
    case done(RecognitionCache.Outcome)
    /// A program ended at it, or took too long.
    case failed
    /// The file is not there, or not as the index has it.
    case changed
    /// A program is missing or does not run.
    case missingProgram
    /// There is not enough memory, or there are not enough descriptors.
    case shortage
    /// The daemon ends.
    case interrupted
  }

  /// The document.
  let document: DocumentID
  /// Its path.
  let path: FilePath
  /// Its file.
  let file: FileVersion
  /// The number of the page; 1 for a file that is an image.
  let page: UInt32
  /// Whether the file is an image.
  let isPicture: Bool

  var key: Key { Key(file: file, page: page) }
}
