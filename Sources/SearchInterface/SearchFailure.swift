public import Varlink

/// The errors of `io.sitta.Search`.
public enum SearchFailure: Error, Equatable, Sendable {
  /// The text is no query.
  case invalidQuery(position: Int, reason: String)
  /// The search took too long; the best of what was found until then.
  case deadlineExceeded(milliseconds: Int, partial: [HitMessage] = [])
  /// Not everything was in the index when the time was over; the reason names the pauses of work.
  case notSynchronized(pending: Int, reason: String? = nil)
  /// There is mains power already.
  case notOnBattery
  /// What is to be forgotten is, or holds, a folder that is to be indexed.
  case isRoot(path: String)
  /// The index cannot be read now.
  case indexUnavailable(reason: String)
  /// There is no folder of this name that could be indexed.
  case noSuchFolder(String)
  /// No folder of this name is a root.
  case noSuchRoot(String)
  /// Without this root there would be none.
  case lastRoot
  /// The configuration cannot be followed.
  case invalidConfiguration(file: String, line: Int?, reason: String)
  /// The roots cannot be written where the next start would find them.
  case configurationNotKept(file: String, reason: String)
  /// More documents match than a subscription can keep in mind.
  case tooManyHits(limit: Int)
  /// There are as many subscriptions as there may be.
  case tooManySubscriptions(limit: Int)

  private struct Parameters: Codable {
    var position: Int?
    var reason: String?
    var milliseconds: Int?
    var pending: Int?
    var folder: String?
    var file: String?
    var line: Int?
    var limit: Int?
    var partial: [HitMessage]?
    var path: String?
  }

  /// The error as it goes over the wire.
  public var wire: VarlinkError {
    switch self {
    case .invalidQuery(let position, let reason):
      error("InvalidQuery", Parameters(position: position, reason: reason))
    case .deadlineExceeded(let milliseconds, let partial):
      error("DeadlineExceeded", Parameters(milliseconds: milliseconds, partial: partial))
    case .notSynchronized(let pending, let reason):
      error("NotSynchronized", Parameters(reason: reason, pending: pending))
    case .notOnBattery:
      error("NotOnBattery", Parameters())
    case .isRoot(let path):
      error("IsRoot", Parameters(path: path))
    case .indexUnavailable(let reason):
      error("IndexUnavailable", Parameters(reason: reason))
    case .noSuchFolder(let folder):
      error("NoSuchFolder", Parameters(folder: folder))
    case .noSuchRoot(let folder):
      error("NoSuchRoot", Parameters(folder: folder))
    case .lastRoot:
      error("LastRoot", Parameters())
    case .invalidConfiguration(let file, let line, let reason):
      error("InvalidConfiguration", Parameters(reason: reason, file: file, line: line))
    case .configurationNotKept(let file, let reason):
      error("ConfigurationNotKept", Parameters(reason: reason, file: file))
    case .tooManyHits(let limit):
      error("TooManyHits", Parameters(limit: limit))
    case .tooManySubscriptions(let limit):
      error("TooManySubscriptions", Parameters(limit: limit))
    }
  }

  /// Reads an error that a service answered with; nil where it is none of these.
  public init?(_ fault: VarlinkClient.Fault) {
    guard let parameters = fault.parameters(Parameters.self) else { return nil }
    switch fault.name {
    case SearchInterfaceDescription.qualified("InvalidQuery"):
      self = .invalidQuery(position: parameters.position ?? 0, reason: parameters.reason ?? "")
    case SearchInterfaceDescription.qualified("DeadlineExceeded"):
      self = .deadlineExceeded(
        milliseconds: parameters.milliseconds ?? 0, partial: parameters.partial ?? [])
    case SearchInterfaceDescription.qualified("NotSynchronized"):
      self = .notSynchronized(pending: parameters.pending ?? 0, reason: parameters.reason)
    case SearchInterfaceDescription.qualified("NotOnBattery"):
      self = .notOnBattery
    case SearchInterfaceDescription.qualified("IsRoot"):
      self = .isRoot(path: parameters.path ?? "")
    case SearchInterfaceDescription.qualified("IndexUnavailable"):
      self = .indexUnavailable(reason: parameters.reason ?? "")
    case SearchInterfaceDescription.qualified("NoSuchFolder"):
      self = .noSuchFolder(parameters.folder ?? "")
    case SearchInterfaceDescription.qualified("NoSuchRoot"):
      self = .noSuchRoot(parameters.folder ?? "")
    case SearchInterfaceDescription.qualified("LastRoot"):
      self = .lastRoot
    case SearchInterfaceDescription.qualified("InvalidConfiguration"):
      self = .invalidConfiguration(
        file: parameters.file ?? "", line: parameters.line, reason: parameters.reason ?? "")
    case SearchInterfaceDescription.qualified("ConfigurationNotKept"):
      self = .configurationNotKept(
        file: parameters.file ?? "", reason: parameters.reason ?? "")
    case SearchInterfaceDescription.qualified("TooManyHits"):
      self = .tooManyHits(limit: parameters.limit ?? 0)
    case SearchInterfaceDescription.qualified("TooManySubscriptions"):
      self = .tooManySubscriptions(limit: parameters.limit ?? 0)
    default:
      return nil
    }
  }

  private func error(_ name: String, _ parameters: Parameters) -> VarlinkError {
    VarlinkError(SearchInterfaceDescription.qualified(name), parameters)
  }
}

extension SearchFailure: CustomStringConvertible {
  /// A sentence for people, with what they can do.
  public var description: String {
    switch self {
    case .invalidQuery(_, let reason): reason
    case .deadlineExceeded(let milliseconds, let partial):
      """
      The search took longer than \(milliseconds) ms and was stopped\
      \(partial.isEmpty ? "" : " with what it had found"); ask for something rarer.
      """
    case .notSynchronized(let pending, let reason):
      """
      The index is still catching up (\(pending) changes wait\(reason.map { "; \($0)" } ?? "")); \
      try again, or search without --sync.
      """
    case .notOnBattery:
      "The computer does not run on battery, so there is no mains power to wait for."
    case .isRoot(let path):
      """
      '\(path)' is a folder that is to be indexed, so it cannot be forgotten as a whole. Take it out \
      of Roots= in sittad.conf; what was indexed of it goes then.
      """
    case .indexUnavailable(let reason): "The index cannot be read now: \(reason)"
    case .noSuchFolder(let folder): "There is no folder '\(folder)' to be indexed."
    case .noSuchRoot(let folder): "'\(folder)' is no root; 'sitta status' names them."
    case .lastRoot: "This is the only root; add another before you remove it."
    case .invalidConfiguration(let file, let line, let reason):
      """
      The configuration stays as it was. \(file)\(line.map { ", line \($0)" } ?? ""): \(reason)
      """
    case .configurationNotKept(let file, let reason):
      "The roots stay as they were, because they cannot be kept in '\(file)': \(reason)"
    case .tooManyHits(let limit):
      "More than \(limit) documents match, too many to watch; ask for something rarer."
    case .tooManySubscriptions(let limit):
      "\(limit) searches are being watched already, and more are not possible; end one first."
    }
  }
}
