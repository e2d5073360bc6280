/// A PDF document that a test writes.
package struct PortableDocument {
  /// The text of each page in WinAnsiEncoding, one line each; nil for a page without text.
  package var pages: [[UInt8]?]
  /// The information dictionary, such as `/Title (a)`.
  package var information = ""
  /// The entries of the catalog beyond its pages, such as `/PageLabels`.
  package var catalog = ""
  /// The entries of the first page beyond its content, such as `/Annots`.
  package var page = ""
  /// The boxes of all pages.
  package var boxes = "/MediaBox[0 0 595 842]"
  /// Objects after all others; their numbers follow those of the pages.
  package var more: [[UInt8]] = []
  /// The object of the font of all pages.
  package var font =
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

  /// Describes a document with ASCII text.
  package init(_ pages: [String?]) {
    self.pages = pages.map { $0.map { Array($0.utf8) } }
  }

  /// The file.
  package var bytes: [UInt8] {
    var objects: [[UInt8]] = []
    let kids = pages.indices.map { "\(5 + 2 * $0) 0 R" }.joined(separator: " ")
    objects.append(Array("<</Type/Catalog/Pages 2 0 R\(catalog)>>".utf8))
    objects.append(Array("<</Type/Pages/Count \(pages.count)/Kids[\(kids)]>>".utf8))
    objects.append(Array(font.utf8))
    objects.append(Array("<<\(information)>>".utf8))
    for (index, text) in pages.enumerated() {
      objects.append(
        Array(
          """
          <</Type/Page/Parent 2 0 R\(boxes)/Contents \(6 + 2 * index) 0 R\(index == 0 ? page : "")\
          /Resources<</Font<</F 3 0 R>>>>>>
          """.utf8))
      objects.append(Self.stream(text))
    }
    return Self.file(objects + more)
  }

  private static func stream(_ text: [UInt8]?) -> [UInt8] {
    var content: [UInt8] = []
    for (line, words) in (text ?? []).split(separator: 0x0a).enumerated() {
      let digits = Array("0123456789abcdef".utf8)
      content += Array("BT /F 11 Tf 50 \(800 - 13 * line) Td <".utf8)
      content += words.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      content += Array("> Tj ET\n".utf8)
    }
    return Array("<</Length \(content.count)>>stream\n".utf8) + content
      + Array("endstream".utf8)
  }

  /// Returns an object that is a stream.
  package static func object(_ content: [UInt8], _ entries: String = "") -> [UInt8] {
    Array("<</Length \(content.count)\(entries)>>stream\n".utf8) + content
      + Array("\nendstream".utf8)
  }

  static func file(_ objects: [[UInt8]]) -> [UInt8] {
    var file = Array("%PDF-1.4\n".utf8)
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let offset = String(file.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = file.count
    let trailer = """
      trailer<</Size \(objects.count + 1)/Root 1 0 R/Info 4 0 R>>
      startxref
      \(start)
      %%EOF

      """
    return file + Array(table.utf8) + Array(trailer.utf8)
  }
}
