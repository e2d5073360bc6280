import FileSelection
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// An open file that a reader is to read as a document, and how.
struct ReadingOrder: Sendable {
  /// An open file that can be passed on to another thread.
  final class OpenFile: Sendable {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
      self.descriptor = descriptor
    }
  }

  let path: FilePath
  let file: OpenFile
  /// The status of the open file.
  let status: FileStatus
  let limits: ReadingLimits
  /// The most bytes of text to read now, at most ``ReadingLimits/bytes``; if there are more, it is large work.
  let byteLimit: Int
  /// The version of its reader, by its name.
  let reader: ReaderVersion
  /// The rules for its members; nil if it is in no root.
  let selection: FolderSelection?

  var subject: FileVersion { FileVersion(status) }
}

/// What the readers need to know apart from a file; it is the same for all orders until settings change.
struct ReadingContext: Sendable {
  /// How files are read.
  var settings: ExtractionSettings
  /// The readers that are paused, each with the reason as a clause.
  var paused: [ReaderVersion: String]
  /// What is known about the programs.
  var programs: DocumentExtractor.ProgramStates
  /// Starts the programs; nil to start the real ones.
  let start: ReaderStart?
  /// The state folder, which contains the cache of recognized texts.
  let state: FilePath
  /// Says when the daemon is to end.
  let readings: ReadingNotes
}

/// What has become of an order.
struct FinishedReading: Sendable {
  enum Result: Sendable {
    case document(Document, MemberBuffer)
    /// The members are too many or too large for a buffer, so they have to be written while they are read.
    case container
    /// The program that read the file died, or was killed.
    case crashed
    /// Reading stopped, because something else has to be done first.
    case interrupted
    /// The file cannot be read, or there are not enough descriptors or memory.
    case failed(SystemError)
  }

  let order: ReadingOrder
  var result: Result
  /// The time before the file was read, by ``LinuxSystem/FileClock``.
  let moment: FileTime
  /// The reader that the content of the file needed.
  let reader: ReaderVersion
  /// What was found out about the programs.
  let programs: DocumentExtractor.ProgramStates
  /// The CPU time of the daemon.
  let time: Duration

  /// Whether as much was read as the limits of the document allow.
  var isWhole: Bool {
    if case .document = result { order.byteLimit == order.limits.bytes } else { false }
  }

  /// The size of the text in bytes.
  var size: Int {
    if case .document(let document, _) = result { document.text.count } else { 0 }
  }
}
