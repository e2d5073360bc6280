public import LinuxSystem

/// The building of a new index from the files, which replaces the old one.
public struct Rebuild: Equatable, Sendable {
  /// The cause of a rebuild.
  public enum Cause: String, Sendable {
    /// The old index is damaged; it is kept when the new one replaces it.
    case damage
    /// The old index was made by another version or with other settings.
    case version
    /// A user requested it.
    case request
  }

  /// The cause.
  public let cause: Cause
  /// The reason, as a sentence.
  public let reason: String
  /// When it began.
  public let since: UnixTime
  /// Whether readers use the old index until the new one is complete.
  public var servesOld = true

  /// Describes a rebuild that begins.
  public init(_ cause: Cause, because reason: String, since: UnixTime) {
    self.cause = cause
    self.reason = reason
    self.since = since
  }

  /// The form that is stored in the new index.
  var storedText: String { "\(cause.rawValue)\n\(since.seconds)\n\(reason)" }

  /// Reads the stored form; nil if it is invalid.
  init?(storedText: String) {
    let parts = storedText.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let cause = Cause(rawValue: String(parts[0])),
      let since = Int64(parts[1])
    else { return nil }
    self.init(cause, because: String(parts[2]), since: UnixTime(seconds: since))
  }
}
