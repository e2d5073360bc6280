public import LinuxSystem

/// Random work on a tree of files, repeatable by its seed.
public struct Storm {
  /// Every word that was ever written; each is written once only.
  public private(set) var words: [String] = []
  private var random: SplitMix
  private let top: FilePath
  private let seed: UInt64

  /// Begins a storm below a folder.
  public init(in top: FilePath, seed: UInt64) {
    self.top = top
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  /// Does one thing: create, append, replace, rename, move a folder, remove, `mkdir -p`, `rm -r`.
  public mutating func step() throws {
    let file = anyPath()
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<5: try attempt(writing: newText()) { try file.write($0) }
    case 5..<7: try attempt(writing: newText()) { try file.append(" " + $0) }
    case 7..<9: try attempt(writing: newText()) { try file.save($0) }
    case 9..<11:
      let target = anyPath()
      try attempt { try file.rename(to: target) }
    case 11..<13:
      let (from, to) = (anyFolder(), anyFolder())
      if !to.isInside(from), from != top { try attempt { try from.rename(to: to) } }
    case 13: try attempt { try file.removeFile() }
    case 14:
      let folder = anyFolder()
      try attempt { try folder.makeDirectory() }
    default:
      let folder = anyFolder()
      if folder != top, folder.parent != top { try attempt { try folder.removeTree() } }
    }
  }

  /// The word that a storm wrote after so many others.
  public static func word(_ number: Int, seed: UInt64) -> String {
    "w\(String(seed, radix: 36))x\(number)"
  }

  /// A word that is in no other file, and some that are in many.
  private mutating func newText() -> String {
    let word = Self.word(words.count, seed: seed)
    words.append(word)
    return "\(word) common\(Int.random(in: 0..<9, using: &random))\n"
  }

  private mutating func anyFolder() -> FilePath {
    (0..<Int.random(in: 0...3, using: &random)).reduce(top) { folder, _ in
      folder.appending("d\(Int.random(in: 0..<4, using: &random))")
    }
  }

  private mutating func anyPath() -> FilePath {
    anyFolder().appending("f\(Int.random(in: 0..<6, using: &random)).txt")
  }

  /// What the file system refuses (a folder where a file is, or the other way) is no work.
  private func attempt(writing text: String, _ work: (String) throws -> Void) throws {
    try attempt { try work(text) }
  }

  private func attempt(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch is SystemError {
      return
    }
  }
}
