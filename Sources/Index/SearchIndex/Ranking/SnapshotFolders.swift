import IndexStorage
import SittaSQLite

/// The folders in the state of the index that a reader's query uses.
final class SnapshotFolders {
  private let shared: SharedFolders
  private let stems: ([UInt8]) -> [[UInt8]]
  private var current = KnownFolders()
  /// The state of the index to which ``known`` belongs; nil if not all folders were known.
  private var clock: IndexClock?
  /// A cache: for each folder, the facts about it and its parents.
  ///
  /// They depend on how many folders of ``chain`` are common, and so ignored.
  private var known: (commonCount: Int, priors: [FolderID: DocumentPriors.Folders]) = (0, [:])

  /// The most folders in ``known``.
  private static let capacity = 10_000

  /// Makes it without folders; `stems` returns the stems of a word, by which its other forms are found.
  init(_ shared: SharedFolders, stems: @escaping ([UInt8]) -> [[UInt8]]) {
    (self.shared, self.stems) = (shared, stems)
  }

  /// The names of the folders.
  var names: FolderNames { current.names }
  /// Whether all folders have been read; see ``SharedFolders``.
  var areComplete: Bool { current.isComplete }
  /// The folders of the documents.
  var documents: DocumentFolders { current.documents }
  /// The folders whose names may be ignored; see ``KnownFolders/chain``.
  var chain: (folders: [FolderID], branches: Bool) { current.chain }

  /// Returns the folders whose names are ignored, because everything is below them.
  ///
  /// `statistics` are the sums of several indexes, which have fewer common folders; nil for this index.
  func common(in statistics: QueryStatistics?) -> Set<FolderID> {
    Set(chain.folders.prefix(commonCount(in: statistics)))
  }

  private func commonCount(in statistics: QueryStatistics?) -> Int {
    (statistics?.common.depth).map { $0 + 1 } ?? chain.folders.count
  }

  /// Returns the facts about a folder and its parents, without the common ones; see ``common(in:)``.
  ///
  /// O(1) for a folder in the cache.
  func priors(above folder: FolderID, _ statistics: QueryStatistics?) -> DocumentPriors.Folders {
    let commonCount = commonCount(in: statistics)
    if known.commonCount != commonCount || known.priors.count >= Self.capacity {
      known = (commonCount, [:])
    }
    if let priors = known.priors[folder] { return priors }
    let priors = names.priors(above: folder, except: common(in: statistics))
    known.priors[folder] = priors
    return priors
  }

  /// The deepest folder that contains all others.
  var commonFolder: CommonFolder {
    CommonFolder(
      names: chain.folders.dropFirst().map { names.name(of: $0) }, branches: chain.branches)
  }

  /// Copies the shared folders in the state of a snapshot; ``release()`` drops the copy.
  func update(in snapshot: borrowing Snapshot) throws(SQLiteError) {
    if current.isCurrent(snapshot.clock, snapshot.reader.words.languages) { return }
    release()
    current = try shared.known(in: snapshot, stems: stems)
    if clock == nil || clock != current.clock { known = (0, [:]) }
    clock = current.isComplete ? current.clock : nil
  }

  /// Drops the copy, so that the next change of the shared folders need not copy their memory.
  func release() {
    current = KnownFolders()
  }

  /// Frees memory that is only a cache of the last queries.
  func releaseMemory() {
    release()
    known = (0, [:])
  }
}
