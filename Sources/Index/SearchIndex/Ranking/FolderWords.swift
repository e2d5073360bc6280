import IndexStorage

/// The words of a query in the names of folders: for each folder, in its own name and its parents'
/// names.
struct FolderWords {
  /// A bit for each word, at the number of the folder.
  private var words: ContiguousArray<UInt64> = []
  /// The words that some folder has.
  private(set) var occurring: UInt64 = 0

  /// No folder has a word.
  init() {}

  /// Makes it from a bit for each word, at the number of the folder.
  init(_ words: ContiguousArray<UInt64>) {
    self.words = words
    occurring = words.reduce(0, |)
  }

  /// Folders with a larger number have no words.
  static let limit: Int64 = 1 << 24

  /// The words of a folder.
  subscript(folder: FolderID?) -> UInt64 {
    guard let number = folder?.rawValue, number >= 0, number < Int64(words.count) else { return 0 }
    return words[Int(number)]
  }

  /// The folders that have all of some words.
  func folders(havingAll bits: UInt64) -> [FolderID] {
    words.indices.filter { words[$0] & bits == bits }.map { FolderID(rawValue: Int64($0)) }
  }
}
