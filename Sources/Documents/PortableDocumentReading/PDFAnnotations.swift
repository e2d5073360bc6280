import DocumentReaders

/// Finds what people have written into a PDF document: notes, comments on highlights, and files beside them.
///
/// Source: ISO 32000-1, 12.5.
struct PDFAnnotations {
  /// The number of pages whose annotations are read.
  private static let mostPages = 100_000
  /// The number of annotations that are read.
  private static let mostAnnotations = 100_000
  /// The deepest nesting of nodes in the tree of pages.
  private static let mostDepth = 64
  /// The size of all texts together, in bytes.
  private static let mostText = 8 << 20
  /// The kinds that are not written by a person, or whose text is drawn on the page.
  private static let otherKinds: Set = [
    "Link", "Popup", "Widget", "FreeText", "Screen", "PrinterMark",
  ]

  /// The texts of pages, by the index of the page.
  private(set) var texts: [Int: [String]] = [:]
  /// The files in notes: their names, and the numbers of the streams with their contents.
  private(set) var files: [(name: String, stream: Int)] = []
  let objects: PDFObjects
  private var pages = 0
  private var annotations = 0
  private var textSize = 0
  private var seen: Set<Int> = []

  /// Reads all annotations of a document that is not encrypted.
  init(_ bytes: Span<UInt8>) {
    objects = PDFObjects(bytes)
    if let root = objects.catalog(bytes)?["Pages"] { readNode(root, depth: 0, bytes) }
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
    guard let kind = annotation["Subtype"]?.name, !Self.otherKinds.contains(kind) else { return }
    for key in ["Subj", "Contents"] {
      guard let value = objects.resolve(annotation[key], bytes)?.string else { continue }
      let text = PDFText.decode(value)
      // Programs write the kind of a note as its subject.
      if key == "Subj", !text.contains(" ") { continue }
      textSize += text.utf8.count
      if !text.isEmpty, textSize <= Self.mostText { texts[pages, default: []].append(text) }
    }
    guard kind == "FileAttachment",
      let file = objects.resolve(annotation["FS"], bytes)?.dictionary,
      let streams = objects.resolve(file["EF"], bytes)?.dictionary,
      case .reference(let stream)? = streams["UF"] ?? streams["F"]
    else { return }
    let name = (objects.resolve(file["UF"] ?? file["F"], bytes)?.string).map(PDFText.decode) ?? ""
    files.append((name, stream))
  }
}
