import IndexStorage
public import LinuxSystem
import TextAnalysis

/// The words of the index in memory; ``prepare()`` reads them, later only requests have them read again.
///
/// Reading all words takes about a second for a gigabyte of text. So the words of an index with more than
/// ``part`` words are read again only after one document in twenty has changed, in the background.
public actor Vocabulary {
  /// The number of words in one read; an index with fewer words is read again after each change.
  private static let part = 5_000

  private let readers: ReaderPool
  private let tasks: LoopTaskExecutor
  private var words: WordList?
  private var clock: IndexClock?
  private(set) var isReading = false
  /// Counts the calls of ``drop()``: a reading that began before such a call must not restore the words.
  private var drops = 0
  private var isStopped = false
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var waitersMade = 0

  /// Makes a vocabulary that has read nothing.
  ///
  /// - Parameters:
  ///   - readers: the connections to read with.
  ///   - tasks: the executor on which the words are read.
  public init(_ readers: ReaderPool, tasks: LoopTaskExecutor) {
    self.readers = readers
    self.tasks = tasks
  }

  /// The words, which may be slightly out of date.
  ///
  /// - Parameter deadline: how long to wait for the first reading, and for the words of a
  ///     small index.
  /// - Returns: the words; nil if they have not been read in time.
  /// - Throws: the error of SQLite.
  public func words(until deadline: ContinuousClock.Instant) async throws -> WordList? {
    if try await isStale() { beginReading() }
    if isReading, isSmall { await wait(until: deadline) }
    return words
  }

  /// Whether searches lack compounds, because the words have not been read yet.
  public var lacksCompounds: Bool { readers.compounds.areWanted && words == nil }

  /// Begins to read the words unless they have been read, so that the first request has them.
  public func prepare() {
    if clock == nil { beginReading() }
  }

  /// Makes the words current, so that searches find compounds, if the index has a language with compounds.
  ///
  /// It waits for the words of a small index; the words of a large index are read in the background.
  ///
  /// - Parameter deadline: how long to wait.
  public func refreshCompounds(until deadline: ContinuousClock.Instant) async {
    // An error is ignored: the search will meet the same error.
    if readers.compounds.areWanted { _ = try? await words(until: deadline) }
  }

  /// Drops all words after a document was forgotten, because words that only it contained must not be shown.
  ///
  /// The next request reads the words again, and waits like the first one.
  public func drop() {
    drops += 1
    (words, clock) = (nil, nil)
    readers.compounds.drop()
  }

  /// Ends a reading, so that it opens no connection any more; words that were read before are kept.
  public func stop() {
    isStopped = true
  }

  private var isSmall: Bool { words.map { $0.offered < Self.part } ?? true }

  private func isStale() async throws -> Bool {
    guard let clock else { return true }
    // Usually nothing has changed, and to ask a reader takes as long as a quick search.
    if readers.isUpToDate(clock) { return false }
    let news = try await readers.read { try $0.changeCount(since: clock) }
    if news.now == clock { return false }
    if isSmall { return true }
    return news.changed.map { $0 * 20 > news.documents } ?? true
  }

  private func beginReading() {
    if isReading || isStopped { return }
    isReading = true
    Task(executorPreference: tasks) { await self.read() }
  }

  private func read() async {
    var drops: Int
    repeat {
      drops = self.drops
      // After an error the next request tries again, and gets the error itself.
      try? await read(since: drops)
    } while drops != self.drops && !isStopped
    isReading = false
    release(Array(waiting.keys))
  }

  /// Reads all words, and takes them over unless words were dropped meanwhile.
  private func read(since drops: Int) async throws {
    var first: IndexClock?
    var words = WordList(stopWords: try await readers.read { try $0.stopWords() })
    while !isStopped, drops == self.drops {
      let (read, clock, isComplete) = try await readers.read { [words] reader in
        var words = words
        let (clock, isComplete) = try reader.readVocabulary(into: &words, count: Self.part)
        return (words, clock, isComplete)
      }
      words = read
      first = first ?? clock
      guard isComplete, drops == self.drops else { continue }
      readers.compounds.update(words)
      self.words = words
      self.clock = first
      return
    }
  }

  private func wait(until deadline: ContinuousClock.Instant) async {
    waitersMade += 1
    let number = waitersMade
    let timer = tasks.schedule(at: deadline) { [tasks] in
      Task(executorPreference: tasks) { await self.release([number]) }
    }
    defer { tasks.cancel(timer) }
    await withCheckedContinuation { continuation in
      if isReading, .now < deadline {
        waiting[number] = continuation
      } else {
        continuation.resume()
      }
    }
  }

  private func release(_ numbers: [Int]) {
    for number in numbers { waiting.removeValue(forKey: number)?.resume() }
  }
}
