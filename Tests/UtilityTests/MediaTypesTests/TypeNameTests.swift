import MediaTypes
import Testing

struct TypeNameTests {
  @Test(
    arguments: [
      ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
      ("odt", "application/vnd.oasis.opendocument.text"), ("md", "text/markdown"),
      ("jpg", "image/jpeg"), ("code", "text/x-swift"), ("code", "text/x-c++"),
      ("document", "application/pdf"), ("document", "text/plain"), ("documents", "text/markdown"),
      ("image", "image/*"), ("photo", "image/*"), ("mail", "message/rfc822"),
      ("email", "application/mbox"), ("pdf", "*/pdf"), ("python", "*/x-python"),
      ("epub", "*/epub+*"), ("text", "text/*"), ("spreadsheet", "text/csv"),
      ("executable", "*/x-executable"), ("c", "text/x-c"),
    ])
  func `A word means types`(word: String, type: String) throws {
    #expect(try #require(TypeName.patterns(word)).contains(type))
  }

  @Test(arguments: ["foo", "folder", "", "documentz", "x-python2", "vnd"])
  func `A word that names no type means none`(word: String) {
    #expect(TypeName.patterns(word) == nil)
  }

  @Test(arguments: TypeName.kindNames)
  func `A kind has known types only`(kind: String) throws {
    let known = Set(MediaType.types.values).union([
      "text/plain", "application/x-lz4", MediaType.officeXML, MediaType.chat,
    ])
    for pattern in try #require(TypeName.patterns(kind)) where !pattern.hasSuffix("/*") {
      #expect(known.contains(pattern))
    }
  }
}
