import LinuxSystem
import SearchIndex
import Varlink

extension RepairingReader {
  /// The most paths in a parameter `within`: each costs every query a condition.
  private static let withinLimit = 100

  /// Reads the parameter `within`.
  ///
  /// It follows symbolic links, because the index has paths without them.
  ///
  /// - Parameter paths: absolute paths or `file:` URIs.
  /// - Returns: the paths for `SearchOptions.within`; nil for nil.
  /// - Throws: `org.varlink.service.InvalidParameter` for a relative path, too many, or none at all.
  func folders(within paths: [String]?) async throws -> [FilePath]? {
    guard let paths else { return nil }
    guard (1...Self.withinLimit).contains(paths.count) else {
      throw VarlinkError.invalidParameter("within")
    }
    let locations = try paths.map { try DocumentLocation(parameter: $0, "within") }
    // A file system can block, so a thread of the readers asks it.
    return try await readers.read { _ in
      locations.map { $0.moving(to: $0.file.resolvingExistingLinks()).path }
    }
  }
}
