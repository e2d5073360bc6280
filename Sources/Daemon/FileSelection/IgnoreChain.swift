/// The pattern files that apply in a folder, each kind from the outermost to the innermost.
struct IgnoreChain: Sendable {
  private var sittaIgnore: [IgnoreFile] = []
  private var ignore: [IgnoreFile] = []
  private var git: [IgnoreFile] = []
  private var isInWorkTree = false

  var isEmpty: Bool { sittaIgnore.isEmpty && ignore.isEmpty && git.isEmpty }

  /// The chain of a subfolder with its own rules.
  ///
  /// `.gitignore` files apply only in a work tree. At the top of a work tree, the rules of an outer
  /// work tree no longer apply.
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

  /// The line that decides about an entry; nil if no line matches.
  ///
  /// The kind of file with the highest precedence that has a matching line decides; in it, the
  /// innermost file; in this file, the last line.
  func lastMatch(on entry: PatternList.Entry) -> IgnoreFile.Rule? {
    for files in [sittaIgnore, ignore, git] {
      for file in files.reversed() {
        if let rule = file.lastMatch(on: entry) { return rule }
      }
    }
    return nil
  }
}
