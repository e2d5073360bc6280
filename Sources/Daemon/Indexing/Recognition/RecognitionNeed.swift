/// Whether an image is to be recognized, apart from the load and power supply of the machine.
enum RecognitionNeed: Equatable {
  /// No image waits, or recognition is off or under way.
  case nothing
  /// Images wait, and can be tried again at this moment.
  case later(ContinuousClock.Instant)
  /// An image can be recognized now.
  case ready
}
