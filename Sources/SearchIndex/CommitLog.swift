import Synchronization

/// Which documents the last commits have changed: the writer tells, readers ask.
///
/// A reader that keeps something of each document in memory brings it up to date with this, without
/// reading all of them again.
final class CommitLog: Sendable {
  private struct State {
    var index = ""
    /// Ascending by sequence, without gaps.
    var commits: [(sequence: Int64, documents: [Int64])] = []
    /// The documents of all commits, and one more for each: even an empty one takes room.
    var weight = 0
  }

  /// So many changes are remembered; whoever has seen none of them reads everything again.
  private static let capacity = 50_000
  private let state = Mutex(State())

  /// Begins anew: another index is being written.
  func begin(index: String) {
    state.withLock { $0 = State(index: index) }
  }

  /// Notes a commit.
  func append(_ documents: some Sequence<Int64>, at sequence: Int64) {
    state.withLock { state in
      let documents = Array(documents)
      state.commits.append((sequence, documents))
      state.weight += documents.count + 1
      while state.weight > Self.capacity, !state.commits.isEmpty {
        state.weight -= state.commits.removeFirst().documents.count + 1
      }
    }
  }

  /// The last commit up to a state of an index that changed a document; nil where none is remembered.
  func lastChange(of document: Int64, upTo clock: IndexClock) -> Int64? {
    state.withLock { state in
      guard state.index == clock.index else { return nil }
      return state.commits.last { commit in
        commit.sequence <= clock.sequence && commit.documents.contains(document)
      }?.sequence
    }
  }

  /// The documents that were changed between two states of an index.
  ///
  /// - Parameters:
  ///   - old: the earlier state, whose changes are known.
  ///   - new: the later state.
  /// - Returns: the documents; nil where not all of the commits are remembered.
  func changes(from old: IndexClock, to new: IndexClock) -> Set<Int64>? {
    guard old.index == new.index else { return nil }
    if old.sequence == new.sequence { return [] }
    return state.withLock { state in
      guard state.index == new.index, old.sequence < new.sequence,
        let first = state.commits.first?.sequence, first <= old.sequence + 1,
        let last = state.commits.last?.sequence, last >= new.sequence
      else { return nil }
      return state.commits.reduce(into: []) { changes, commit in
        if commit.sequence > old.sequence, commit.sequence <= new.sequence {
          changes.formUnion(commit.documents)
        }
      }
    }
  }
}
