/// Whether text in images can be recognized, apart from when that may be done.
enum RecognitionNeed: Equatable {
  /// Nothing waits, or recognition is off or under way.
  case nothing
  /// The waiting work can be tried again at a moment.
  case later(ContinuousClock.Instant)
  /// Something waits.
  case ready
}
