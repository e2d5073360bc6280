import ExtractionProtocol

/// Reads XPS and OpenXPS: documents of pages with glyphs at fixed places.
///
/// Source: ECMA-388.
public enum FixedDocumentReader {
  private enum Name: String, CaseIterable, XMLVocabulary {
    case document = "DocumentReference"
    case page = "PageContent"
    case source = "Source"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// The number of pages that are read.
  private static let mostPages = 100_000

  /// Reads a document.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read<Package: DocumentPackage>(
    _ package: inout Package, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var office = OfficePackage(package)
    let root = office.relationships(of: "")
    var properties = OfficeProperties()
    for part in root.parts("core-properties") {
      office.read(part, with: &properties, into: &sink)
    }
    properties.metadata.flush(to: &sink)
    let sequences =
      root.parts("fixedrepresentation") + package.names.filter { $0.hasSuffix(".fdseq") }
    let documents = sequences.flatMap { sources(.document, of: $0, &office) }
    let pages = documents.flatMap { sources(.page, of: $0, &office) }
    if pages.isEmpty { office.fail(.damaged("there are no pages")) }
    sink.add(String(pages.count), to: .pages)
    for (index, page) in pages.enumerated() where sink.wantsMore {
      sink.begin(DocumentPart(.page, label: String(index + 1)))
      var handler = FixedPageText()
      if !office.read(page, with: &handler, into: &sink) {
        office.fail(.damaged("a page is missing"))
      }
      handler.flush(to: &sink)
      sink.add(text: ([0x0a] as [UInt8]).span)
      sink.endPage()
    }
    package = office.package
    if let failure = office.failure { throw failure }
  }

  /// Returns the parts to which the elements of a part refer, in their order.
  private static func sources(
    _ element: Name, of part: String, _ package: inout OfficePackage<some DocumentPackage>
  ) -> [String] {
    guard let content = package.content(of: part) else { return [] }
    let folder = part.lastIndex(of: "/").map { String(part[..<$0]) } ?? ""
    var parts: [String] = []
    package.fail(
      Name.forEachTag(in: content.span) { tag, bytes in
        if tag.name == element, let source = tag.value(of: .source, in: bytes) {
          parts.append(OfficeRelationships.resolve(source, in: folder))
        }
        return parts.count < mostPages
      })
    return parts
  }
}

/// Reads the runs of glyphs of a page; runs that touch each other belong to one word.
struct FixedPageText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case glyphs = "Glyphs"
    case string = "UnicodeString"
    case indices = "Indices"
    case size = "FontRenderingEmSize"
    case x = "OriginX"
    case y = "OriginY"
    case isSideways = "IsSideways"
    case bidiLevel = "BidiLevel"
    case canvas = "Canvas"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// The gap between two words is wider than this share of the size of the letters.
  private static let widestGap = 0.14

  var text = TextBuffer()
  var event: XMLEvent?
  /// Where the last run ends, and the size of its letters.
  private var last: (x: Double, y: Double, size: Double)?

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    guard tag.name == .glyphs else {
      if tag.name == .canvas { last = nil }
      return true
    }
    guard var string = tag.value(of: .string, in: bytes), !string.isEmpty else { return true }
    // The braces protect a text that begins with a brace.
    if string.hasPrefix("{}") { string.removeFirst(2) }
    let (x, y, size) = (
      Self.number(tag, .x, bytes), Self.number(tag, .y, bytes), Self.number(tag, .size, bytes)
    )
    if let last, let x, let y {
      let isSameLine = abs(y - last.y) < 0.3 * last.size
      let gap = x - last.x
      if !isSameLine {
        text.breakLine()
      } else if gap > Self.widestGap * last.size || gap < -last.size {
        text.separate()
      }
    } else {
      text.breakLine()
    }
    text.append(string)
    last = nil
    if let x, let y, let size {
      last = (x + size * Self.width(of: string, tag, bytes), y, size)
    }
    return true
  }

  mutating func close(_ name: Name) {}
  mutating func append(_ piece: Span<UInt8>) {}
  mutating func append(_ scalar: Unicode.Scalar) {}

  private static func number(_ tag: XMLTag<Name>, _ name: Name, _ bytes: Span<UInt8>) -> Double? {
    tag.value(of: name, in: bytes).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The width of a run, as a share of the size of its letters: their distances where the run has them, and
  /// usual widths.
  private static func width(
    of string: String, _ tag: XMLTag<Name>, _ bytes: Span<UInt8>
  ) -> Double {
    let entries = (tag.value(of: .indices, in: bytes) ?? "").split(
      separator: ";", omittingEmptySubsequences: false)
    var width = 0.0
    for (index, scalar) in string.unicodeScalars.enumerated() {
      let parts =
        index < entries.count
        ? entries[index].split(
          separator: ",", omittingEmptySubsequences: false) : []
      let advance = parts.count > 1 ? Double(parts[1]) : nil
      width += advance.map { $0.isFinite ? $0 / 100 : 0 } ?? usualWidth(scalar)
    }
    return width
  }

  private static func usualWidth(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "!", "|", "(", ")", " ": 0.3
    case "m", "w", "M", "W": 0.85
    case "A"..."Z": 0.65
    default: scalar.value >= 0x2e80 ? 1 : 0.5
    }
  }
}
