import LinuxSystem
import SittaSQLite

/// Documents of a batch that the index refused, one of which is to blame: a value.
///
/// Each is written in a transaction of its own, in its turn, so that neither changes nor the end wait for
/// the others.
struct SuspectDocuments {
  /// The suspicion against a document.
  enum Suspicion {
    /// It was in a batch that was refused.
    case inBatch
    /// It was refused alone, as this version of the file.
    case refused(SQLiteError, FileVersion)
  }

  private var suspicions: [FilePath: Suspicion] = [:]

  /// The number of suspects.
  var count: Int { suspicions.count }

  /// The suspicion against a document; nil if it is no suspect.
  subscript(path: FilePath) -> Suspicion? { suspicions[path] }

  /// Suspects the documents of a batch that was refused.
  ///
  /// - Returns: whether any was not suspected before; otherwise something else than a document is to blame.
  mutating func add(_ batch: [FilePath]) -> Bool {
    let count = suspicions.count
    for path in batch where suspicions[path] == nil { suspicions[path] = .inBatch }
    return suspicions.count > count
  }

  /// Records that a document was refused alone.
  mutating func blame(_ path: FilePath, _ version: FileVersion, for refusal: SQLiteError) {
    suspicions[path] = .refused(refusal, version)
  }

  /// Records that something else than this document was to blame: it is tried alone again.
  mutating func exonerate(_ path: FilePath) {
    suspicions[path] = .inBatch
  }

  /// Suspects a document no longer: the index has it, or its name.
  mutating func clear(_ path: FilePath) {
    suspicions[path] = nil
  }

  /// Suspects no document: everything has been compared.
  mutating func removeAll() {
    suspicions = [:]
  }
}
