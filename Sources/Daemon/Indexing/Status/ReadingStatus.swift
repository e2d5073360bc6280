package import LinuxSystem
package import TextExtraction

/// The state of the readers of documents, for `sitta status`.
package struct ReadingStatus: Equatable, Sendable {
  /// Why the documents of a format wait to be read.
  package enum Wait: Equatable, Sendable {
    /// Something is missing.
    case obstacle(ReadingObstacle)
    /// The reader failed at many documents; its pause ends at this time.
    case paused(until: UnixTime)
    /// Nothing is in the way; the documents will be read soon.
    case ready
  }

  /// Why formats cannot be read, by the current version of their readers.
  package var obstacles: [ReaderVersion: ReadingObstacle] = [:]
  /// The paused readers, and the ends of their pauses.
  package var paused: [ReaderVersion: UnixTime] = [:]
  /// The reader programs, sorted by name.
  package var programs: [ProgramStatus] = []

  /// Describes readers without obstacles.
  package init() {}

  /// Why documents wait for a reader, whatever its version.
  package func wait(for reader: ReaderVersion) -> Wait {
    if let obstacle = obstacles[reader.current] { return .obstacle(obstacle) }
    return paused[reader.current].map(Wait.paused) ?? .ready
  }
}
