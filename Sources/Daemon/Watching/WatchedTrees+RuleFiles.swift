import FileSelection
import LinuxSystem

/// Rule files, which may be outside the roots or in excluded folders.
extension WatchedTrees {
  /// Reports changes of rule files from now on, wherever they are and whether or not they exist.
  mutating func watch(ruleFiles files: Set<FilePath>) -> [Action] {
    for file in files { ruleFiles[file] = () }
    actions += files.sorted().map { .watchRuleFile($0) }
    return takeActions()
  }

  /// Inserts the watch of a rule file's folder, or of the nearest existing folder above it.
  mutating func insertRuleFolder(_ folder: FilePath, watch: Int32) -> [Action] {
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    guards.remove(folder)
    ruleFolders.insert(folder)
    return takeActions()
  }

  /// Whether a change of a path can change which paths are indexed.
  func isRuleFile(_ path: FilePath) -> Bool {
    ruleFiles[path] != nil || rules.dependOn(path)
  }

  /// Watches the rule files below a folder again, after it has appeared or gone.
  ///
  /// O(depth), and O(n log n) for n rule files below the folder.
  mutating func rewatchRuleFiles(below folder: FilePath, at now: ContinuousClock.Instant) {
    for (file, _) in ruleFiles.elements(below: folder) where file != folder {
      actions.append(.watchRuleFile(file))
      buffer.record(.completed(file), at: now)
    }
  }
}
