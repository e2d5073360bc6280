import FoundationEssentials
import SearchInterface

/// A document as the interface describes it, as JSON.
enum DocumentJSON {
  /// The JSON of a document, with its members in alphabetical order, so that equal documents have equal texts.
  ///
  /// It does not say where the document is, because that changes with the folders above it.
  static func text(of document: DocumentMessage) -> String {
    var document = document
    (document.uri, document.path, document.away) = ("", nil, nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No field of a message can fail.
    return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
