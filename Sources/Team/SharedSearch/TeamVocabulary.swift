import LinuxSystem
import PostgreSQL
import SearchIndex

/// The words of all databases, from which words are corrected and compounds are found; all workers share it.
actor TeamVocabulary {
  /// The words at some moment.
  struct Words: Sendable {
    let list: WordList
    /// It is another one for each list.
    let version: Int
  }

  private nonisolated let tasks: LoopTaskExecutor
  private let databases: [SharedDatabase]
  private var words: Words?
  /// The number of the last word of each database that is in the list.
  private var lasts: [Int64: Int64] = [:]
  private var reading: Task<Void, Never>?
  private var lastReading: ContinuousClock.Instant?

  /// How long a list is used, unless it has few words and is quickly read.
  private static let age = Duration.seconds(60)
  private static let fewWords = 5_000
  /// The longest time of a reading, in milliseconds.
  private static let time = 60_000

  nonisolated var unownedExecutor: UnownedSerialExecutor { tasks.loop.executor }

  init(
    _ databases: [TeamDatabase], _ health: [SharedDatabase.Health]
  ) throws(SystemError) {
    let tasks = try LoopTaskExecutor(name: "sitta-words")
    self.tasks = tasks
    self.databases = SharedDatabase.all(databases, health, on: tasks.loop)
  }

  /// The words, which may be a minute old; nil if they are being read for the first time.
  func current() async -> Words? {
    let isSmall = words.map { $0.list.count < Self.fewWords } ?? false
    if reading == nil, isSmall || lastReading.map({ $0 + Self.age <= .now }) ?? true {
      reading = Task(executorPreference: tasks) { await self.read() }
    }
    if isSmall, let reading { await reading.value }
    return words
  }

  /// Reads the words for the first time.
  func prepare() async {
    _ = await current()
    await reading?.value
  }

  private func read() async {
    // A database that does not answer is asked again with the next list.
    try? await readNew()
    (lastReading, reading) = (.now, nil)
  }

  private func readNew() async throws {
    let call = DatabaseCall(databases, within: Self.time)
    var new: [[UInt8]] = []
    var lasts = lasts
    for database in databases {
      // A transaction may end after later ones, with words of smaller numbers.
      lasts[database.number] = max(0, (lasts[database.number] ?? 0) - SharedKnowledge.lateWords)
    }
    try await call.readWords(after: lasts) { number, page in
      new += page.words
      lasts[number] = page.last ?? lasts[number]
    }
    if let words, lasts == self.lasts { return self.words = words }
    let common = try await call.ask { _, connection in
      try await connection.run("SELECT word, documents FROM common_words()")
    }
    var documents: [[UInt8]: Int] = [:]
    for rows in common.values {
      for row in 0..<rows.count {
        documents[rows.bytes(row, 0) ?? [], default: 0] += Int(rows.integer(row, 1) ?? 0)
      }
    }
    let list = (words?.list ?? WordList([])).merging(new, documents: documents)
    words = Words(list: list, version: (words?.version ?? 0) + 1)
    self.lasts = lasts
  }
}
