import DocumentReaders

/// Finds what people have written into a PDF document: notes, comments on highlights, and files beside them.
///
/// Source: ISO 32000-1, 12.5 and 7.11.
package struct PDFAnnotations {
  /// The number of pages whose annotations are read.
  private static let mostPages = 100_000
  /// The number of annotations that are read.
  private static let mostAnnotations = 100_000
  /// The number of files that are found.
  private static let mostFiles = 10_000
  /// The deepest nesting of nodes in the tree of pages, or of names.
  private static let mostDepth = 64
  /// The size of all texts together, in bytes.
  private static let mostText = 8 << 20
  /// The kinds that are not written by a person, or whose text is drawn on the page.
  private static let otherKinds: Set = [
    "Link", "Popup", "Widget", "FreeText", "Screen", "PrinterMark",
  ]

  /// The texts of pages, by the index of the page.
  private(set) var texts: [Int: [String]] = [:]
  /// The files in notes and beside the pages: their names, and the numbers of the streams with their contents.
  package private(set) var files: [(name: String, stream: Int)] = []
  private(set) var objects: PDFObjects
  private var pages = 0
  private var annotations = 0
  private var textSize = 0
  private var seen: Set<Int> = []

  /// Reads the files and all annotations of a document that is not encrypted.
  package init(_ bytes: Span<UInt8>) {
    objects = PDFObjects(bytes)
    guard let catalog = objects.catalog(bytes) else { return }
    let names = resolveOnce(catalog["Names"], bytes)?.dictionary
    if let tree = names?["EmbeddedFiles"] { readNames(tree, depth: 0, bytes) }
    if let root = catalog["Pages"] { readNode(root, depth: 0, bytes) }
  }

  /// Returns the content of a file, cut after `limit` bytes; nil if it is packed in an unusual way.
  package mutating func content(ofFile stream: Int, limit: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    objects.content(of: stream, limit: limit, bytes)
  }

  /// Reads a node in the tree of the names of attached files.
  private mutating func readNames(_ node: PDFValue, depth: Int, _ bytes: Span<UInt8>) {
    guard depth < Self.mostDepth, let node = resolveOnce(node, bytes)?.dictionary else { return }
    for kid in resolveOnce(node["Kids"], bytes)?.array ?? [] {
      readNames(kid, depth: depth + 1, bytes)
    }
    // Each name is followed by its file.
    for value in resolveOnce(node["Names"], bytes)?.array ?? [] where value.string == nil {
      readFile(value, bytes)
    }
  }

  /// Reads the description of a file.
  private mutating func readFile(_ value: PDFValue?, _ bytes: Span<UInt8>) {
    guard files.count < Self.mostFiles, let file = resolveOnce(value, bytes)?.dictionary,
      let streams = objects.resolve(file["EF"], bytes)?.dictionary,
      case .reference(let stream)? = streams["UF"] ?? streams["F"]
    else { return }
    let name = objects.resolve(file["UF"] ?? file["F"], bytes)?.string
    files.append((name.map(PDFText.decode) ?? "", stream))
  }

  /// Returns a value, or the object that it refers to at the first time; so the file bounds the work.
  private mutating func resolveOnce(_ value: PDFValue?, _ bytes: Span<UInt8>) -> PDFValue? {
    if case .reference(let number)? = value, !seen.insert(number).inserted { return nil }
    return objects.resolve(value, bytes)
  }

  private mutating func readNode(_ node: PDFValue, depth: Int, _ bytes: Span<UInt8>) {
    guard depth < Self.mostDepth, pages < Self.mostPages,
      let node = resolveOnce(node, bytes)?.dictionary
    else { return }
    if node["Kids"] != nil {
      for kid in resolveOnce(node["Kids"], bytes)?.array ?? [] {
        readNode(kid, depth: depth + 1, bytes)
      }
      return
    }
    for value in resolveOnce(node["Annots"], bytes)?.array ?? [] {
      guard annotations < Self.mostAnnotations, textSize <= Self.mostText else { break }
      annotations += 1
      if let annotation = resolveOnce(value, bytes)?.dictionary { read(annotation, bytes) }
    }
    pages += 1
  }

  private mutating func read(_ annotation: [String: PDFValue], _ bytes: Span<UInt8>) {
    guard let kind = annotation["Subtype"]?.name else { return }
    // Text that is drawn on the page has an appearance.
    let isDrawn = annotation["AP"] != nil || kind != "FreeText" && kind != "Widget"
    if Self.otherKinds.contains(kind), isDrawn { return }
    // The name of a field is for programs; its value is the text.
    for key in kind == "Widget" ? ["V"] : ["T", "Subj", "Contents"] {
      guard let value = objects.resolve(annotation[key], bytes)?.string else { continue }
      let text = PDFText.decode(value)
      textSize += text.utf8.count
      // Programs write the kind of a note as its subject.
      if key == "Subj", !text.contains(" ") { continue }
      // One person writes many notes.
      if key == "T", texts[pages, default: []].contains(text) { continue }
      if !text.isEmpty, textSize <= Self.mostText { texts[pages, default: []].append(text) }
    }
    if kind == "FileAttachment" { readFile(annotation["FS"], bytes) }
  }
}
