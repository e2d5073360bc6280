/// A PDF document whose pages are images, as a scanner makes it.
package struct ScannedDocument {
  /// The image of each page; nil for an empty page.
  package var pages: [DrawnPage?]
  /// The resolution of the images in dots per inch.
  package var dotsPerInch = 200

  /// Describes a document.
  package init(_ pages: [DrawnPage?]) {
    self.pages = pages
  }

  /// The file.
  package var bytes: [UInt8] {
    let kids = pages.indices.map { "\(5 + 3 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>", "<<>>",
      "<<>>",
    ].map { Array($0.utf8) }
    for (index, page) in pages.enumerated() {
      let (width, height) = (page?.width ?? 800, page?.height ?? 1_000)
      let (points, lines) = (width * 72 / dotsPerInch, height * 72 / dotsPerInch)
      let first = 5 + 3 * index
      objects.append(
        Array(
          """
          <</Type/Page/Parent 2 0 R/MediaBox[0 0 \(points) \(lines)]/Contents \(first + 1) 0 R\
          /Resources<</XObject<</I \(first + 2) 0 R>>>>>>
          """.utf8))
      objects.append(
        stream("", page == nil ? [] : Array("\(points) 0 0 \(lines) 0 0 cm /I Do".utf8)))
      let entries = """
        /Type/XObject/Subtype/Image/Width \(width)/Height \(height)/BitsPerComponent 8\
        /ColorSpace/DeviceGray
        """
      objects.append(
        stream(entries, page?.pixels ?? [UInt8](repeating: 255, count: width * height)))
    }
    return PortableDocument.file(objects)
  }

  private func stream(_ entries: String, _ content: [UInt8]) -> [UInt8] {
    Array("<<\(entries)/Length \(content.count)>>stream\n".utf8) + content
      + Array("\nendstream".utf8)
  }
}
