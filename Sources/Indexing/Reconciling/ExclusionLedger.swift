import FileSelection
import LinuxSystem
import Watching

/// How much the rules leave out, by the folders in which it lies: a value.
///
/// A folder is counted when it is compared with the disk, and what is left out in it then. A folder that is
/// left out counts once, because nobody looks into it.
struct ExclusionLedger: Equatable {
  /// The number of entries that each kind of rule leaves out.
  typealias Counts = [Verdict.Reason.Kind: Int]

  private var folders: [FilePath: Counts] = [:]
  /// The numbers of all folders.
  private(set) var totals: Counts = [:]

  /// Sets what is left out of a folder, in place of what was left out of it before.
  mutating func set(_ folder: FilePath, _ counts: Counts) {
    if counts.isEmpty, folders[folder] == nil { return }
    add(folders[folder] ?? [:], -1)
    folders[folder] = counts.isEmpty ? nil : counts
    add(counts, 1)
  }

  /// Gives folders the names they have after a rename; O(folders).
  mutating func rename(_ move: ChangeBatch.Move) {
    if folders.isEmpty || !move.isFolder { return }
    folders = Dictionary(
      folders.map { (move.newPath(of: $0.key), $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// Forgets a folder that is gone, and all below it; O(folders).
  mutating func remove(below path: FilePath) {
    for folder in folders.keys where folder.isInside(path) { set(folder, [:]) }
  }

  private mutating func add(_ counts: Counts, _ sign: Int) {
    for (kind, count) in counts {
      let sum = totals[kind, default: 0] + sign * count
      totals[kind] = sum == 0 ? nil : sum
    }
  }
}
