/// Whether documents of a format can be read now.
public enum ReaderAvailability: Equatable, Sendable {
  case available
  /// Its program is missing or its reader paused; documents read earlier keep their text.
  case unavailable
  /// The configuration excludes the format.
  case leftOut
}
