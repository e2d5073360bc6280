import FileSelection
import LinuxSystem
import Watching

/// How many entries the rules exclude, by folder.
///
/// Each comparison of a folder counts its excluded entries. An excluded folder counts as one entry,
/// because its content is never read.
struct ExclusionLedger {
  /// The number of excluded entries by the kind of rule.
  typealias Counts = [Verdict.Reason.Kind: Int]

  /// The number for one kind; an array of these takes less memory per folder than a dictionary.
  private struct Count: Equatable {
    let kind: Verdict.Reason.Kind
    let number: Int32
  }

  private var folders = PathMap<[Count]>()
  /// The numbers over all folders.
  private(set) var totals: Counts = [:]

  /// Replaces the counts of a folder.
  mutating func set(_ folder: FilePath, _ counts: Counts) {
    add(folders[folder] ?? [], -1)
    let new = counts.map { Count(kind: $0.key, number: Int32(clamping: $0.value)) }
    folders[folder] = new.isEmpty ? nil : new
    add(new, 1)
  }

  /// Moves the counts of folders after a rename, and removes those of replaced folders.
  ///
  /// O(depth), and O(replaced folders).
  mutating func rename(_ move: ChangeBatch.Move) {
    if move.isExchange { return folders.exchange(move.origin, with: move.target) }
    if move.isFolder { subtract(folders.rename(move.origin, to: move.target)) }
  }

  /// Removes the counts of a folder that is gone, and of all folders below it; O(folders below).
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
