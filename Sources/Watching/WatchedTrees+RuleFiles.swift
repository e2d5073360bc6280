import FileSelection
public import LinuxSystem

/// Files that say what is left out may lie outside the roots, or in folders that are left out.
extension WatchedTrees {
  /// Tells of these files from now on, wherever they lie, whether they exist or not.
  public mutating func watch(ruleFiles files: Set<FilePath>) -> [Action] {
    ruleFiles.formUnion(files)
    actions += files.sorted().map { .approach($0) }
    return takeActions()
  }

  /// Notes the watch of the folder of a rule file, or of the nearest above it that exists.
  public mutating func noteApproach(to folder: FilePath, watch: Int32) -> [Action] {
    if let unused = tree.insert(folder, watch: watch) { end([unused]) }
    guards.remove(folder)
    ruleFolders.insert(folder)
    return takeActions()
  }

  /// Whether a change of a path can be one of the rules.
  func isRuleFile(_ path: FilePath) -> Bool {
    ruleFiles.contains(path) || rules.dependOn(path)
  }

  /// Comes nearer to the rule files below a folder that has appeared or gone.
  mutating func approachRuleFiles(below folder: FilePath, at now: ContinuousClock.Instant) {
    for file in ruleFiles.sorted() where file != folder && file.isInside(folder) {
      actions.append(.approach(file))
      buffer.note(.completed(file), at: now)
    }
  }
}
