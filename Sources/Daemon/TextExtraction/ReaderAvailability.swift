/// Whether documents of a format can be read now.
public enum ReaderAvailability: Equatable, Sendable {
  case available
  /// Its program is missing, or its reader is paused; documents that were read before are kept.
  case unavailable
  /// The configuration leaves the format out.
  case leftOut
}
