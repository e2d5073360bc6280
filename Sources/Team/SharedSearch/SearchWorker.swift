import IndexStorage
import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex

/// Searches the databases of a team, for one client at a time.
///
/// Candidates are found by the databases, and ranked by an index that has only them. So the whole query language, the
/// order of hits and their passages are those of a daemon, with the numbers of all databases together.
package actor SearchWorker {
  private nonisolated let tasks: LoopTaskExecutor
  let databases: [SharedDatabase]
  private let folder: FilePath
  let vocabulary: TeamVocabulary
  /// The version of the words in which the index finds compounds.
  private var compoundsVersion = 0
  private var index: CandidateIndex?
  /// What is known of each database, by its number.
  private var known: [Int64: SharedKnowledge] = [:]
  /// The sources of each database as they were last.
  var lastSources: [Int64: [Source]] = [:]
  /// The languages of all documents, as ISO 639-1 codes.
  private(set) var languages: [String] = []

  package nonisolated var unownedExecutor: UnownedSerialExecutor { tasks.loop.executor }

  /// - Parameters:
  ///   - databases: the databases.
  ///   - health: that of their servers, which all workers share.
  ///   - vocabulary: the words of the databases, which all workers share.
  ///   - folder: a folder in memory for the index of candidates.
  /// - Throws: the error of creating a thread.
  init(
    _ databases: [TeamDatabase], _ health: [SharedDatabase.Health], _ vocabulary: TeamVocabulary,
    in folder: FilePath
  ) throws(SystemError) {
    let tasks = try LoopTaskExecutor(name: "sitta-search")
    (self.tasks, self.folder, self.vocabulary) = (tasks, folder, vocabulary)
    self.databases = SharedDatabase.all(databases, health, on: tasks.loop)
  }

  /// Begins a call of a reader.
  func call(within milliseconds: Int) -> DatabaseCall {
    DatabaseCall(databases, within: milliseconds)
  }

  /// Makes ready for the first search, which would wait for the words of all documents otherwise.
  package func prepare() async throws {
    _ = try await prepared(call(within: Self.preparationTime))
  }

  /// The longest time of that, in milliseconds.
  private static let preparationTime = 60_000

  /// The numbers of all documents and of their words.
  var numbers: (documents: Int64, words: Int64) {
    known.values.reduce((0, 0)) { ($0.0 + $1.documents, $0.1 + $1.words) }
  }

  /// Whether all documents of all sources are in the databases that have answered.
  var isWhole: Bool { known.values.allSatisfy(\.isWhole) }

  /// The mean number of words in a document.
  var meanLength: Double {
    let (documents, words) = numbers
    return documents == 0 ? 1 : Double(words) / Double(documents)
  }

  /// The index of candidates, with the stems of all words that the databases have.
  func prepared(_ call: DatabaseCall) async throws -> CandidateIndex {
    let former = known
    let found = try await call.ask { database, connection in
      var knowledge = former[database.number] ?? SharedKnowledge()
      try await knowledge.update(connection)
      return knowledge
    }
    known.merge(found) { $1 }
    let counts = known.values.reduce(into: [:]) { sum, one in
      sum.merge(one.languages) { $0 + $1 }
    }
    let chosen = LanguageChoice.codes(for: counts, using: languages)
    if chosen != languages { (languages, index) = (chosen, nil) }
    let index = try index ?? CandidateIndex(in: folder, languages: languages)
    if self.index == nil {
      for number in known.keys { known[number]?.forgetWords() }
      (self.index, compoundsVersion) = (index, 0)
    }
    try await learn(index, call)
    if index.compounds.areWanted, let words = await vocabulary.current(),
      words.version != compoundsVersion
    {
      index.compounds.update(words.list)
      compoundsVersion = words.version
    }
    return index
  }

  /// Removes all candidates, or the index if that fails.
  func empty(_ index: CandidateIndex) {
    do {
      try index.removeAll()
    } catch {
      self.index = nil
    }
  }

  /// Learns the words that are new in the databases.
  private func learn(_ index: CandidateIndex, _ call: DatabaseCall) async throws {
    try await call.readWords(after: known.compactMapValues(\.wordsAfter)) { number, page in
      try index.addStems(of: page.words)
      known[number]?.learn(upTo: page.last, isAll: page.isLast)
    }
  }
}
