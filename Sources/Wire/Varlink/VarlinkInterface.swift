/// An interface that a server offers.
public protocol VarlinkInterface: Sendable {
  /// The interface's name, such as `io.sitta.Search`.
  var name: String { get }
  /// The interface in Varlink's description language; see <https://varlink.org/Interface-Definition>.
  var description: String { get }

  /// Answers a call with ``VarlinkCall/reply(_:continues:)``.
  ///
  /// - Parameter call: a call; its method may be unknown.
  /// - Returns: whether the interface has the method.
  /// - Throws: a ``VarlinkError``, which becomes the reply; a `CancellationError`, which closes the connection;
  ///   after any other error, the reply is ``failure(for:)``.
  func answer(_ call: VarlinkCall) async throws -> Bool

  /// The reply after an unexpected error: an error that the interface declares.
  ///
  /// A client knows only the errors of the description. Nil means `MethodNotImplemented`, which every
  /// service declares; it is the default. See <https://varlink.org/Service>.
  func failure(for error: any Error) -> VarlinkError?
}

extension VarlinkInterface {
  /// `MethodNotImplemented`.
  public func failure(for error: any Error) -> VarlinkError? { nil }
}

/// The information about a service in the reply of `GetInfo`.
public struct ServiceInfo: Codable, Equatable, Sendable {
  /// The vendor.
  public var vendor: String
  /// The name of the product.
  public var product: String
  /// The version.
  public var version: String
  /// The address of its web site.
  public var url: String
  /// The names of its interfaces.
  public var interfaces: [String] = []

  /// Creates the information; the server sets the interfaces.
  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}

/// The interface `org.varlink.service`, which every service has.
struct ServiceInterface: VarlinkInterface {
  let name = "org.varlink.service"
  let description: String
  private let info: ServiceInfo
  private let descriptions: [String: String]

  init(_ info: ServiceInfo, _ interfaces: [any VarlinkInterface]) {
    description = String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
    var info = info
    info.interfaces = [name] + interfaces.map(\.name)
    self.info = info
    var descriptions = [name: description]
    for interface in interfaces { descriptions[interface.name] = interface.description }
    self.descriptions = descriptions
  }

  func answer(_ call: VarlinkCall) async throws -> Bool {
    switch call.method {
    case "GetInfo":
      try await call.reply(info)
    case "GetInterfaceDescription":
      struct Parameters: Decodable {
        let interface: String
      }
      let name = try call.parameters(Parameters.self).interface
      guard let description = descriptions[name] else { throw VarlinkError.interfaceNotFound(name) }
      try await call.reply(["description": description])
    default:
      return false
    }
    return true
  }
}
