import IndexStorage

/// The words of a query in the names of folders: for each folder, in its own name and its parents'
/// names.
struct FolderWords {
  /// A bit for each word, at the index of the folder's number.
  private var words: ContiguousArray<UInt64> = []
  /// The words that are in any folder's name, a bit for each.
  private(set) var occurring: UInt64 = 0

  /// Makes a value without words.
  init() {}

  /// Makes a value from the bits of each folder, at the index of its number.
  init(_ words: ContiguousArray<UInt64>) {
    self.words = words
    occurring = words.reduce(0, |)
  }

  /// Folders with this number or a larger one have no words.
  static let limit: Int64 = 1 << 24

  /// The words of a folder, a bit for each.
  subscript(folder: FolderID?) -> UInt64 {
    guard let number = folder?.rawValue, number >= 0, number < Int64(words.count) else { return 0 }
    return words[Int(number)]
  }

  /// Returns the folders that have all of these words.
  func folders(havingAll bits: UInt64) -> [FolderID] {
    words.indices.filter { words[$0] & bits == bits }.map { FolderID(rawValue: Int64($0)) }
  }
}
