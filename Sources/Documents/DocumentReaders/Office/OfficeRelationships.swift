/// The relationships of a part of an Office Open XML package: the other parts it refers to.
struct OfficeRelationships {
  private struct Relationship {
    var id: String
    var type: String
    var target: String
  }

  private enum Name: String, CaseIterable, XMLVocabulary {
    case relationship = "Relationship"
    case id = "Id"
    case type = "Type"
    case target = "Target"
    case mode = "TargetMode"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  private let folder: String
  private var relationships: [Relationship] = []
  private var indices: [String: Int] = [:]

  init(folder: String) {
    self.folder = folder
  }

  /// Returns the part that has an identifier; nil if there is none.
  func part(withID id: String) -> String? {
    indices[id].map { relationships[$0].target }
  }

  /// Returns the parts of a type, in their order; the type is the last component of a URI.
  func parts(_ type: String) -> [String] {
    relationships.filter { $0.type == type }.map(\.target)
  }

  /// Reads a list of relationships; returns a failure if the list is damaged.
  mutating func read(_ bytes: Span<UInt8>, limit: Int) -> ReadingFailure? {
    Name.forEachTag(in: bytes) { tag, bytes in
      guard tag.name == .relationship, !tag.has(.mode, "External", in: bytes),
        let id = tag.value(of: .id, in: bytes),
        let type = tag.value(of: .type, in: bytes)?.split(separator: "/").last,
        let target = tag.value(of: .target, in: bytes)
      else { return true }
      if indices[id] == nil { indices[id] = relationships.count }
      let part = Self.resolve(target, in: folder)
      relationships.append(Relationship(id: id, type: String(type), target: part))
      return relationships.count < limit
    }
  }

  /// Converts the target of a relationship, relative to a folder, to the name of a part.
  static func resolve(_ target: String, in folder: String) -> String {
    let isAbsolute = target.hasPrefix("/") || target.hasPrefix("\\")
    var components = isAbsolute ? [] : folder.split(separator: "/")
    let path = target.prefix { $0 != "#" && $0 != "?" }
    for component in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) {
      switch component {
      case ".": break
      case "..": _ = components.popLast()
      default: components.append(component)
      }
    }
    return components.joined(separator: "/")
  }
}
