import TextAnalysis

/// The words in the names of folders, and which folder is in which: a value in memory.
///
/// So the name of a folder is found without a row for each document below it, and renaming a folder
/// stays one row.
struct FolderNames {
  private struct Folder {
    var parent: FolderID
    var name: String
    var words: [[UInt8]]
  }

  private var folders: [FolderID: Folder] = [:]
  private var holders: [[UInt8]: Set<FolderID>] = [:]

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
    analyzer.analyze(Array(Schema.nameText(name).utf8).span, for: .document) { token, _, _ in
      let word = token.indices.map { token[$0] }
      words.append(word)
      words += stems(word).map(Self.key(ofStem:))
    }
    folders[folder] = Folder(parent: parent, name: Schema.nameText(name), words: words)
    for word in words { holders[word, default: []].insert(folder) }
  }

  /// The entry of a stem, which is no word: it begins with a character that no word has.
  static func key(ofStem stem: [UInt8]) -> [UInt8] { [1] + stem }

  /// The name of a folder and of those above it, the nearest first.
  func names(above folder: FolderID) -> [String] {
    var names: [String] = []
    var folder = folder
    while folder > .root, let known = folders[folder], names.count <= folders.count {
      names.append(known.name)
      folder = known.parent
    }
    return names
  }

  /// For each folder with a name that has some of the words, and for each folder below it: the words, a
  /// bit for each.
  ///
  /// O(folders), or O(1) if no name has one of the words.
  ///
  /// - Parameters:
  ///   - words: for each word of a query, its forms.
  ///   - common: folders whose names do not count, because everything is below them.
  /// - Returns: the words by folder.
  func words(_ words: [[[UInt8]]], except common: Set<FolderID>) -> [FolderID: UInt64] {
    var own: [FolderID: UInt64] = [:]
    for (number, forms) in words.prefix(UInt64.bitWidth).enumerated() {
      for form in forms {
        for folder in holders[form] ?? [] where !common.contains(folder) {
          own[folder, default: 0] |= 1 << UInt64(number)
        }
      }
    }
    if own.isEmpty { return [:] }
    var inherited: [FolderID: UInt64] = [:]
    for folder in folders.keys {
      var chain: [FolderID] = []
      var current = folder
      while inherited[current] == nil, let parent = folders[current]?.parent,
        chain.count <= folders.count
      {
        chain.append(current)
        current = parent
      }
      var mask = inherited[current] ?? own[current] ?? 0
      if inherited[current] == nil { inherited[current] = mask }
      for folder in chain.reversed() {
        mask |= own[folder] ?? 0
        inherited[folder] = mask
      }
    }
    return inherited.filter { $0.value != 0 }
  }

  /// The folders that are above everything: from the root down to the first one with two folders.
  var commonFolders: Set<FolderID> {
    var children: [FolderID: [FolderID]] = [:]
    for (folder, entry) in folders where folder != .root {
      children[entry.parent, default: []].append(folder)
    }
    var common: Set<FolderID> = [.root]
    var folder = FolderID.root
    while let inner = children[folder], inner.count == 1, common.count <= folders.count {
      folder = inner[0]
      common.insert(folder)
    }
    return common
  }
}
