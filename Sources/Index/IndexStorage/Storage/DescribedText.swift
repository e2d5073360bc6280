import LinuxSystem
import MediaTypes
package import SittaSQLite

/// The beginning of a document, which stands for what it is about: its title or name, and its first words.
package struct DescribedText {
  /// The title and the beginning of the text.
  package let texts: [String]

  /// How many words of the text are looked at: with 30 or 200 the right document is found less often.
  package static let words = 100
  /// The first bytes of a text, which nearly always have as many words.
  private static let bytes = 4_096

  /// Takes the beginning of a document; nil if it has none, or it is not prose in a language of the table.
  ///
  /// Code, tables and logs have words, but are not about them. The table of vectors knows English.
  init?(_ properties: Properties, title: [UInt8]?, body: [UInt8]?) {
    guard let body, properties.language == nil || properties.language == "en",
      TypeName.prose.contains(properties.type), !properties.name.hasSuffix(".log")
    else { return nil }
    self.init(title.map { String(decoding: $0, as: UTF8.self) }, properties.name, body)
  }

  private init(_ title: String?, _ name: String, _ body: [UInt8]) {
    texts = [
      title ?? String(name.prefix { $0 != "." }),
      String(decoding: body.prefix(Self.bytes), as: UTF8.self),
    ]
  }

  /// Reads the beginning of a stored document; nil if it has no text.
  package init?(
    of id: DocumentID, title: String?, fileName: [UInt8], in database: Database,
    _ decompressor: TextDecompressor
  ) throws(SQLiteError) {
    let body = try PartialText.read(id, at: [0..<Self.words], in: database, decompressor)
    guard let body else { return nil }
    self.init(title, Schema.nameText(fileName), body.bytes)
  }

  /// Takes the beginning of a new document.
  init?(_ document: Document, _ texts: SearchableTexts) {
    self.init(
      Properties(
        type: document.type, name: String(decoding: texts.name ?? [], as: UTF8.self),
        language: document.language),
      title: texts.title, body: texts.body)
  }

  /// What decides whether a document is prose.
  struct Properties {
    let type: String
    let name: String
    let language: String?
  }
}
