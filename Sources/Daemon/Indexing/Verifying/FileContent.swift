import IndexStorage
package import LinuxSystem

/// What reading a file now would put into the index.
enum FileContent: Equatable, Sendable {
  /// There is no regular file at the path.
  case absent
  /// The rules leave the file out, or its content shows that it is a secret.
  case leftOut
  /// The file was read.
  case read(ReadContent)
  /// The file could not be read to its end now, so it cannot be compared.
  case unknown(UncomparedReason)

  /// Whether a file was read.
  var isFile: Bool { if case .read = self { true } else { false } }
}

/// A file that was read as the indexer would read it.
struct ReadContent: Equatable, Sendable {
  let status: FileStatus
  /// The digest of its texts.
  let digest: ContentDigest
  let state: Document.State
  /// The version of its reader.
  let extractor: Int64
  /// The images whose text is not known yet.
  let scan: Document.Scan?
  /// The digests of its members, sorted.
  let members: [ContentDigest]
  /// Whether lower limits than usual may have cut it or a member.
  let isCut: Bool
  /// Who may read it, if that is recorded.
  var access: RecordedAccess?
}

/// Why a file was not compared with the index.
package enum UncomparedReason: CaseIterable, Sendable {
  /// It waits to be indexed, or for its reader.
  case waiting
  /// Only a part of its text is in the index, and where it ends is not the same each time.
  case partial
  /// It cannot be read, or was given up.
  case unreadable
  /// It changed each time that it was compared.
  case changing
  /// Its file system does not answer, or is away.
  case away
}

/// A file in which the index differs from the disk.
package struct Difference: Equatable, Sendable {
  /// How the index differs from a file.
  package enum Reason: CaseIterable, Sendable {
    /// The index does not have the file.
    case missing
    /// The index has another content.
    case content
    /// The index has another size, or another time of the last change.
    case status
    /// The index has other members of the file.
    case members
    /// The stored text is damaged.
    case text
    /// Queries find other words than the text has.
    case words
    /// The index says that other people may read the file.
    case access
    /// The file is no longer there.
    case gone
    /// A rule leaves the file out.
    case leftOut

    /// The reason as a clause, for the journal.
    package var clause: String {
      switch self {
      case .missing: "it was not in the index"
      case .content, .members: "the index had another content"
      case .status: "the index had another size or time"
      case .text: "the stored text was damaged"
      case .words: "searches did not find its words"
      case .access: "the index said that other people may read it"
      case .gone: "it is no longer there"
      case .leftOut: "a rule leaves it out"
      }
    }
  }

  /// The file.
  package let path: FilePath
  /// How the index differs from it.
  package let reason: Reason
}
