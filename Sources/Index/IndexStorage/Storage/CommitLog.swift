package import LinuxSystem
import Synchronization

/// The changes of the last commits, which the writer publishes and readers query.
///
/// A reader updates its caches with these changes, instead of reading all documents again.
package final class CommitLog: Sendable {
  private struct State {
    var index = ""
    /// The last published commit.
    var last: CommitNumber = 0
    /// The commits, ascending by number and without gaps.
    var commits: [(sequence: CommitNumber, changes: IndexChanges)] = []
    /// The number of changes, plus one for each commit: even an empty commit takes memory.
    var weight = 0
    /// When the commits were made that changed something.
    var times = CommitTimes(after: 0, at: .epoch)
  }

  /// The most changes that are kept; a reader with an older state reads all documents again.
  private static let capacity = 50_000
  private let state = Mutex(State())
  /// Raised at each commit that changes something, and when another index is written.
  package let signal = ChangeSignal()

  /// Empties the log, because another index is written, or the same index by another writer.
  func begin(index: String, at sequence: CommitNumber, now: UnixTime = .now) {
    state.withLock { state in
      state = State(index: index, last: sequence)
      state.times = CommitTimes(after: sequence, at: now)
    }
    signal.raise()
  }

  /// Publishes a commit, and notifies the listeners.
  func append(_ changes: IndexChanges, at sequence: CommitNumber, now: UnixTime = .now) {
    let isChange = changes.count > 0 || changes.hasOthers
    state.withLock { state in
      state.last = sequence
      if isChange { state.times.append(sequence, at: now) }
      state.commits.append((sequence, changes))
      state.weight += changes.count + 1
      while state.weight > Self.capacity, !state.commits.isEmpty {
        state.weight -= state.commits.removeFirst().changes.count + 1
      }
    }
    if isChange { signal.raise() }
  }

  /// Whether the last published commit made this state of the index.
  package func isLast(_ clock: IndexClock) -> Bool {
    state.withLock { $0.last == clock.sequence && $0.index == clock.index }
  }

  /// When the first commit after a state was made that changed something; nil if that is not known.
  package func time(ofFirstCommitAfter clock: IndexClock) -> UnixTime? {
    state.withLock { $0.index == clock.index ? $0.times.first(after: clock.sequence) : nil }
  }

  /// The last commit up to this state that changed a document; nil if that commit is not kept.
  package func lastChange(of document: DocumentID, upTo clock: IndexClock) -> CommitNumber? {
    state.withLock { state in
      guard state.index == clock.index else { return nil }
      return state.commits.last { commit in
        commit.sequence <= clock.sequence && commit.changes.texts.contains(document)
      }?.sequence
    }
  }

  /// The changes between two states of an index; nil if not all commits between them are kept.
  ///
  /// O(changes).
  package func changes(from old: IndexClock, to new: IndexClock) -> IndexChanges? {
    guard old.index == new.index else { return nil }
    if old.sequence == new.sequence { return IndexChanges() }
    return state.withLock { state in
      guard state.index == new.index, old.sequence < new.sequence,
        let first = state.commits.first?.sequence, first <= old.sequence.next,
        let last = state.commits.last?.sequence, last >= new.sequence
      else { return nil }
      // The numbers have no gaps, so the index of a commit follows from its number.
      let skipped = Int(old.sequence.next.rawValue - first.rawValue)
      let count = Int(new.sequence.rawValue - old.sequence.rawValue)
      return state.commits.dropFirst(skipped).prefix(count).reduce(into: IndexChanges()) {
        $0.formUnion($1.changes)
      }
    }
  }

  /// Whether the commit that made this state is published; a reader can see a commit shortly before that.
  package func hasPublished(_ clock: IndexClock) -> Bool {
    state.withLock { $0.index == clock.index && $0.last >= clock.sequence }
  }
}
