import LinuxSystem
package import SearchInterface

/// Makes documents of another machine harmless: none of their paths can be mistaken for one of this machine.
package struct RemoteDocuments {
  let host: Host

  package init(host: Host) {
    self.host = host
  }

  /// The most bytes of a text and of a passage that are shown.
  private static let (textLimit, snippetLimit) = (4_096, 16_384)
  /// The most texts in a list, and the most copies of a hit.
  private static let listLimit = 100

  /// A hit in the form in which it is shown; nil if the URI of its document is invalid.
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
    shown.snippet = Self.text(hit.snippet, limit: Self.snippetLimit)
    shown.part = hit.part.map(Self.part)
    shown.score = hit.score.flatMap { $0.isFinite ? $0 : nil }
    shown.copies = hit.copies.map { $0.prefix(Self.listLimit).compactMap(self.document) }
    shown.replies = hit.replies.map { $0.prefix(Self.listLimit).compactMap(self.document) }
    shown.missing = hit.missing.map(Self.list)
    shown.alsoAt = nil
    shown.passages = hit.passages.map { passages in
      passages.prefix(10).map { passage in
        var passage = passage
        passage.link = link(passage.link, of: document)
        passage.snippet = Self.text(passage.snippet, limit: Self.snippetLimit)
        passage.part = passage.part.map(Self.part)
        return passage
      }
    }
    return shown
  }

  /// A document in the form in which it is shown; nil if its URI is invalid.
  package func document(_ document: DocumentMessage) -> DocumentMessage? {
    if host.isLocal { return document }
    guard let place = place(of: document.uri) else { return nil }
    var shown = document
    shown.host = host.name
    (shown.uri, shown.path) = place
    (shown.modified, shown.type) = (Self.text(document.modified), Self.text(document.type))
    shown.format = document.format.map { Self.text($0) }
    shown.member = document.member.map { Self.text($0) }
    shown.created = document.created.map { Self.text($0) }
    shown.language = document.language.map { Self.text($0) }
    shown.name = Self.text(document.name)
    shown.title = document.title.map { Self.text($0) }
    shown.note = document.note.map { Self.text($0) }
    shown.tags = Self.list(document.tags)
    shown.authors = document.authors.map(Self.list)
    shown.recipients = document.recipients.map(Self.list)
    return shown
  }

  /// The URI for a file of the host, and its path if its folder is mounted here; nil if the given
  /// URI names no file.
  func place(of uri: String) -> (uri: String, path: String?)? {
    guard let location = DocumentLocation(uri: uri) else { return nil }
    if let mapped = host.mapped(location.file) {
      return (location.moving(to: mapped).uri, mapped.utf8)
    }
    return ("sftp://\(host.authority)\(location.uri.dropFirst("file://".count))", nil)
  }

  /// The URI of a page; only the page number is taken from the host's link.
  private func link(_ link: String?, of document: DocumentMessage) -> String? {
    let parts = link?.split(separator: "page=", omittingEmptySubsequences: false) ?? []
    guard parts.count > 1, let page = parts.last.flatMap({ Int($0) }), page > 0 else { return nil }
    let separator = document.uri.contains("#") ? "!" : "#"
    return "\(document.uri)\(separator)page=\(page)"
  }

  static func text(_ text: String, limit: Int = textLimit) -> String {
    text.utf8.count <= limit ? text : String(text.unicodeScalars.prefix(limit / 4)) + "…"
  }

  static func list(_ texts: [String]) -> [String] {
    texts.prefix(listLimit).map { text($0) }
  }

  private static func part(_ part: PartMessage) -> PartMessage {
    var part = part
    part.label = text(part.label)
    return part
  }
}
