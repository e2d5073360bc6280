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
