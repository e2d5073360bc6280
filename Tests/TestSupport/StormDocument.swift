/// A kind of document that a storm writes, by its suffix.
///
/// The words are in the bytes of each as they are, between blanks, so that ``Disk`` finds them
/// without a reader.
enum StormDocument: String, CaseIterable {
  case archive = "zip"
  case document = "docx"
  case mail = "eml"
  case compressed = "gz"

  /// A file with a text.
  func file(_ text: String) -> [UInt8] {
    switch self {
    case .archive:
      var zip = ZipBuilder()
      zip.add("first.txt", " \(text) ")
      zip.add("folder/second.txt", " sediment ")
      return zip.file
    case .document:
      var zip = ZipBuilder()
      zip.add(
        "[Content_Types].xml",
        #"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#)
      let namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
      zip.add(
        "word/document.xml",
        """
        <w:document xmlns:w="\(namespace)"><w:body><w:p><w:r><w:t> \(text) </w:t></w:r></w:p></w:body>\
        </w:document>
        """)
      return zip.file
    case .mail:
      return Array(
        "From: ann@example.org\nSubject: sediment\nContent-Type: text/plain\n\n\(text)\n".utf8)
    case .compressed:
      // One block of RFC 1951 that is stored as it is, in the frame of RFC 1952.
      let content = Array(" \(text) ".utf8)
      let size = UInt32(content.count)
      var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]
      file += ZipBuilder.number(size).prefix(2) + ZipBuilder.number(~size).prefix(2) + content
      return file + ZipBuilder.number(ZipBuilder.checksum(content)) + ZipBuilder.number(size)
    }
  }
}
