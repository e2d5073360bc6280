/// Reads `META-INF/container.xml`, which names the package document.
struct EPUBContainer: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case rootFile = "rootfile"
    case path = "full-path"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  /// The path of the first package document.
  private(set) var path: String?

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    if tag.name == .rootFile, path == nil {
      path = tag.value(of: .path, in: bytes).map { OfficeRelationships.resolve($0, in: "") }
    }
    return true
  }

  mutating func close(_ name: Name) {}
  mutating func append(_ piece: Span<UInt8>) {}
  mutating func append(_ scalar: Unicode.Scalar) {}
}
