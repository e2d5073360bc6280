/// The words of a query in the names of folders: for each folder, its own and those above it.
struct FolderWords {
  /// A bit for each word, at the number of the folder.
  private var words: ContiguousArray<UInt64> = []
  /// The words that some folder has.
  private(set) var occurring: UInt64 = 0

  /// No folder has a word.
  init() {}

  /// Makes it from the folders that have words.
  init(_ folders: [FolderID: UInt64], of count: Int) {
    // A damaged index can have any number.
    let known = folders.filter { 0 <= $0.key.rawValue && $0.key.rawValue < 1 << 24 }
    guard let last = known.keys.max() else { return }
    words = ContiguousArray(repeating: 0, count: Int(last.rawValue) + 1)
    for (folder, bits) in known {
      words[Int(folder.rawValue)] = bits
      occurring |= bits
    }
  }

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
