import IndexStorage
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import TextExtraction

extension DocumentState {
  init(_ state: Document.State) {
    self =
      switch state {
      case .complete: .complete
      case .withoutText: .withoutText
      case .partial: .partial
      case .unreadable: .unreadable
      case .failed: .failed
      case .locked: .locked
      }
  }
}

extension DocumentMessage {
  init(_ document: ListedDocument) {
    let reader = ReaderVersion(stored: document.extractor)
    self.init(
      uri: document.location.uri, path: document.location.file.utf8,
      name: String(decoding: document.path.name, as: UTF8.self), title: document.title,
      modified: UnixTime(document.modified).rfc3339, size: Int(document.size), type: document.type,
      tags: document.tags, state: DocumentState(document.state), note: document.note,
      format: FormatWord(reader, document.state).text, reader: reader.number.map { Int($0) },
      away: document.isAway ? true : nil,
      member: document.location.isMember ? document.location.memberText : nil,
      authors: document.authors.isEmpty ? nil : document.authors,
      recipients: document.recipients.isEmpty ? nil : document.recipients,
      created: document.created?.rfc3339, language: document.language, pages: document.pages,
      attachments: document.attachments > 0 ? document.attachments : nil)
  }
}

extension HitMessage {
  /// The message for a hit of this index.
  init(
    _ hit: SearchHit, isScored: Bool, _ markers: MarkersMessage? = nil, hasPassages: Bool = false
  ) {
    self.init(
      hit, isScored: isScored, markers, hasPassages: hasPassages, document: DocumentMessage.init)
  }
}
