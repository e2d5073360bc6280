/// An interface that a server offers.
public protocol VarlinkInterface: Sendable {
  /// The interface's name, as `io.sitta.Search`.
  var name: String { get }
  /// The interface in Varlink's description language; see <https://varlink.org/Interface-Definition>.
  var description: String { get }

  /// Answers a call with ``VarlinkCall/reply(_:continues:)``.
  ///
  /// - Parameter call: a call whose method the description names, or any other.
  /// - Returns: whether the interface has that method.
  /// - Throws: a ``VarlinkError``, which becomes the answer.
  func answer(_ call: VarlinkCall) async throws -> Bool
}

/// What a service says of itself.
public struct ServiceInfo: Codable, Equatable, Sendable {
  /// Who makes it.
  public var vendor: String
  /// What it is.
  public var product: String
  /// Its version.
  public var version: String
  /// Where to read about it.
  public var url: String
  /// The names of its interfaces.
  public var interfaces: [String] = []

  /// Makes the information; the server fills in the interfaces.
  public init(vendor: String, product: String, version: String, url: String) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
  }
}

/// `org.varlink.service`, which every service has.
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
