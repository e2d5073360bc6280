import HitOrder
import IndexStorage
import TextAnalysis

/// The words in the names of folders, and the parent of each folder, in memory.
///
/// So a query finds the name of a folder although its documents do not contain it, and renaming a folder
/// changes one row. A folder takes 8 bytes. A name takes about 50 bytes with its words, however many folders
/// have it.
struct FolderNames {
  private struct Folder {
    /// The number of the parent folder; 0 for none.
    var parent: UInt32 = 0
    /// The number of the folder's name plus one; 0 if the folder is not known.
    var name: UInt32 = 0

    /// Whether the folder is known, and directly in `folder`.
    func isInside(_ folder: FolderID) -> Bool { name != 0 && Int64(parent) == folder.rawValue }
  }

  /// The folders, each at the index of its number.
  private var folders: ContiguousArray<Folder> = []
  /// The different names of folders, as text.
  private var names = BytePool()
  /// The different words of the names, and the stems of these words; see ``key(ofStem:)``.
  private var words = BytePool()
  /// For one name after the other, the numbers of its words; and the end of each name in this array.
  private var wordNumbers: ContiguousArray<UInt32> = []
  private var wordEnds: ContiguousArray<UInt32> = []

  /// The number of known folders.
  private(set) var count = 0

  /// Whether most of the stored names are no longer in use.
  var isWasteful: Bool { names.count > 2 * count + 10_000 }

  /// Adds a folder, or replaces its name and parent.
  ///
  /// `analyzer` finds the words of the name, and `stems` returns the stems of a word, by which its other forms
  /// are found; both are called once for each name.
  mutating func set(
    _ folder: FolderID, name: [UInt8], in parent: FolderID, _ analyzer: inout SittaAnalyzer,
    stems: ([UInt8]) -> [[UInt8]] = { _ in [] }
  ) {
    // In a damaged index a folder can have any number.
    guard 0 < folder.rawValue, folder.rawValue < FolderWords.limit else { return }
    let isKnown = 0 < parent.rawValue && parent.rawValue < FolderWords.limit
    let highest = Int(max(folder.rawValue, isKnown ? parent.rawValue : 0))
    if highest >= folders.count {
      folders.reserveCapacity(max(highest + 1, folders.count * 3 / 2))
      folders.append(contentsOf: repeatElement(Folder(), count: highest + 1 - folders.count))
    }
    if folders[Int(folder.rawValue)].name == 0 { count += 1 }
    folders[Int(folder.rawValue)] = Folder(
      parent: isKnown ? UInt32(parent.rawValue) : 0,
      name: UInt32(number(ofName: Array(Schema.nameText(name).utf8), &analyzer, stems)) + 1)
  }

  /// Removes a folder; nothing happens if it is not known.
  mutating func remove(_ folder: FolderID) {
    if nameNumber(of: folder) == nil { return }
    folders[Int(folder.rawValue)] = Folder()
    count -= 1
  }

  private mutating func number(
    ofName name: [UInt8], _ analyzer: inout SittaAnalyzer, _ stems: ([UInt8]) -> [[UInt8]]
  ) -> Int {
    let number = names.insert(name)
    if number < wordEnds.count { return number }
    var found: [[UInt8]] = []
    analyzer.analyze(name.span, for: .document) { token, _, _ in
      let word = token.indices.map { token[$0] }
      found.append(word)
      found += stems(word).map(Self.key(ofStem:))
    }
    for word in found { wordNumbers.append(UInt32(words.insert(word))) }
    wordEnds.append(UInt32(wordNumbers.count))
    return number
  }

  private func nameNumber(of folder: FolderID) -> Int? {
    guard 0 < folder.rawValue, folder.rawValue < Int64(folders.count) else { return nil }
    let name = folders[Int(folder.rawValue)].name
    return name == 0 ? nil : Int(name) - 1
  }

  /// Returns the string for a stem in ``words``: it begins with a byte that no word has.
  static func key(ofStem stem: [UInt8]) -> [UInt8] { [1] + stem }

  /// The name of a folder; empty if it is not known.
  func name(of folder: FolderID) -> String {
    nameNumber(of: folder).map { String(decoding: names[$0], as: UTF8.self) } ?? ""
  }

  /// Returns the facts about a folder and its parents, for the documents in the folder.
  ///
  /// The `common` folders are ignored, because everything is below them.
  func priors(above folder: FolderID, except common: Set<FolderID>) -> DocumentPriors.Folders {
    var priors = DocumentPriors.Folders()
    var folder = folder
    while folder > .root, !common.contains(folder), nameNumber(of: folder) != nil,
      priors.depth <= count
    {
      let name = name(of: folder)
      priors.add(name, DocumentPriors.FolderKind(name))
      folder = FolderID(rawValue: Int64(folders[Int(folder.rawValue)].parent))
    }
    priors.end()
    return priors
  }

  /// Whether the name of any folder contains a word.
  ///
  /// The `common` folders are ignored, because everything is below them.
  func has(_ word: [UInt8], except common: Set<FolderID>) -> Bool {
    guard let masks = nameMasks([[word]]) else { return false }
    return folders.indices.contains {
      masks.has(folders[$0]) && !common.contains(FolderID(rawValue: Int64($0)))
    }
  }

  /// Returns, for each folder, the words of a query that are in its name or its parents' names.
  ///
  /// `words` are the forms of each word of the query. The `common` folders are ignored, because everything is
  /// below them. O(folders), or O(1) if no name contains one of the words.
  func words(_ words: [[[UInt8]]], except common: Set<FolderID>) -> FolderWords {
    guard let nameMasks = nameMasks(words) else { return FolderWords() }
    var masks = ContiguousArray(folders.lazy.map { nameMasks.mask(of: $0) })
    for folder in common where 0 <= folder.rawValue && folder.rawValue < masks.count {
      masks[Int(folder.rawValue)] = 0
    }
    // The words of a folder's parents are needed first, and parents can have larger numbers.
    var isKnown = ContiguousArray(repeating: false, count: folders.count)
    var chain: [Int] = []
    for folder in folders.indices where !isKnown[folder] {
      var current = folder
      while !isKnown[current] {
        chain.append(current)
        isKnown[current] = true
        current = Int(folders[current].parent)
      }
      var mask = masks[current]
      while let folder = chain.popLast() {
        mask |= masks[folder]
        masks[folder] = mask
      }
    }
    return FolderWords(masks)
  }

  /// The chain of folders from the root down to the last one that contains all other folders.
  ///
  /// It branches if two or more folders are directly in the last one. O(folders × the length of the chain).
  var commonChain: (folders: [FolderID], branches: Bool) {
    var chain = [FolderID.root]
    let root = Int(FolderID.root.rawValue)
    while let last = chain.last, chain.count <= count + 1 {
      var inner: Int?
      for folder in folders.indices where folders[folder].isInside(last) && folder != root {
        if inner != nil { return (chain, true) }
        inner = folder
      }
      guard let inner else { return (chain, false) }
      chain.append(FolderID(rawValue: Int64(inner)))
    }
    return (chain, true)
  }

  /// Returns, for each word, the depth of the deepest folder whose name contains it: its index in a chain, or
  /// ``RankingLimits/anyFolder`` for a folder outside of the chain; 0 if there is none.
  func depths(_ words: [[[UInt8]]], in chain: [FolderID]) -> [Int] {
    words.map { forms in
      guard let masks = nameMasks([forms]) else { return 0 }
      var deepest = 0
      for folder in folders.indices where masks.has(folders[folder]) {
        guard let depth = chain.firstIndex(of: FolderID(rawValue: Int64(folder))) else {
          return RankingLimits.anyFolder
        }
        deepest = max(deepest, depth)
      }
      return deepest
    }
  }

  /// For each name, by its number: a bit for each word of the query that the name contains.
  private struct NameMasks {
    var masks: ContiguousArray<UInt64>

    func mask(of folder: Folder) -> UInt64 { folder.name == 0 ? 0 : masks[Int(folder.name) - 1] }

    func has(_ folder: Folder) -> Bool { mask(of: folder) != 0 }
  }

  /// Finds the words of a query in all names; nil if no name contains any.
  ///
  /// O(words of names), or O(1) if no name contains one of the words.
  private func nameMasks(_ query: [[[UInt8]]]) -> NameMasks? {
    var found: [(word: Int, mask: UInt64)] = []
    for (number, forms) in query.prefix(UInt64.bitWidth).enumerated() {
      found += forms.compactMap { words.number(of: $0) }.map { ($0, 1 << UInt64(number)) }
    }
    if found.isEmpty { return nil }
    var wordMasks = ContiguousArray<UInt64>(repeating: 0, count: words.count)
    for (word, mask) in found { wordMasks[word] |= mask }
    var masks = ContiguousArray<UInt64>(repeating: 0, count: names.count)
    var start = 0
    for name in masks.indices {
      let end = Int(wordEnds[name])
      for index in start..<end { masks[name] |= wordMasks[Int(wordNumbers[index])] }
      start = end
    }
    return NameMasks(masks: masks)
  }
}
