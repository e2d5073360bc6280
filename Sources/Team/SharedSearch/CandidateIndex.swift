import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex

/// An index of the candidates of one search, in which they are ranked as the documents of a daemon are.
///
/// It is in a folder of the memory, and knows the stems of all words of the database.
final class CandidateIndex {
  private let store: IndexStore
  private let writer: IndexWriter
  /// A reader of the index as it is now.
  private(set) var reader: IndexReader
  private var documents: [FilePath: Candidate] = [:]
  private var numbers: Set<Candidate.Number> = []
  /// The compounds among the words of the databases.
  let compounds = CompoundWords()

  /// Makes an empty index in a folder, of which the former content is removed.
  ///
  /// - Parameters:
  ///   - folder: the folder, with mode 0700; it must be of this index alone.
  ///   - languages: the ISO 639-1 codes of the languages whose stems are known.
  /// - Throws: the error of the file system or of SQLite.
  init(in folder: FilePath, languages: [String]) throws {
    try folder.makeDirectory()
    store = IndexStore(
      in: folder, text: try TextSettings(languages: languages, choosesLanguages: true))
    for path in [store.file] + store.file.databaseCompanions { try path.removeFile() }
    writer = try store.open(now: .now).writer
    reader = try IndexReader(store, compounds: compounds)
  }

  /// Adds the stems of words.
  func addStems(of words: [[UInt8]]) throws {
    try writer.addStems(of: words)
    reader = try IndexReader(store, compounds: compounds)
  }

  /// Those of some documents that are not candidates yet, each once.
  func missing(of numbers: [Candidate.Number]) -> [Candidate.Number] {
    var known = self.numbers
    return numbers.filter { known.insert($0).inserted }
  }

  /// Adds candidates; those that are there stay.
  func add(_ candidates: [Candidate]) throws {
    for var candidate in candidates {
      // Two machines may have the same paths.
      if let known = documents[candidate.path] {
        if known.number == candidate.number { continue }
        let place = "\(candidate.number.database)-\(candidate.number.source)"
        candidate = candidate.moved(below: FilePath.root.appending(place))
      }
      documents[candidate.path] = candidate
      numbers.insert(candidate.number)
      try writer.replace(Document(candidate), at: candidate.path)
    }
    try writer.commit()
    reader = try IndexReader(store, compounds: compounds)
  }

  /// The candidate that is a hit.
  func candidate(of document: ListedDocument) -> Candidate? { documents[document.path] }

  /// The number of candidates.
  var count: Int { documents.count }

  /// Forgets all candidates.
  func removeAll() throws {
    (documents, numbers) = ([:], [])
    try writer.removeAll()
    reader = try IndexReader(store, compounds: compounds)
  }
}
