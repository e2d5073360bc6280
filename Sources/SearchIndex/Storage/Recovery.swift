public import LinuxSystem

/// What was done about damage, without anybody asking for it.
public struct Recovery: Equatable, Sendable {
  /// The smallest part that had to be replaced.
  public enum Action: String, CaseIterable, Sendable {
    /// The index was opened anew without its lost log, and all files were compared with it.
    case log
    /// Texts of documents were read again from their files.
    case documents
    /// What stands where was worked out anew from the stored texts.
    case postings
    /// A new index was built from the files.
    case file
  }

  /// When, in seconds since 1970.
  public let time: Int64
  /// Why, as a sentence.
  public let reason: String
  /// What was done.
  public let action: Action
  /// Where the damaged file is now; nil where it held nothing worth keeping.
  public let setAside: FilePath?

  /// Describes one.
  public init(
    at time: Int64, because reason: String, _ action: Action, setAside: FilePath? = nil
  ) {
    self.time = time
    self.reason = reason
    self.action = action
    self.setAside = setAside
  }

  /// As it is kept in the index: a line.
  var storedLine: String {
    let reason = self.reason.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return "\(time)\t\(action.rawValue)\t\(setAside?.uri ?? "")\t\(String(reason))"
  }

  /// Reads a line that was kept; nil where it makes no sense.
  init?(storedLine: Substring) {
    let parts = storedLine.split(
      separator: "\t", maxSplits: 3, omittingEmptySubsequences: false
    ).map(String.init)
    guard parts.count == 4, let time = Int64(parts[0]), let action = Action(rawValue: parts[1])
    else { return nil }
    self.init(at: time, because: parts[3], action, setAside: FilePath(uri: parts[2]))
  }
}
