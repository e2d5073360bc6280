import IndexStorage
import TextExtraction

/// The word for the format of a document: the same in counts, in documents and as a filter of lists.
struct FormatWord: Hashable {
  /// The word.
  let text: String

  /// The word for files of which only the name is known.
  static let nameOnly = FormatWord(text: "none")

  private init(text: String) {
    self.text = text
  }

  /// The word for a document.
  ///
  /// - Parameters:
  ///   - reader: the reader that made it.
  ///   - state: the state of its text.
  init(_ reader: ReaderVersion, _ state: Document.State) {
    let hasNoFormat = reader.isPlainText && state == .withoutText
    self = hasNoFormat ? .nameOnly : FormatWord(text: reader.keyword)
  }

  /// The documents that have this word.
  struct Selection: Equatable, Sendable {
    /// The stored versions of their readers.
    var extractors: [ClosedRange<Int64>]
    /// Their states; nil for all.
    var states: Set<Document.State>?
  }

  /// The documents that have a word; nil if no document can have it.
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
