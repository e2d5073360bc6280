// Generated from io.sitta.Search.varlink by InterfaceGenerator; change that file instead.

public import Varlink

/// The errors of `io.sitta.Search`.
public enum SearchFailure: Error, Equatable, Sendable {
  /// The text is not a query.
  case invalidQuery(position: Int, reason: String)
  /// The search reached its time limit.
  ///
  /// Ask for something rarer.
  case deadlineExceeded(milliseconds: Int, partial: [HitMessage] = [])
  /// Not everything was in the index when the time was over, or everything cannot be.
  case notSynchronized(pending: Int, reason: String? = nil)
  /// There is mains power already, so a pause until mains power makes no sense.
  case notOnBattery
  /// The path is a root, or contains one, so it cannot be forgotten.
  case isRoot(path: String)
  /// No document in the index is there, or it is not in the folders of within.
  case noSuchDocument(path: String)
  /// The document has no vector, so it cannot be compared with others.
  case noVector(reason: String)
  /// A page cannot be drawn.
  case noPicture(reason: String)
  /// The index cannot be read now.
  case indexUnavailable(reason: String)
  /// The folder does not exist, is not a folder, or cannot be a root.
  case noSuchFolder(folder: String, reason: String? = nil)
  /// The folder is not a root.
  case noSuchRoot(folder: String)
  /// It is the only root, so it cannot be removed.
  case lastRoot
  /// The configuration contains an error; the previous one stays in effect.
  ///
  /// If there is no previous one, every call fails with this error. The service reads the
  /// configuration again for each client that connects.
  case invalidConfiguration(file: String, line: Int? = nil, reason: String, isStart: Bool? = nil)
  /// The roots cannot be written to the file that the next start reads; they stay as they were.
  case configurationNotKept(file: String, reason: String)
  /// More documents match than a subscription can track.
  ///
  /// Ask for something rarer.
  case tooManyHits(limit: Int)
  /// The largest number of subscriptions is reached.
  case tooManySubscriptions(limit: Int)
  /// The service does not have this method, because it answers for a team's index and not for
  /// files.
  case notServed(method: String, reason: String)
}

extension SearchFailure {
  /// The error as it is sent.
  public var wire: VarlinkError {
    switch self {
    case .invalidQuery(let position, let reason):
      let parameters = InvalidQueryParameters(position: position, reason: reason)
      let name = SearchInterfaceDescription.qualified("InvalidQuery")
      return VarlinkError(name, parameters)
    case .deadlineExceeded(let milliseconds, let partial):
      let parameters = DeadlineExceededParameters(milliseconds: milliseconds, partial: partial)
      let name = SearchInterfaceDescription.qualified("DeadlineExceeded")
      return VarlinkError(name, parameters)
    case .notSynchronized(let pending, let reason):
      let parameters = NotSynchronizedParameters(pending: pending, reason: reason)
      let name = SearchInterfaceDescription.qualified("NotSynchronized")
      return VarlinkError(name, parameters)
    case .notOnBattery:
      return VarlinkError(SearchInterfaceDescription.qualified("NotOnBattery"))
    case .isRoot(let path):
      let parameters = IsRootParameters(path: path)
      let name = SearchInterfaceDescription.qualified("IsRoot")
      return VarlinkError(name, parameters)
    case .noSuchDocument(let path):
      let parameters = NoSuchDocumentParameters(path: path)
      let name = SearchInterfaceDescription.qualified("NoSuchDocument")
      return VarlinkError(name, parameters)
    case .noVector(let reason):
      let parameters = NoVectorParameters(reason: reason)
      let name = SearchInterfaceDescription.qualified("NoVector")
      return VarlinkError(name, parameters)
    case .noPicture(let reason):
      let parameters = NoPictureParameters(reason: reason)
      let name = SearchInterfaceDescription.qualified("NoPicture")
      return VarlinkError(name, parameters)
    case .indexUnavailable(let reason):
      let parameters = IndexUnavailableParameters(reason: reason)
      let name = SearchInterfaceDescription.qualified("IndexUnavailable")
      return VarlinkError(name, parameters)
    case .noSuchFolder(let folder, let reason):
      let parameters = NoSuchFolderParameters(folder: folder, reason: reason)
      let name = SearchInterfaceDescription.qualified("NoSuchFolder")
      return VarlinkError(name, parameters)
    case .noSuchRoot(let folder):
      let parameters = NoSuchRootParameters(folder: folder)
      let name = SearchInterfaceDescription.qualified("NoSuchRoot")
      return VarlinkError(name, parameters)
    case .lastRoot:
      return VarlinkError(SearchInterfaceDescription.qualified("LastRoot"))
    case .invalidConfiguration(let file, let line, let reason, let isStart):
      let parameters = InvalidConfigurationParameters(
        file: file, line: line, reason: reason, isStart: isStart
      )
      let name = SearchInterfaceDescription.qualified("InvalidConfiguration")
      return VarlinkError(name, parameters)
    case .configurationNotKept(let file, let reason):
      let parameters = ConfigurationNotKeptParameters(file: file, reason: reason)
      let name = SearchInterfaceDescription.qualified("ConfigurationNotKept")
      return VarlinkError(name, parameters)
    case .tooManyHits(let limit):
      let parameters = TooManyHitsParameters(limit: limit)
      let name = SearchInterfaceDescription.qualified("TooManyHits")
      return VarlinkError(name, parameters)
    case .tooManySubscriptions(let limit):
      let parameters = TooManySubscriptionsParameters(limit: limit)
      let name = SearchInterfaceDescription.qualified("TooManySubscriptions")
      return VarlinkError(name, parameters)
    case .notServed(let method, let reason):
      let parameters = NotServedParameters(method: method, reason: reason)
      let name = SearchInterfaceDescription.qualified("NotServed")
      return VarlinkError(name, parameters)
    }
  }

  /// Reads an error that a service answered with; nil for any other.
  public init?(_ fault: VarlinkClient.Fault) {
    switch fault.name {
    case SearchInterfaceDescription.qualified("InvalidQuery"):
      guard let parameters = fault.parameters(InvalidQueryParameters.self) else {
        return nil
      }
      self = .invalidQuery(position: parameters.position, reason: parameters.reason)
    case SearchInterfaceDescription.qualified("DeadlineExceeded"):
      guard let parameters = fault.parameters(DeadlineExceededParameters.self) else {
        return nil
      }
      self = .deadlineExceeded(milliseconds: parameters.milliseconds, partial: parameters.partial)
    case SearchInterfaceDescription.qualified("NotSynchronized"):
      guard let parameters = fault.parameters(NotSynchronizedParameters.self) else {
        return nil
      }
      self = .notSynchronized(pending: parameters.pending, reason: parameters.reason)
    case SearchInterfaceDescription.qualified("NotOnBattery"):
      self = .notOnBattery
    case SearchInterfaceDescription.qualified("IsRoot"):
      guard let parameters = fault.parameters(IsRootParameters.self) else {
        return nil
      }
      self = .isRoot(path: parameters.path)
    case SearchInterfaceDescription.qualified("NoSuchDocument"):
      guard let parameters = fault.parameters(NoSuchDocumentParameters.self) else {
        return nil
      }
      self = .noSuchDocument(path: parameters.path)
    case SearchInterfaceDescription.qualified("NoVector"):
      guard let parameters = fault.parameters(NoVectorParameters.self) else {
        return nil
      }
      self = .noVector(reason: parameters.reason)
    case SearchInterfaceDescription.qualified("NoPicture"):
      guard let parameters = fault.parameters(NoPictureParameters.self) else {
        return nil
      }
      self = .noPicture(reason: parameters.reason)
    case SearchInterfaceDescription.qualified("IndexUnavailable"):
      guard let parameters = fault.parameters(IndexUnavailableParameters.self) else {
        return nil
      }
      self = .indexUnavailable(reason: parameters.reason)
    case SearchInterfaceDescription.qualified("NoSuchFolder"):
      guard let parameters = fault.parameters(NoSuchFolderParameters.self) else {
        return nil
      }
      self = .noSuchFolder(folder: parameters.folder, reason: parameters.reason)
    case SearchInterfaceDescription.qualified("NoSuchRoot"):
      guard let parameters = fault.parameters(NoSuchRootParameters.self) else {
        return nil
      }
      self = .noSuchRoot(folder: parameters.folder)
    case SearchInterfaceDescription.qualified("LastRoot"):
      self = .lastRoot
    case SearchInterfaceDescription.qualified("InvalidConfiguration"):
      guard let parameters = fault.parameters(InvalidConfigurationParameters.self) else {
        return nil
      }
      self = .invalidConfiguration(
        file: parameters.file, line: parameters.line, reason: parameters.reason,
        isStart: parameters.isStart
      )
    case SearchInterfaceDescription.qualified("ConfigurationNotKept"):
      guard let parameters = fault.parameters(ConfigurationNotKeptParameters.self) else {
        return nil
      }
      self = .configurationNotKept(file: parameters.file, reason: parameters.reason)
    case SearchInterfaceDescription.qualified("TooManyHits"):
      guard let parameters = fault.parameters(TooManyHitsParameters.self) else {
        return nil
      }
      self = .tooManyHits(limit: parameters.limit)
    case SearchInterfaceDescription.qualified("TooManySubscriptions"):
      guard let parameters = fault.parameters(TooManySubscriptionsParameters.self) else {
        return nil
      }
      self = .tooManySubscriptions(limit: parameters.limit)
    case SearchInterfaceDescription.qualified("NotServed"):
      guard let parameters = fault.parameters(NotServedParameters.self) else {
        return nil
      }
      self = .notServed(method: parameters.method, reason: parameters.reason)
    default:
      return nil
    }
  }
}

private struct InvalidQueryParameters: Codable {
  var position: Int
  var reason: String
}

private struct DeadlineExceededParameters: Codable {
  var milliseconds: Int
  var partial: [HitMessage]
}

private struct NotSynchronizedParameters: Codable {
  var pending: Int
  var reason: String?
}

private struct IsRootParameters: Codable {
  var path: String
}

private struct NoSuchDocumentParameters: Codable {
  var path: String
}

private struct NoVectorParameters: Codable {
  var reason: String
}

private struct NoPictureParameters: Codable {
  var reason: String
}

private struct IndexUnavailableParameters: Codable {
  var reason: String
}

private struct NoSuchFolderParameters: Codable {
  var folder: String
  var reason: String?
}

private struct NoSuchRootParameters: Codable {
  var folder: String
}

private struct InvalidConfigurationParameters: Codable {
  var file: String
  var line: Int?
  var reason: String
  var isStart: Bool?
}

private struct ConfigurationNotKeptParameters: Codable {
  var file: String
  var reason: String
}

private struct TooManyHitsParameters: Codable {
  var limit: Int
}

private struct TooManySubscriptionsParameters: Codable {
  var limit: Int
}

private struct NotServedParameters: Codable {
  var method: String
  var reason: String
}
