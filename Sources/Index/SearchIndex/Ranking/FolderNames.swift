import HitOrder
import IndexStorage
import TextAnalysis

/// The words in the names of folders, and which folder is in which: a value in memory.
///
/// So the name of a folder is found without a row for each document below it, and renaming a folder
/// stays one row. A folder takes 8 bytes, and a name about 50 with its words, even if many folders
/// have it.
struct FolderNames {
  private struct Folder {
    /// The number of the folder that contains it; 0 for none.
    var parent: UInt32 = 0
    /// The number of its name plus one; 0 if the folder is not known.
    var name: UInt32 = 0

    /// Whether it is known, and directly in another one.
    func isInside(_ folder: FolderID) -> Bool { name != 0 && Int64(parent) == folder.rawValue }
  }

  /// The folders at the indexes of their numbers.
  private var folders: ContiguousArray<Folder> = []
  /// The different names, as text.
  private var names = BytePool()
  /// The different words of names, and the stems of words; see ``key(ofStem:)``.
  private var words = BytePool()
  /// The numbers of the words of all names, one name after the other, and where each name ends.
  private var wordNumbers: ContiguousArray<UInt32> = []
  private var wordEnds: ContiguousArray<UInt32> = []

  /// The number of folders.
  private(set) var count = 0

  /// Whether most of the names are former names of folders.
  var isWasteful: Bool { names.count > 2 * count + 10_000 }

  /// Adds a folder, or replaces its name and parent.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - name: its name.
  ///   - parent: the folder that contains it.
  ///   - analyzer: finds the words of the name.
  ///   - stems: the stems of a word, by which its other forms are found; asked once for each name.
  mutating func set(
    _ folder: FolderID, name: [UInt8], in parent: FolderID, _ analyzer: inout SittaAnalyzer,
    stems: ([UInt8]) -> [[UInt8]] = { _ in [] }
  ) {
    // A damaged index can have any number.
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

  /// The entry of a stem, which is no word: it begins with a character that no word has.
  static func key(ofStem stem: [UInt8]) -> [UInt8] { [1] + stem }

  /// The name of a folder; empty if it is not known.
  func name(of folder: FolderID) -> String {
    nameNumber(of: folder).map { String(decoding: names[$0], as: UTF8.self) } ?? ""
  }

  /// The facts about a folder and its parents.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - common: folders whose names do not count, because everything is below them.
  /// - Returns: the facts that count for the documents in the folder.
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
    return priors
  }

  /// Whether the name of a folder has a word.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - common: folders whose names do not count, because everything is below them.
  /// - Returns: whether another folder has it.
  func has(_ word: [UInt8], except common: Set<FolderID>) -> Bool {
    guard let masks = nameMasks([[word]]) else { return false }
    return folders.indices.contains {
      masks.has(folders[$0]) && !common.contains(FolderID(rawValue: Int64($0)))
    }
  }

  /// For each folder with a name that has some of the words, and for each folder below it: the words.
  ///
  /// O(folders), or O(1) if no name has one of the words.
  ///
  /// - Parameters:
  ///   - words: for each word of a query, its forms.
  ///   - common: folders whose names do not count, because everything is below them.
  /// - Returns: the words by folder.
  func words(_ words: [[[UInt8]]], except common: Set<FolderID>) -> FolderWords {
    guard let nameMasks = nameMasks(words) else { return FolderWords() }
    var masks = ContiguousArray(folders.lazy.map { nameMasks.mask(of: $0) })
    for folder in common where 0 <= folder.rawValue && folder.rawValue < masks.count {
      masks[Int(folder.rawValue)] = 0
    }
    // For each folder, its parents must be known first, and their numbers have no order.
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

  /// The folders that are above everything: from the root down to the first one with two folders or none.
  ///
  /// O(folders × the length of the chain).
  ///
  /// - Returns: the folders in their order, and whether two or more are in the last one.
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

  /// For each word, how deep the deepest folder is whose name has it: its index in a chain, or
  /// ``RankingLimits/anyFolder`` for other folders; 0 for none.
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

  /// The words of a query that are in names: a bit for each word, at the index of the name.
  private struct NameMasks {
    var masks: ContiguousArray<UInt64>

    func mask(of folder: Folder) -> UInt64 { folder.name == 0 ? 0 : masks[Int(folder.name) - 1] }

    func has(_ folder: Folder) -> Bool { mask(of: folder) != 0 }
  }

  /// Finds words in the names; nil if no name has one of them.
  ///
  /// O(words of names), or O(1) if no name has one of the words.
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
