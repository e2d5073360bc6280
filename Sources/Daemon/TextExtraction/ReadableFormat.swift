import ContentTypes
import MediaTypes
import ExtractionProtocol

/// A format that is read, for the manual page.
public struct ReadableFormat: Equatable, Sendable {
  /// The name for people.
  public let name: String
  /// The file name suffixes of the format, in alphabetical order.
  public let suffixes: [String]

  /// The formats that jailed programs read, sorted by name.
  public static let all: [Self] = {
    var suffixes: [String: [String]] = [:]
    for (suffix, type) in MediaType.types {
      guard let format = ContentType.formats[type] else { continue }
      suffixes[format.name, default: []].append(suffix)
    }
    return suffixes.map { Self(name: $0.key, suffixes: $0.value.sorted()) }
      .sorted { $0.name.lowercased() < $1.name.lowercased() }
  }()
}
