import IndexStorage
import TextExtraction

/// The word for a document's format, used in counts, in documents and as a filter of lists.
struct FormatWord: Hashable {
  /// The word.
  let text: String

  /// The word for files that are found only by their names.
  static let nameOnly = FormatWord(text: "none")

  private init(text: String) {
    self.text = text
  }

  /// The word for a document.
  init(_ reader: ReaderVersion, _ state: Document.State) {
    let hasNoFormat = reader.isPlainText && state == .withoutText
    self = hasNoFormat ? .nameOnly : FormatWord(text: reader.keyword)
  }

  /// Selects the documents whose format has a word.
  struct Selection: Equatable, Sendable {
    /// The stored numbers of their readers' versions.
    var extractors: [ClosedRange<Int64>]
    /// The states of the documents; nil for all.
    var states: Set<Document.State>?
  }

  /// The selection of documents for a word; nil if no document can have this word.
  static func selection(of word: String) -> Selection? {
    let plainText = ReaderVersion.plainText.keyword
    switch word {
    case nameOnly.text:
      return Selection(
        extractors: ReaderVersion.stored(keyword: plainText), states: [.withoutText])
    case plainText:
      return Selection(
        extractors: ReaderVersion.stored(keyword: word),
        states: Set(Document.State.allCases).subtracting([.withoutText]))
    default:
      let extractors = ReaderVersion.stored(keyword: word)
      return extractors.isEmpty ? nil : Selection(extractors: extractors)
    }
  }
}
