import LinuxSystem
import Varlink

extension RepairingReader {
  /// The paths in which a client searches.
  struct Scope: Sendable {
    /// The paths for `SearchOptions.within`; nil for everywhere.
    var folders: [FilePath]?
    /// Warnings for people, as sentences.
    var warnings: [String] = []
  }

  /// The most paths in a parameter `within`: each costs every query a condition.
  private static let withinLimit = 100
  /// The longest time to wait for a file system that has to say where a path leads.
  private static let linkTimeout = Duration.milliseconds(100)

  /// Reads the parameter `within`.
  ///
  /// It follows symbolic links, because the index has paths without them. If a file system does not
  /// answer, the rest of a path is taken to have no links: then nothing from elsewhere is in the
  /// scope.
  ///
  /// - Parameter paths: absolute paths or `file:` URIs.
  /// - Returns: the scope; everywhere for nil.
  /// - Throws: `org.varlink.service.InvalidParameter` for a relative path, too many, or none at all.
  func scope(within paths: [String]?) async throws -> Scope {
    guard let paths else { return Scope() }
    guard (1...Self.withinLimit).contains(paths.count) else {
      throw VarlinkError.invalidParameter("within")
    }
    let locations = try paths.map { try DocumentLocation(parameter: $0, "within") }
    let resolution = await calls.resolve(locations.map(\.file), within: Self.linkTimeout)
    let warning = resolution.obstacle.map { "\($0); symbolic links there were not followed." }
    return Scope(
      folders: zip(locations, resolution.paths).map { $0.moving(to: $1).path },
      warnings: [warning].compactMap(\.self))
  }

  /// Follows the symbolic links of a path, except links on a file system that does not answer.
  func resolve(_ path: FilePath) async -> FilePath {
    await calls.resolve([path], within: Self.linkTimeout).paths.first ?? path
  }
}
