/// Recognizes documents that are zip packages by the names of their first members.
enum ZipPackage {
  private static let signature: [UInt8] = [0x50, 0x4b, 0x03, 0x04]
  private static let headerSize = 30
  private static let office = "application/vnd.openxmlformats-officedocument."
  /// The folder, the main part and the type of each kind of Office document.
  private static let parts: [(folder: String, main: String, type: String)] = [
    ("word/", "word/document.xml", office + "wordprocessingml.document"),
    ("xl/", "xl/workbook.xml", office + "spreadsheetml.sheet"),
    ("ppt/", "ppt/presentation.xml", office + "presentationml.presentation"),
    ("visio/", "visio/document.xml", "application/vnd.ms-visio.drawing"),
  ]

  /// Finds the type of a package.
  ///
  /// - Parameter start: the first bytes of the file.
  /// - Returns: nil if it is another zip file.
  static func type(of start: [UInt8]) -> String? {
    var names = Set<String>()
    var index = start.startIndex
    while let found = start[index...].firstRange(of: signature)?.lowerBound {
      guard let member = member(start, at: found) else { break }
      if member.name == "mimetype" {
        let type = String(
          decoding: start[member.content...].prefix { $0 > 0x20 && $0 < 0x7f && $0 != 0x50 },
          as: UTF8.self)
        return ContentType.formats[type] == nil ? nil : type
      }
      if member.name.hasSuffix(".fdseq") { return "application/vnd.ms-xpsdocument" }
      names.insert(member.name)
      index = member.content
    }
    // These may come late, as the main part may.
    guard names.contains("[Content_Types].xml") || names.contains("_rels/.rels") else {
      return parts.first { names.contains($0.main) }?.type
    }
    return parts.first { part in names.contains { $0.hasPrefix(part.folder) } }?.type
  }

  /// Returns the name in the header of a member, and the offset of its content; nil if the header is cut.
  private static func member(_ start: [UInt8], at header: Int) -> (name: String, content: Int)? {
    guard start.count - header >= headerSize else { return nil }
    let size = Int(start[header + 26]) | Int(start[header + 27]) << 8
    let extra = Int(start[header + 28]) | Int(start[header + 29]) << 8
    let content = header + headerSize + size + extra
    guard content <= start.count else { return nil }
    let name = start[(header + headerSize)...].prefix(size)
    return (String(decoding: name, as: UTF8.self), content)
  }
}
