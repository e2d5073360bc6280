/// Finds the parts of an Office Open XML package and follows their relationships.
///
/// Each part is read once at most, even if it is referred to often; so the work is bounded by the
/// size of the package. ECMA-376, part 2.
struct OfficePackage<Package: DocumentPackage> {
  /// A longer part is cut, because memory holds one part whole.
  ///
  /// A sheet of this size has a million rows.
  static var longestPart: Int { 128 << 20 }
  /// A longer list of relationships is cut; a presentation of 10,000 slides needs 2 MiB.
  static var longestList: Int { 16 << 20 }
  /// More relationships of one part are not followed.
  static var mostRelationships: Int { 100_000 }

  /// The first failure; reading goes on with the next part.
  private(set) var failure: ReadingFailure?
  /// The package; it keeps its own state.
  private(set) var package: Package
  private var visited: Set<String> = []
  /// The members by their names in lower case, because names of parts ignore the case.
  private var members: [String: String] = [:]

  init(_ package: Package) {
    self.package = package
    for name in package.names {
      let key = Self.key(name)
      if members[key] == nil { members[key] = name }
    }
  }

  /// Whether there is a part.
  func has(_ part: String) -> Bool { members[Self.key(part)] != nil }

  /// Unpacks a part that was not unpacked before.
  mutating func content(of part: String, limit: Int = longestPart) -> [UInt8]? {
    guard let name = members[Self.key(part)], visited.insert(name).inserted else { return nil }
    do throws(ReadingFailure) {
      let content = try package.content(of: name, limit: limit)
      if let content, content.count >= limit { fail(.sizeLimit) }
      return content
    } catch {
      fail(error)
      return nil
    }
  }

  /// Reads a part that was not read before.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  mutating func read(
    _ part: String, with handler: inout some XMLHandler, into sink: inout some DocumentSink
  ) -> Bool {
    guard sink.wantsMore, let content = content(of: part) else { return false }
    fail(handler.read(content.span, into: &sink))
    return true
  }

  /// Reads the parts of a text that were not read before.
  mutating func read(
    _ parts: [String], with handler: inout OfficeText, into sink: inout some DocumentSink
  ) {
    for part in parts {
      handler.reset()
      read(part, with: &handler, into: &sink)
    }
  }

  /// Keeps the first failure.
  mutating func fail(_ failure: ReadingFailure?) {
    if self.failure == nil { self.failure = failure }
  }

  /// Reads the parts that a part refers to; the empty name is the package itself.
  mutating func relationships(of part: String) -> OfficeRelationships {
    let slash = part.lastIndex(of: "/")
    let folder = slash.map { String(part[..<$0]) } ?? ""
    let file = slash.map { String(part[part.index(after: $0)...]) } ?? part
    let list = (folder.isEmpty ? "" : folder + "/") + "_rels/" + file + ".rels"
    guard let content = content(of: list, limit: Self.longestList) else {
      return OfficeRelationships(folder: folder)
    }
    var relationships = OfficeRelationships(folder: folder)
    fail(relationships.read(content.span, limit: Self.mostRelationships))
    return relationships
  }

  /// The name of a part without leading slash, in lower case, with slashes only.
  private static func key(_ name: String) -> String {
    var key: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): key.append(UInt8(ascii: "/"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(byte | 0x20)
      default: key.append(byte)
      }
    }
    return String(decoding: key.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
  }
}
