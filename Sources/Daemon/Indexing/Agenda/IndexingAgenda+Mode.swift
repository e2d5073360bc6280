import Cooldown

extension IndexingAgenda {
  /// The phase of the indexer's work.
  enum Mode: Equatable {
    case working
    /// Only bulk work is left, which may not run now.
    case resting([BulkPause])
    /// Nothing is left to compare; the index is tidied up.
    case settled
    /// Nothing is left to do at all.
    case idle
    /// Nothing is done until a moment, because of an error.
    case paused(because: String, until: Instant)
  }
}
