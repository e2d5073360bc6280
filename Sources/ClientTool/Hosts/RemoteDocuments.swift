import LinuxSystem
import SearchInterface

/// Makes documents of another machine harmless: no path of it can be taken for one of this machine.
struct RemoteDocuments {
  let host: Host

  /// The most bytes of a text that is shown.
  private static let textLimit = 4_096
  /// The most texts in a list, and passages of a hit.
  private static let listLimit = 100

  /// A hit as it is shown; nil if its document has no path.
  func hit(_ hit: HitMessage) -> HitMessage? {
    if host.isLocal {
      var hit = hit
      (hit.alsoAt, hit.document.host) = (nil, nil)
      return hit
    }
    guard let document = document(hit.document) else { return nil }
    var shown = hit
    shown.document = document
    shown.link = link(hit.link, of: document)
    shown.score = hit.score.flatMap { $0.isFinite ? $0 : nil }
    shown.copies = hit.copies.map { $0.prefix(Self.listLimit).compactMap(self.document) }
    shown.missing = hit.missing.map(Self.list)
    shown.alsoAt = nil
    shown.passages = hit.passages.map { passages in
      passages.prefix(10).map { passage in
        var passage = passage
        passage.link = link(passage.link, of: document)
        return passage
      }
    }
    return shown
  }

  /// A document as it is shown; nil if it has no path.
  func document(_ document: DocumentMessage) -> DocumentMessage? {
    if host.isLocal { return document }
    guard let location = DocumentLocation(uri: document.uri) else { return nil }
    var shown = document
    shown.host = host.name
    if let mapped = host.mapped(location.file) {
      let here = location.moving(to: mapped)
      (shown.uri, shown.path) = (here.uri, mapped.utf8)
    } else {
      (shown.uri, shown.path) = (uri(of: location), nil)
    }
    shown.name = Self.text(document.name)
    shown.title = document.title.map(Self.text)
    shown.note = document.note.map(Self.text)
    shown.tags = Self.list(document.tags)
    shown.authors = document.authors.map(Self.list)
    shown.recipients = document.recipients.map(Self.list)
    return shown
  }

  /// The URI of a document on the host.
  func uri(of location: DocumentLocation) -> String {
    "sftp://\(host.authority)\(location.uri.dropFirst("file://".count))"
  }

  /// The URI of a page: only what follows the document is taken from the host.
  private func link(_ link: String?, of document: DocumentMessage) -> String? {
    let parts = link?.split(separator: "page=", omittingEmptySubsequences: false) ?? []
    guard parts.count > 1, let page = parts.last.flatMap({ Int($0) }), page > 0 else { return nil }
    let separator = document.uri.contains("#") ? "!" : "#"
    return "\(document.uri)\(separator)page=\(page)"
  }

  private static func text(_ text: String) -> String {
    text.utf8.count <= textLimit ? text : String(text.prefix(textLimit / 4)) + "…"
  }

  private static func list(_ texts: [String]) -> [String] {
    texts.prefix(listLimit).map(text)
  }
}
