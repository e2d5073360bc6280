/// An index that is being built from the files, in the place of one that was there.
public struct Rebuild: Equatable, Sendable {
  /// What it is built for.
  public enum Cause: String, Sendable {
    /// The old one is damaged, and is kept when the new one takes its place.
    case damage
    /// The old one was made by another version or with other settings.
    case version
    /// Somebody asked for it.
    case request
  }

  /// What it is built for.
  public let cause: Cause
  /// Why, as a sentence.
  public let reason: String
  /// When it was begun, in seconds since 1970.
  public let since: Int64
  /// Whether the old index answers queries until the new one has everything.
  public var servesOld = true

  /// Begins one.
  public init(_ cause: Cause, because reason: String, since: Int64) {
    self.cause = cause
    self.reason = reason
    self.since = since
  }

  /// As it is kept in the index that is being built.
  var storedText: String { "\(cause.rawValue)\n\(since)\n\(reason)" }

  /// Reads what was kept; nil where it makes no sense.
  init?(storedText: String) {
    let parts = storedText.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let cause = Cause(rawValue: String(parts[0])),
      let since = Int64(parts[1])
    else { return nil }
    self.init(cause, because: String(parts[2]), since: since)
  }
}
