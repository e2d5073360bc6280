import IndexStorage
import SittaSQLite

/// The folders of the state of the index that a reader's query is answered from.
final class SnapshotFolders {
  private let shared: SharedFolders
  private let stems: ([UInt8]) -> [[UInt8]]
  private var current = KnownFolders()
  /// The state for which ``known`` holds; nil if not all folders were known.
  private var clock: IndexClock?
  /// The facts about the folders above the documents in each folder that was asked for.
  ///
  /// They hold for a number of common folders in ``chain``.
  private var known: (commonCount: Int, priors: [FolderID: DocumentPriors.Folders]) = (0, [:])

  /// The most folders in ``known``.
  private static let capacity = 10_000

  /// Makes it empty.
  ///
  /// - Parameters:
  ///   - shared: the folders that all readers share.
  ///   - stems: the stems of a word, by which its other forms are found.
  init(_ shared: SharedFolders, stems: @escaping ([UInt8]) -> [[UInt8]]) {
    (self.shared, self.stems) = (shared, stems)
  }

  /// The names of the folders.
  var names: FolderNames { current.names }
  /// Whether all folders are known; see ``SharedFolders``.
  var areComplete: Bool { current.isComplete }
  /// The folders of the documents.
  var documents: DocumentFolders { current.documents }
  /// The folders whose names say nothing; see ``KnownFolders/chain``.
  var chain: (folders: [FolderID], branches: Bool) { current.chain }

  /// The folders whose names say nothing.
  ///
  /// - Parameter statistics: the numbers of several indexes, in which fewer can be common; nil for this one.
  /// - Returns: the folders.
  func common(in statistics: QueryStatistics?) -> Set<FolderID> {
    Set(chain.folders.prefix(commonCount(in: statistics)))
  }

  private func commonCount(in statistics: QueryStatistics?) -> Int {
    (statistics?.common.depth).map { $0 + 1 } ?? chain.folders.count
  }

  /// The facts about a folder and its parents, except for the common ones; see ``common(in:)``.
  ///
  /// O(1) for a folder that was asked for before.
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

  /// The last of the folders that are above everything.
  var commonFolder: CommonFolder {
    CommonFolder(
      names: chain.folders.dropFirst().map { names.name(of: $0) }, branches: chain.branches)
  }

  /// Takes the folders in the state of a snapshot; ``release()`` gives them back.
  ///
  /// - Throws: the error of SQLite.
  func update(in snapshot: borrowing Snapshot) throws(SQLiteError) {
    if current.isCurrent(snapshot.clock, snapshot.reader.words.languages) { return }
    release()
    current = try shared.known(in: snapshot, stems: stems)
    if clock == nil || clock != current.clock { known = (0, [:]) }
    clock = current.isComplete ? current.clock : nil
  }

  /// Gives the folders back, so that the next change need not copy them.
  func release() {
    current = KnownFolders()
  }

  /// Frees memory that only the last queries needed.
  func releaseMemory() {
    release()
    known = (0, [:])
  }
}
