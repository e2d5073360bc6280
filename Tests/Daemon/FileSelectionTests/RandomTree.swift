import FileSelection
import LinuxSystem
import TestSupport

/// A work tree whose names, folders and ignore files follow from a seed.
struct RandomTree: CustomStringConvertible {
  let top: FilePath
  let home: FilePath
  /// Paths below ``top``, files and folders.
  private(set) var paths: [[UInt8]] = []
  private var random: SplitMix
  private var files: [(path: FilePath, content: [UInt8])] = []
  private let folder: FilePath

  /// Few letters and names, so that patterns match often.
  private static let names =
    [
      "a", "b", "ab", "ba", "a.b", "aab", "b-a", "A", "a b", "a ", "!a", "#a", "[a]", "a]b", "a*b",
      "a\\b", "x\u{e9}", "1", "a\tb", "a?",
    ].map { Array($0.utf8) } + [[0x61, 0xff], [0x80]]
  /// Patterns that match a whole name.
  private static let wholes = [
    "*", "**", "**", "**", "?", "??", "a*", "*b", "*a*", "[ab]*", "a**", "***", "[!a]*", "\\!a",
    "\\#a", "\\[a]", "a\\*b", "a\\\\b", "a\\ ", "[[:lower:]]*", "?[]b]*",
  ].map { Array($0.utf8) }
  private static let pieces =
    [
      "a", "b", "ab", ".", "-", "*", "**", "***", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[]a]",
      "[[:alpha:]]", "[[:punct:][:digit:]]", "[a", "[[:nope:]]", "[[:alpha]", "[\\]a]", "[a\\-z]",
      "[-a]", "[a-]", "[a/b]", "[[:]", "\\a", "\\*", "\\!", "\\#", "\\ ", "\\", "\\\\", "/", "/",
      "/", "/**/", "**/", "/**", "/*", "a/b", "*/", "a**", "\\/", " ", "\t", "#", "!", "\u{e9}",
      "[\u{e9}]", "A", "1", "a*b", "*a", "b*",
    ].map { Array($0.utf8) } + [[0xff], [0x80]]

  init(seed: UInt64, in folder: FilePath) {
    random = SplitMix(seed: seed)
    self.folder = folder
    top = folder.appending("tree")
    home = folder.appending("home")
  }

  var rules: SelectionRules {
    var rules = SelectionRules(roots: [top], includesHidden: true)
    rules.includesSecrets = true
    return rules
  }

  var gitPaths: GitPaths { GitPaths(home: home, system: folder.appending("nothing")) }

  /// Makes the folders and files on disk.
  mutating func make() throws {
    try top.descendant(".git/objects").makeDirectory()
    try top.descendant(".git/refs").makeDirectory()
    try top.descendant(".git/HEAD").write("ref: refs/heads/main\n")
    try home.makeDirectory()
    try fill(top, below: [], depth: 0)
    try write(top.descendant(".git/info/exclude"), chance: 2)
    if Bool.random(using: &random) {
      try write(home.descendant(".config/git/ignore"), chance: 1)
    } else {
      try home.descendant(".gitconfig").write("[core]\n\texcludesFile = ~/ignored # here\n")
      try write(home.appending("ignored"), chance: 1)
    }
  }

  private mutating func fill(_ folder: FilePath, below prefix: [UInt8], depth: Int) throws {
    try write(folder.appending(".gitignore"), chance: depth == 0 ? 1 : 3)
    for _ in 0..<Int.random(in: 2...(6 - depth), using: &random) {
      guard let name = Self.names.randomElement(using: &random) else { continue }
      let path = folder.appending(name)
      if path.exists { continue }
      paths.append(prefix + name)
      if depth < 3, Int.random(in: 0..<5, using: &random) < 3 {
        try path.makeDirectory()
        try fill(path, below: prefix + name + [UInt8(ascii: "/")], depth: depth + 1)
      } else {
        try path.write("")
      }
    }
  }

  /// Writes an ignore file, in one of `chance` cases.
  private mutating func write(_ path: FilePath, chance: Int) throws {
    guard Int.random(in: 0..<chance, using: &random) == 0 else { return }
    var content: [UInt8] = []
    if Int.random(in: 0..<10, using: &random) == 0 { content = [0xef, 0xbb, 0xbf] }
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      content += line()
      content += Int.random(in: 0..<8, using: &random) == 0 ? [0x0d, 0x0a] : [0x0a]
    }
    if Bool.random(using: &random) { content.removeLast() }
    try path.write(content)
    files.append((path, content))
  }

  private mutating func line() -> [UInt8] {
    var line: [UInt8] = Int.random(in: 0..<4, using: &random) == 0 ? [UInt8(ascii: "!")] : []
    if Int.random(in: 0..<8, using: &random) == 0 { line.append(UInt8(ascii: "/")) }
    // Half the lines have whole names, so that many match; the others have random parts.
    let isOfNames = Bool.random(using: &random)
    for part in 0..<Int.random(in: 0...(isOfNames ? 3 : 4), using: &random) {
      if isOfNames, part > 0 { line.append(UInt8(ascii: "/")) }
      let pool = isOfNames ? Self.names + Self.wholes : Self.names + Self.pieces
      line += pool.randomElement(using: &random) ?? []
    }
    if Int.random(in: 0..<6, using: &random) == 0 { line.append(UInt8(ascii: "/")) }
    if Int.random(in: 0..<10, using: &random) == 0 { line += Array("  ".utf8) }
    return line
  }

  /// The ignore files.
  var description: String {
    files.map { file in
      "\(file.path): \(String(decoding: file.content, as: UTF8.self).debugDescription)"
    }.joined(separator: "\n")
  }
}

extension FilePath {
  /// The path below this folder with several names.
  func descendant(_ path: [UInt8]) -> FilePath {
    path.split(separator: 0x2f).reduce(self) { folder, name in folder.appending([UInt8](name)) }
  }

  /// The path below this folder with several names.
  func descendant(_ path: String) -> FilePath {
    descendant(Array(path.utf8))
  }
}
