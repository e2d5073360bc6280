import FileSelection
import LinuxSystem
import Watching

/// How much the rules leave out, by the folders in which it lies: a value.
///
/// Each comparison of a folder with the disk counts the excluded entries in it. An excluded folder
/// counts once, because its content is never read.
struct ExclusionLedger {
  /// The number of entries that each kind of rule leaves out.
  typealias Counts = [Verdict.Reason.Kind: Int]

  /// The number for one kind; a folder has few of them, and a dictionary for each would be large.
  private struct Count: Equatable {
    let kind: Verdict.Reason.Kind
    let number: Int32
  }

  private var folders = PathMap<[Count]>()
  /// The numbers of all folders.
  private(set) var totals: Counts = [:]

  /// Replaces the counts of a folder's excluded entries.
  mutating func set(_ folder: FilePath, _ counts: Counts) {
    add(folders[folder] ?? [], -1)
    let new = counts.map { Count(kind: $0.key, number: Int32(clamping: $0.value)) }
    folders[folder] = new.isEmpty ? nil : new
    add(new, 1)
  }

  /// Gives folders their new names after a rename, and forgets replaced folders.
  ///
  /// O(depth), and O(replaced folders).
  mutating func rename(_ move: ChangeBatch.Move) {
    if move.isExchange { return folders.exchange(move.origin, with: move.target) }
    if move.isFolder { subtract(folders.rename(move.origin, to: move.target)) }
  }

  /// Forgets a folder that is gone, and all below it; O(folders below).
  mutating func remove(below path: FilePath) {
    subtract(folders.removeAll(below: path))
  }

  private mutating func subtract(_ removed: [(path: FilePath, value: [Count])]) {
    for (_, counts) in removed { add(counts, -1) }
  }

  private mutating func add(_ counts: [Count], _ sign: Int) {
    for count in counts {
      let sum = totals[count.kind, default: 0] + sign * Int(count.number)
      totals[count.kind] = sum == 0 ? nil : sum
    }
  }
}
