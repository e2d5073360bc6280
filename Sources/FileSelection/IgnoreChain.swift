/// The files with patterns that have a say in a folder, each kind from the top down.
struct IgnoreChain: Sendable {
  private var sittaIgnore: [IgnoreFile] = []
  private var ignore: [IgnoreFile] = []
  private var git: [IgnoreFile] = []
  private var isInWorkTree = false

  var isEmpty: Bool { sittaIgnore.isEmpty && ignore.isEmpty && git.isEmpty }

  /// The chain of a folder below, which has these rules of its own.
  ///
  /// A `.gitignore` counts in a work tree only, and at the top of one what the outer one says ends.
  func entering(_ own: FolderRules) -> IgnoreChain {
    var chain = self
    chain.sittaIgnore += own.sittaIgnore.map { [$0] } ?? []
    chain.ignore += own.ignore.map { [$0] } ?? []
    if let repository = own.repository {
      chain.git = repository.excludes
      chain.isInWorkTree = true
    }
    if chain.isInWorkTree { chain.git += own.gitIgnore.map { [$0] } ?? [] }
    return chain
  }

  /// The line that decides on an entry: of the strongest kind that says anything, the innermost
  /// file's last.
  func lastMatch(on entry: PatternList.Entry) -> IgnoreFile.Rule? {
    for files in [sittaIgnore, ignore, git] {
      for file in files.reversed() {
        if let rule = file.lastMatch(on: entry) { return rule }
      }
    }
    return nil
  }
}
