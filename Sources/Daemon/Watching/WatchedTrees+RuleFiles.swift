import FileSelection
import LinuxSystem

/// Files with rules may lie outside of the roots, or in folders that are left out.
extension WatchedTrees {
  /// Reports changes of these files from now on, whether they lie in a root or not, and exist or
  /// not.
  mutating func watch(ruleFiles files: Set<FilePath>) -> [Action] {
    for file in files { ruleFiles[file] = () }
    actions += files.sorted().map { .watchRuleFile($0) }
    return takeActions()
  }

  /// Inserts the watch of the folder of a rule file, or of the nearest existing folder above it.
  mutating func insertRuleFolder(_ folder: FilePath, watch: Int32) -> [Action] {
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    guards.remove(folder)
    ruleFolders.insert(folder)
    return takeActions()
  }

  /// Whether a change of a path can change the rules.
  func isRuleFile(_ path: FilePath) -> Bool {
    ruleFiles[path] != nil || rules.dependOn(path)
  }

  /// Watches the nearest folders of the rule files below a folder that has appeared or gone.
  ///
  /// O(depth), and O(n log n) of the rule files below the folder.
  mutating func rewatchRuleFiles(below folder: FilePath, at now: ContinuousClock.Instant) {
    for (file, _) in ruleFiles.elements(below: folder) where file != folder {
      actions.append(.watchRuleFile(file))
      buffer.record(.completed(file), at: now)
    }
  }
}
