import TextAnalysis

/// The words in the names of folders, and which folder is in which: a value in memory.
///
/// So the name of a folder is found without a row for each document below it, and renaming a folder
/// stays one row.
struct FolderNames {
  private struct Folder {
    var parent: FolderID
    var name: String
    var kind: DocumentPriors.FolderKind
    var words: [[UInt8]]
  }

  private var folders: [FolderID: Folder] = [:]
  private var holders: [[UInt8]: Set<FolderID>] = [:]
  /// The number of the folder that contains each folder, at the index of its number; 0 for none.
  private var parents: ContiguousArray<UInt32> = []

  /// The number of folders.
  var count: Int { folders.count }

  /// Adds a folder, or replaces its name and parent.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - name: its name.
  ///   - parent: the folder that contains it.
  ///   - analyzer: finds the words of the name.
  ///   - stems: the stems of a word, by which its other forms are found.
  mutating func set(
    _ folder: FolderID, name: [UInt8], in parent: FolderID, _ analyzer: inout SittaAnalyzer,
    stems: ([UInt8]) -> [[UInt8]] = { _ in [] }
  ) {
    if let old = folders[folder] {
      for word in old.words { holders[word]?.remove(folder) }
    }
    var words: [[UInt8]] = []
    let text = Schema.nameText(name)
    analyzer.analyze(Array(text.utf8).span, for: .document) { token, _, _ in
      let word = token.indices.map { token[$0] }
      words.append(word)
      words += stems(word).map(Self.key(ofStem:))
    }
    folders[folder] = Folder(parent: parent, name: text, kind: .init(text), words: words)
    for word in words { holders[word, default: []].insert(folder) }
    setParent(of: folder, parent)
  }

  private mutating func setParent(of folder: FolderID, _ parent: FolderID) {
    // A damaged index can have any number.
    guard 0 < folder.rawValue, folder.rawValue < FolderWords.limit else { return }
    let isKnown = 0 < parent.rawValue && parent.rawValue < FolderWords.limit
    let highest = Int(max(folder.rawValue, isKnown ? parent.rawValue : 0))
    if highest >= parents.count {
      parents.reserveCapacity(max(highest + 1, parents.count * 3 / 2))
      parents.append(contentsOf: repeatElement(0, count: highest + 1 - parents.count))
    }
    parents[Int(folder.rawValue)] = isKnown ? UInt32(parent.rawValue) : 0
  }

  /// The entry of a stem, which is no word: it begins with a character that no word has.
  static func key(ofStem stem: [UInt8]) -> [UInt8] { [1] + stem }

  /// The name of a folder; empty if it is not known.
  func name(of folder: FolderID) -> String { folders[folder]?.name ?? "" }

  /// What is known of a folder and those above it.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - common: folders whose names do not count, because everything is below them.
  /// - Returns: what counts for the documents in the folder.
  func priors(above folder: FolderID, except common: Set<FolderID>) -> DocumentPriors.Folders {
    var priors = DocumentPriors.Folders()
    var folder = folder
    while folder > .root, !common.contains(folder), let known = folders[folder],
      priors.depth <= folders.count
    {
      priors.add(known.name, known.kind)
      folder = known.parent
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
    holders[word].map { !$0.isSubset(of: common) } ?? false
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
    var own: [FolderID: UInt64] = [:]
    for (number, forms) in words.prefix(UInt64.bitWidth).enumerated() {
      for form in forms {
        for folder in holders[form] ?? [] where !common.contains(folder) {
          own[folder, default: 0] |= 1 << UInt64(number)
        }
      }
    }
    if own.isEmpty { return FolderWords() }
    var masks = ContiguousArray<UInt64>(repeating: 0, count: parents.count)
    for (folder, mask) in own where 0 < folder.rawValue && folder.rawValue < masks.count {
      masks[Int(folder.rawValue)] = mask
    }
    // For each folder, those above it must be known first, whatever their numbers are.
    var isKnown = ContiguousArray(repeating: false, count: parents.count)
    var chain: [Int] = []
    for folder in parents.indices where !isKnown[folder] {
      var current = folder
      while !isKnown[current] {
        chain.append(current)
        isKnown[current] = true
        current = Int(parents[current])
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
  /// - Returns: the folders in their order, and whether two or more are in the last one.
  var commonChain: (folders: [FolderID], branches: Bool) {
    var children: [FolderID: [FolderID]] = [:]
    for (folder, entry) in folders where folder != .root {
      children[entry.parent, default: []].append(folder)
    }
    var chain = [FolderID.root]
    while let inner = children[chain[chain.count - 1]] {
      if inner.count > 1 || chain.count > folders.count { return (chain, true) }
      chain.append(inner[0])
    }
    return (chain, false)
  }

  /// For each word, how deep the deepest folder is whose name has it: its index in a chain, or
  /// ``QueryStatistics/anyFolder`` for other folders; 0 for none.
  func depths(_ words: [[[UInt8]]], in chain: [FolderID]) -> [Int] {
    words.map { forms in
      forms.lazy.flatMap { holders[$0] ?? [] }
        .map { chain.firstIndex(of: $0) ?? QueryStatistics.anyFolder }.max() ?? 0
    }
  }
}
