import LinuxSystem

/// When commits were made: of the last ones exactly, of earlier ones within a few hundredths of their age.
struct CommitTimes {
  /// A commit and its time.
  private struct Mark {
    let commit: CommitNumber
    let time: UnixTime
  }

  /// The marks, ascending by commit; commits up to the first one were made before its time.
  private var marks: [Mark]

  /// The number of marks from which on some are dropped.
  private static let mostMarks = 4_096
  /// The part of a mark's age, in commits, that no other mark is needed in.
  private static let precision: Int64 = 128

  /// Begins after a commit that was made at some time before.
  init(after commit: CommitNumber, at time: UnixTime) { marks = [Mark(commit: commit, time: time)] }

  /// The number of marks.
  var count: Int { marks.count }

  /// Adds the next commit.
  mutating func append(_ commit: CommitNumber, at time: UnixTime) {
    marks.append(Mark(commit: commit, time: time))
    if marks.count >= Self.mostMarks { thin(at: commit) }
  }

  /// The time of the first commit after another one, or a time soon after it; nil if there is none.
  func first(after commit: CommitNumber) -> UnixTime? {
    marks.first { $0.commit > commit }?.time
  }

  private mutating func thin(at newest: CommitNumber) {
    let first = marks[0]
    var kept: [Mark] = []
    for mark in marks.dropFirst().reversed() {
      let age = newest.rawValue - mark.commit.rawValue
      let gap = (kept.last?.commit.rawValue ?? .max) - mark.commit.rawValue
      if gap > age / Self.precision { kept.append(mark) }
    }
    marks = [first] + kept.reversed()
  }
}
