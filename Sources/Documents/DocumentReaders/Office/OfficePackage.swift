/// Reads the parts of an Office Open XML package, and follows their relationships.
///
/// No part is read twice, however often other parts refer to it; so the size of the package bounds the work.
/// Source: ECMA-376, part 2.
struct OfficePackage<Package: DocumentPackage> {
  /// A longer part is cut after this number of bytes: a whole part is held in memory, and a sheet of this
  /// size has a million rows.
  static var longestPart: Int { 128 << 20 }
  /// A longer list of relationships is cut; a presentation with 10,000 slides needs 2 MiB.
  static var longestList: Int { 16 << 20 }
  /// The number of relationships of a part that are followed.
  static var mostRelationships: Int { 100_000 }
  /// The relationship types of parts that are shown in another part.
  private static var shownTypes: [String] {
    ["chart", "chartEx", "diagramData", "chartUserShapes", "slideMaster"]
  }

  /// The first failure; reading continued with the next part.
  private(set) var failure: ReadingFailure?
  /// The package that is read; reading changes its state.
  private(set) var package: Package
  private var visited: Set<String> = []
  /// The names of the members, by name in lower case: names of parts ignore case.
  private var members: [String: String] = [:]

  init(_ package: Package) {
    self.package = package
    for name in package.names {
      let key = Self.key(name)
      if members[key] == nil { members[key] = name }
    }
  }

  /// Whether the package has a part.
  func has(_ part: String) -> Bool { members[Self.key(part)] != nil }

  /// Unpacks a part; nil if there is no such part, if it was unpacked before, or if it is damaged.
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

  /// Reads a part, unless it was read before.
  ///
  /// - Returns: whether the part was read.
  @discardableResult
  mutating func read(
    _ part: String, with handler: inout some XMLHandler, into sink: inout some DocumentSink
  ) -> Bool {
    guard sink.wantsMore, let content = content(of: part) else { return false }
    fail(handler.read(content.span, into: &sink))
    return true
  }

  /// Reads the parts that were not read before with one handler, which it resets before each part.
  ///
  /// Each part is followed by the parts that are shown in it, such as charts.
  mutating func read(
    _ parts: [String], with handler: inout OfficeText, into sink: inout some DocumentSink,
    depth: Int = 2
  ) {
    for part in parts {
      handler.reset()
      guard read(part, with: &handler, into: &sink), depth > 0 else { continue }
      let related = relationships(of: part)
      for type in Self.shownTypes {
        read(related.parts(type), with: &handler, into: &sink, depth: depth - 1)
      }
    }
  }

  /// Gives the files that are embedded in a part to a sink as members.
  ///
  /// Objects of other programs are left out if they are no documents, as formulas are.
  mutating func addEmbeddedFiles(
    of relationships: OfficeRelationships, to sink: inout some DocumentSink
  ) {
    for part in relationships.parts("package") + relationships.parts("oleObject") {
      guard sink.wantsMore, let content = content(of: part),
        CompoundFileReader.canRead(object: content.span)
      else { continue }
      sink.add(DocumentMember(part: part, size: content.count), content: content)
    }
  }

  /// Records a failure, unless there was one before.
  mutating func fail(_ failure: ReadingFailure?) {
    if self.failure == nil { self.failure = failure }
  }

  /// Reads the relationships of a part; an empty name means the relationships of the package.
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

  /// Normalizes the name of a part: lower case, `/` as separator, no leading slash.
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

extension DocumentMember {
  /// Describes a part of a package.
  init(part: String, size: Int) {
    self.init(path: Array((part.split(separator: "/").last ?? "").utf8), size: Int64(size))
  }
}
