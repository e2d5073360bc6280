public import LinuxSystem
import TextAnalysis

/// The frequent words of the index, read when they are asked for.
///
/// Reading all words takes about a second for a gigabyte of text, so those of a larger index are
/// read anew only when one document in twenty has changed, beside the answers, and for a fiftieth of
/// the time at most. Nothing happens while nobody asks.
public actor Vocabulary {
  /// So many words are read at once; an index with fewer is read anew whenever it has changed.
  private static let part = 5_000

  private let readers: ReaderPool
  private let tasks: LoopTaskExecutor
  private var words: FrequentWords?
  private var clock: IndexClock?
  /// Before this the words are not read again.
  private var rest: ContinuousClock.Instant?
  private var isReading = false
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var waitersMade = 0

  /// Makes one that has read nothing.
  ///
  /// - Parameters:
  ///   - readers: what it reads with.
  ///   - tasks: where it reads.
  public init(_ readers: ReaderPool, tasks: LoopTaskExecutor) {
    self.readers = readers
    self.tasks = tasks
  }

  /// The words there are, which may be those of a moment ago.
  ///
  /// - Parameter deadline: how long to wait where there are none yet, or few.
  /// - Returns: the words; none where they could not be read in time.
  /// - Throws: what SQLite fails with.
  public func words(until deadline: ContinuousClock.Instant) async throws -> FrequentWords {
    if try await isStale() { beginReading() }
    if isReading, isSmall { await wait(until: deadline) }
    return words ?? FrequentWords()
  }

  private var isSmall: Bool { words.map { $0.offered < Self.part } ?? true }

  private func isStale() async throws -> Bool {
    guard let clock else { return true }
    let news = try await readers.read { try $0.changeCount(since: clock) }
    if news.now == clock { return false }
    if isSmall { return true }
    if let rest, .now < rest { return false }
    return news.changed.map { $0 * 20 > news.documents } ?? true
  }

  private func beginReading() {
    if isReading { return }
    isReading = true
    Task(executorPreference: tasks) { await self.read() }
  }

  private func read() async {
    let begin = ContinuousClock.now
    var words = FrequentWords(stopWords: readers.stopWords)
    var first: IndexClock?
    do {
      while true {
        let (read, clock, isComplete) = try await readers.read { [words] reader in
          var words = words
          let (clock, isComplete) = try reader.readVocabulary(into: &words, count: Self.part)
          return (words, clock, isComplete)
        }
        words = read
        first = first ?? clock
        if isComplete { break }
      }
      self.words = words
      clock = first
    } catch {
      // Who asks next tries again, and learns what is wrong from an answer of their own.
    }
    rest = .now + begin.duration(to: .now) * 50
    isReading = false
    release(Array(waiting.keys))
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
