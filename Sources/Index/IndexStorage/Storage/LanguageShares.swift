import LanguageCodes
import SittaSQLite

/// How many documents of each language an index has, and which languages are at home in its folders.
struct LanguageShares {
  /// The number of documents of each language, by ISO 639-1 codes.
  private(set) var counts: [String: Int] = [:]
  /// The languages of most documents in a folder and below it, if these are at least
  /// ``LanguageChoice/leastDocuments``.
  ///
  /// So 69 German letters count beside 25,000 English manuals. Folders that are named by a locale do not count,
  /// because programs bring them in all languages.
  private(set) var atHome: Set<String> = []

  private struct Folder {
    let parent: Int64
    let name: String
    var counts: [String: Int] = [:]
  }

  /// Counts the documents; O(documents + folders × depth).
  init(in database: Database) throws(SQLiteError) {
    var folders: [Int64: Folder] = [:]
    try database.forEachRow("SELECT id, parent, name FROM directory") { row in
      folders[row.integer(at: 0)] = Folder(
        parent: row.integer(at: 1), name: Schema.nameText(row.bytes(at: 2)))
    }
    var direct: [(folder: Int64, language: String, count: Int)] = []
    try database.forEachRow(
      """
      SELECT directory, language, count(*) FROM document
      WHERE language IS NOT NULL GROUP BY directory, language
      """
    ) { row in
      direct.append((row.integer(at: 0), row.text(at: 1) ?? "", Int(row.integer(at: 2))))
    }
    for entry in direct {
      counts[entry.language, default: 0] += entry.count
      let chain = Self.chain(from: entry.folder, in: folders)
      for folder in chain { folders[folder]?.counts[entry.language, default: 0] += entry.count }
    }
    for folder in folders.values {
      let all = folder.counts.values.reduce(0, +)
      for (language, count) in folder.counts
      where Double(count) >= LanguageChoice.leastDocuments && 2 * count > all {
        atHome.insert(language)
      }
    }
  }

  /// Returns a folder and the folders above it; none if one of them is named by a locale.
  private static func chain(from folder: Int64, in folders: [Int64: Folder]) -> [Int64] {
    var chain: [Int64] = []
    var next = folder
    // In a damaged index a folder can be its own parent.
    while let current = folders[next], chain.count < folders.count {
      if LocaleFolder(current.name, in: folders[current.parent]?.name ?? "") != nil { return [] }
      chain.append(next)
      next = current.parent
    }
    return chain
  }
}
