public import LinuxSystem

/// An automatic repair of a damaged index.
public struct Recovery: Equatable, Sendable {
  /// What was done to repair the index.
  public enum Action: String, CaseIterable, Sendable {
    /// The index was reopened without its lost log, and compared with all files.
    case log
    /// The texts of some documents were read again from their files.
    case documents
    /// The postings were computed again from the stored texts.
    case postings
    /// A new index was built from the files.
    case file
  }

  /// The time of the repair.
  public let time: UnixTime
  /// The reason, as a sentence.
  public let reason: String
  /// What was done.
  public let action: Action
  /// Where the damaged file is kept; nil if none was kept.
  public let setAside: FilePath?

  /// Describes a recovery.
  public init(
    at time: UnixTime, because reason: String, _ action: Action, setAside: FilePath? = nil
  ) {
    self.time = time
    self.reason = reason
    self.action = action
    self.setAside = setAside
  }

  /// The form that is stored in the index: one line of text.
  var storedLine: String {
    let reason = self.reason.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return "\(time.seconds)\t\(action.rawValue)\t\(setAside?.uri ?? "")\t\(String(reason))"
  }

  /// Reads a stored line; nil if it is invalid.
  init?(storedLine: Substring) {
    let parts = storedLine.split(
      separator: "\t", maxSplits: 3, omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count == 4, let time = Int64(parts[0]), let action = Action(rawValue: parts[1])
    else { return nil }
    self.init(
      at: UnixTime(seconds: time), because: parts[3], action, setAside: FilePath(uri: parts[2]))
  }
}
