import LinuxSystem
import SittaSQLite

/// The documents in batches that the index refused; one of each batch is the cause.
///
/// Each is written in its own transaction, when its turn comes, so that neither changes nor the end
/// of the daemon wait for all of them.
struct SuspectDocuments {
  /// Why a document is suspected.
  enum Suspicion {
    /// It was in a refused batch.
    case inBatch
    /// The index refused it alone, in this version of the file.
    case refused(SQLiteError, FileVersion)
  }

  private var suspicions: [FilePath: Suspicion] = [:]

  /// The number of suspects.
  var count: Int { suspicions.count }

  /// Why a document is suspected; nil if it is not.
  subscript(path: FilePath) -> Suspicion? { suspicions[path] }

  /// Suspects the documents of a refused batch.
  ///
  /// - Returns: whether any of them was not suspected before; if not, the cause is not a document.
  mutating func add(_ batch: [FilePath]) -> Bool {
    let count = suspicions.count
    for path in batch where suspicions[path] == nil { suspicions[path] = .inBatch }
    return suspicions.count > count
  }

  /// Records that the index refused a document alone.
  mutating func blame(_ path: FilePath, _ version: FileVersion, for refusal: SQLiteError) {
    suspicions[path] = .refused(refusal, version)
  }

  /// Records that this document was not the cause, so that it is written alone again.
  mutating func exonerate(_ path: FilePath) {
    suspicions[path] = .inBatch
  }

  /// Ends the suspicion: the index has accepted the document, or its name.
  mutating func clear(_ path: FilePath) {
    suspicions[path] = nil
  }

  /// Ends all suspicions, because everything has been compared.
  mutating func removeAll() {
    suspicions = [:]
  }
}
