import LinuxSystem

/// Finds out whether other users can change the configuration, and so choose which files are indexed.
///
/// Such a configuration is used nevertheless. There is no warning about files that only the user's private
/// group may write, because tools that manage dotfiles create them, nor about files and folders of root.
struct ConfigurationAccess {
  /// The user to whom the configuration belongs.
  var user = ProcessEnvironment.user
  /// The group of which the user is the only member; nil if there is none.
  var privateGroup = ProcessEnvironment.privateGroup

  /// Sentences about files that other users can change or replace; missing files are ignored.
  func warnings(about files: [FilePath]) -> [String] {
    var warnings: [String] = []
    for file in files {
      guard let target = try? file.resolvingSymbolicLinks() else { continue }
      for path in [target, target.parent, file.parent] {
        guard let status = try? FileStatus(of: path.resolvingExistingLinks()),
          let who = others(
            owner: status.owner, group: status.group, mode: status.permissions,
            isFolder: status.kind == .directory)
        else { continue }
        let warning = """
          '\(path)' can be changed by \(who), and so can what sittad indexes. \
          \(status.owner == user ? "Run: chmod go-w '\(path)'" : "Make it a file or folder of yours.")
          """
        if !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    return warnings
  }

  /// The users who can change a file or the content of a folder; nil if only the user and root can.
  func others(owner: UInt32, group: UInt32, mode: UInt32, isFolder: Bool) -> String? {
    if owner != user, owner != 0 { return "another user (\(owner)), who owns it" }
    // In a folder with the sticky bit, only the owner of a file can replace it.
    let isSticky = isFolder && mode & 0o1000 != 0
    if isSticky { return nil }
    if mode & 0o002 != 0 { return "every user" }
    let isForeign = group != privateGroup && group != 0
    return mode & 0o020 != 0 && isForeign ? "other members of its group (\(group))" : nil
  }
}
