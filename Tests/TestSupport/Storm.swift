public import LinuxSystem

/// Random work on a tree of files, repeatable by its seed.
public struct Storm {
  /// The kinds of work of a storm.
  public enum Work: Equatable, Sendable {
    /// Creates, appends, replaces, renames, moves folders, removes, `mkdir -p` and `rm -r`.
    case plain
    /// All of that, and exchanges, hard links, files that are linked when they are complete, and
    /// folders replaced by symbolic links, some of which lead to the folder `outside`.
    case exchangesAndLinks(outside: FilePath)
    /// All that is plain, and archives, documents, mails and compressed files, which are written, replaced,
    /// renamed and removed.
    case documents
  }

  /// Every word that was ever written; each is written once only.
  public private(set) var words: [String] = []
  private var random: SplitMix
  private let top: FilePath
  private let seed: UInt64
  private let work: Work
  private var folderOutside = 0

  /// Begins a storm below a folder.
  public init(in top: FilePath, seed: UInt64, _ work: Work = .plain) {
    self.top = top
    self.seed = seed
    self.work = work
    random = SplitMix(seed: seed)
  }

  /// Does one thing.
  public mutating func step() throws {
    let isPlain = work == .plain || Int.random(in: 0..<5, using: &random) >= 2
    switch work {
    case .exchangesAndLinks(let outside) where !isPlain: try stepOddly(outside)
    case .documents where !isPlain: try stepWithDocument()
    case .plain, .exchangesAndLinks, .documents: try stepPlainly()
    }
  }

  private mutating func stepWithDocument() throws {
    let kind = StormDocument.allCases.randomElement(using: &random) ?? .archive
    let (one, other) = (anyPath(of: kind), anyPath(of: kind))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: try attempt(writing: newText()) { try one.write(kind.file($0)) }
    case 4..<6: try attempt(writing: newText()) { try one.save(kind.file($0)) }
    case 6..<8: try attempt { try one.rename(to: other) }
    case 8: try attempt { try one.exchange(with: other) }
    default: try attempt { try one.removeFile() }
    }
  }

  private mutating func anyPath(of kind: StormDocument) -> FilePath {
    anyFolder().appending("g\(Int.random(in: 0..<4, using: &random)).\(kind.rawValue)")
  }

  private mutating func stepPlainly() throws {
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

  private mutating func stepOddly(_ outside: FilePath) throws {
    switch Int.random(in: 0..<64, using: &random) {
    case 0..<6:
      let (one, other) = (anyPath(), anyPath())
      try attempt { try one.exchange(with: other) }
    case 6..<30:
      let (one, other) = (existingFolder(), existingFolder())
      if one != top, other != top { try attempt { try one.exchange(with: other) } }
    case 30..<34:
      let (folder, file) = (existingFolder(), anyPath())
      if folder != top { try attempt { try folder.exchange(with: file) } }
    case 34..<42:
      let (existing, link) = (anyLinkedPath(), anyLinkedPath())
      try attempt { try link.makeHardLink(to: existing) }
    case 42..<46:
      let (one, other) = (anyLinkedPath(), anyLinkedPath())
      let exchanges = Bool.random(using: &random)
      try attempt { try exchanges ? one.exchange(with: other) : one.rename(to: other) }
    case 46..<50:
      let file = anyLinkedPath()
      try attempt(writing: newText()) { try file.save($0) }
    case 50..<54:
      let file = anyLinkedPath()
      try attempt(writing: newText()) { try file.writeNameless($0) }
    case 54..<56:
      let file = anyPath()
      try attempt { try file.removeTree() }
    case 56..<58: try replaceByLink(existingFolder(), to: anyFolder())
    case 58:
      folderOutside += 1
      try replaceByLink(anyFolder(), to: outside.appending("\(seed)x\(folderOutside)"))
    default:
      let link = anyFolder()
      if (try? FileStatus(of: link))?.kind == .symbolicLink {
        try attempt { try link.removeFile() }
      }
    }
  }

  /// Does `mv folder elsewhere && ln -s elsewhere folder`.
  private func replaceByLink(_ folder: FilePath, to elsewhere: FilePath) throws {
    if folder == top || elsewhere.isInside(folder) { return }
    try attempt {
      try folder.rename(to: elsewhere)
      try folder.makeSymbolicLink(to: elsewhere)
    }
  }

  /// The word that a storm wrote with this number.
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

  /// A folder that is there, at most four levels below the top.
  private mutating func existingFolder() -> FilePath {
    var folder = top
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let open = try? FileDescriptor(openingDirectory: folder),
        let names = try? DirectoryListing(of: open).names
      else { return folder }
      let folders = names.map(folder.appending).filter { entry in
        (try? FileStatus(of: entry))?.kind == .directory
      }
      guard let next = folders.sorted().randomElement(using: &random) else { return folder }
      folder = next
    }
    return folder
  }

  private mutating func anyPath() -> FilePath {
    anyFolder().appending("f\(Int.random(in: 0..<6, using: &random)).txt")
  }

  /// A file that may have several names, so it is only ever replaced as a whole: if one name of a
  /// file is written to, no event reports the change for its other names.
  private mutating func anyLinkedPath() -> FilePath {
    anyFolder().appending("h\(Int.random(in: 0..<4, using: &random)).txt")
  }

  /// Work that the file system refuses (a folder where a file is, or the other way) does not count.
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
