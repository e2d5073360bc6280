/// Joins the parts of a long text that `Changes` sends in several replies.
package struct PartialDocument: Sendable {
  private var begun: ChangedDocumentMessage?

  /// Begins with no text.
  package init() {}

  /// Takes a reply to `Changes`.
  ///
  /// - Parameter reply: the reply.
  /// - Returns: the reply with the documents whose texts are complete now.
  package mutating func whole(_ reply: ChangesMethod.Reply) -> ChangesMethod.Reply {
    var whole = reply
    whole.documents = reply.documents.compactMap { self.whole($0) }
    return whole
  }

  /// Takes a document, or the next part of one.
  ///
  /// - Parameter part: as the reply has it.
  /// - Returns: the document with its whole text; nil if a part of the text is still missing.
  package mutating func whole(_ part: ChangedDocumentMessage) -> ChangedDocumentMessage? {
    var document = part
    if let offset = part.offset {
      // If the document has changed in between, the feed sends it again.
      guard let begun, begun.id == part.id, begun.sequence == part.sequence,
        let text = begun.text, text.utf8.count == offset
      else { return nil }
      document.text = text + (part.text ?? "")
    }
    let isPartial = document.partial == true
    (document.offset, document.partial) = (nil, nil)
    begun = isPartial ? document : nil
    return isPartial ? nil : document
  }
}
