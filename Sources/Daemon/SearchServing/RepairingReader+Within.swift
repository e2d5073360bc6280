import LinuxSystem
import Varlink
import SearchMessages

extension RepairingReader {
  /// The paths to which a search is limited.
  struct Scope: Sendable {
    /// The paths for `SearchOptions.within`; nil for everywhere.
    var folders: [FilePath]?
    /// Warnings for people, as sentences.
    var warnings: [String] = []
  }

  /// The most paths in a parameter `within`; each adds a condition to every query.
  private static let withinLimit = 100
  /// The longest time for resolving the symbolic links of paths.
  private static let linkTimeout = Duration.milliseconds(100)

  /// Parses the parameter `within`.
  ///
  /// Symbolic links are resolved, because the index has paths without them. If a file system does
  /// not answer, the rest of a path is taken as written: then the scope contains nothing from
  /// elsewhere.
  ///
  /// - Parameter paths: absolute paths or `file:` URIs.
  /// - Returns: the scope; everything if `paths` is nil.
  /// - Throws: `org.varlink.service.InvalidParameter` for a relative path, for too many paths, or for none.
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

  /// Resolves the symbolic links of a path, except on a file system that does not answer.
  func resolve(_ path: FilePath) async -> FilePath {
    await resolve([path]).first ?? path
  }

  /// Resolves the symbolic links of paths, except on file systems that do not answer.
  func resolve(_ paths: [FilePath]) async -> [FilePath] {
    await calls.resolve(paths, within: Self.linkTimeout).paths
  }
}
