package import LinuxSystem
package import TextExtraction

/// The readers of documents, as the status shows them.
package struct ReadingStatus: Equatable, Sendable {
  /// Why a document waits until its format can be read.
  package enum Wait: Equatable, Sendable {
    /// Something is missing.
    case obstacle(ReadingObstacle)
    /// The reader failed at many documents; its pause ends at this time.
    case paused(until: UnixTime)
    /// It can be read, and is about to be.
    case ready
  }

  /// The obstacles of formats that cannot be read, by the current version of their readers.
  package var obstacles: [ReaderVersion: ReadingObstacle] = [:]
  /// The readers that are paused, and until when.
  package var paused: [ReaderVersion: UnixTime] = [:]
  /// The programs, in the order of their names.
  package var programs: [ProgramStatus] = []

  /// Describes readers without obstacles.
  package init() {}

  /// Why documents wait that a reader has to read, in any of its versions.
  package func wait(for reader: ReaderVersion) -> Wait {
    if let obstacle = obstacles[reader.current] { return .obstacle(obstacle) }
    return paused[reader.current].map(Wait.paused) ?? .ready
  }
}
