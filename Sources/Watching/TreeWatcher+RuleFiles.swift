import FileSelection
public import LinuxSystem

/// Files that say what is left out may lie outside the roots, or in folders that are left out.
extension TreeWatcher {
  /// Tells of these files from now on, wherever they lie, whether they exist or not.
  public func watch(ruleFiles files: Set<FilePath>) {
    ruleFiles.formUnion(files)
    for file in files { approach(file) }
  }

  /// Whether a change of a path can be one of the rules.
  func isRuleFile(_ path: FilePath) -> Bool {
    ruleFiles.contains(path) || rules.areChanged(by: path)
  }

  /// Comes nearer to the rule files below a folder that has appeared or gone.
  func approachRuleFiles(below folder: FilePath, at now: ContinuousClock.Instant) {
    for file in ruleFiles where file != folder && file.isInside(folder) {
      approach(file)
      buffer.note(.completed(file), at: now)
    }
  }

  /// Watches the folder of a file, or the nearest above it that exists.
  private func approach(_ file: FilePath) {
    var folder = file.parent
    while true {
      if let watch = try? inotify.watch(directory: folder) {
        if let unused = tree.insert(folder, watch: watch) { inotify.unwatch(unused) }
        ruleFolders.insert(folder)
        return
      }
      if folder.isRoot { return }
      folder = folder.parent
    }
  }
}
