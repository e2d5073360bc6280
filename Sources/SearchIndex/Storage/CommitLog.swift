import Synchronization

/// What the last commits have changed: the writer tells, readers ask.
///
/// A reader that keeps something of each document in memory brings it up to date with this, without
/// reading all of them again.
final class CommitLog: Sendable {
  private struct State {
    var index = ""
    /// The last commit that was told.
    var last: Int64 = 0
    /// Ascending by sequence, without gaps.
    var commits: [(sequence: Int64, changes: IndexChanges)] = []
    /// The changes of all commits, and one more for each: even an empty one takes room.
    var weight = 0
  }

  /// So many changes are remembered; whoever has seen none of them reads everything again.
  private static let capacity = 50_000
  private let state = Mutex(State())
  /// Each commit that changes something, and each other index.
  let signal = ChangeSignal()

  /// Begins anew: another index is being written, or the same one by another writer.
  func begin(index: String, at sequence: Int64) {
    state.withLock { state in
      state.index = index
      state.last = sequence
      state.commits = []
      state.weight = 0
    }
    signal.raise()
  }

  /// Notes a commit, and wakes who waits for one.
  func append(_ changes: IndexChanges, at sequence: Int64) {
    state.withLock { state in
      state.last = sequence
      state.commits.append((sequence, changes))
      state.weight += changes.count + 1
      while state.weight > Self.capacity, !state.commits.isEmpty {
        state.weight -= state.commits.removeFirst().changes.count + 1
      }
    }
    if changes.count > 0 { signal.raise() }
  }

  /// The last commit up to a state of an index that changed a document; nil where none is remembered.
  func lastChange(of document: Int64, upTo clock: IndexClock) -> Int64? {
    state.withLock { state in
      guard state.index == clock.index else { return nil }
      return state.commits.last { commit in
        commit.sequence <= clock.sequence && commit.changes.texts.contains(document)
      }?.sequence
    }
  }

  /// The changes between two states of an index.
  ///
  /// - Parameters:
  ///   - old: the earlier state, whose changes are known.
  ///   - new: the later state.
  /// - Returns: the changes; nil where not all of the commits are remembered.
  func changes(from old: IndexClock, to new: IndexClock) -> IndexChanges? {
    guard old.index == new.index else { return nil }
    if old.sequence == new.sequence { return IndexChanges() }
    return state.withLock { state in
      guard state.index == new.index, old.sequence < new.sequence,
        let first = state.commits.first?.sequence, first <= old.sequence + 1,
        let last = state.commits.last?.sequence, last >= new.sequence
      else { return nil }
      return state.commits.reduce(into: IndexChanges()) { changes, commit in
        if commit.sequence > old.sequence, commit.sequence <= new.sequence {
          changes.formUnion(commit.changes)
        }
      }
    }
  }

  /// Whether the commit that made this state has been told: a reader can see it a moment before.
  func hasTold(_ clock: IndexClock) -> Bool {
    state.withLock { $0.index == clock.index && $0.last >= clock.sequence }
  }
}
