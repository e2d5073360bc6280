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

  private struct Parameters: Codable {
    var position: Int?
    var reason: String?
    var milliseconds: Int?
    var pending: Int?
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
    }
  }
}
