import SearchInterface

/// The `--json` output for a document; other programs rely on the keys.
struct FoundDocument: Encodable {
  let document: DocumentMessage
  /// The hit; nil for a document in a list.
  let hit: HitMessage?

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    for key in CodingKeys.allCases {
      if let value = value(of: key) { try object.encode(value, forKey: key) }
    }
  }

  private func value(of key: CodingKeys) -> (any Encodable)? {
    switch key {
    case .uri: document.uri
    case .link: hit?.link
    case .path: document.path
    case .member: document.member
    case .name: document.name
    case .title: document.title
    case .snippet: hit?.snippet
    case .score: hit?.score
    case .line: hit?.line
    case .part: hit?.part
    case .page: hit?.page
    case .modified: document.modified
    case .size: document.size
    case .type: document.type
    case .tags: document.tags
    case .authors: document.authors
    case .recipients: document.recipients
    case .created: document.created
    case .language: document.language
    case .pages: document.pages
    case .attachments: document.attachments
    case .state: document.state.rawValue
    case .note: document.note
    case .failure: document.state.isFailure ? document.note : nil
    case .format: document.format
    case .reader: document.reader
    case .away: document.away
    case .missing: hit?.missing
    case .similar: hit?.similar
    case .copies: hit?.copies?.map(\.uri)
    case .replies: hit?.replies?.map(\.uri)
    case .passages: hit?.passages
    case .host: document.host
    case .alsoAt: hit?.alsoAt
    }
  }

  /// The keys of the object, in the order of the manual.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case uri, link, path, member, name, title, snippet, score, line, part, page, modified, size
    case type, tags, authors, recipients, created, language, pages, attachments, state, note
    case failure, format, reader, away, missing, similar, copies, replies, passages, host, alsoAt

    /// The description of the key in the manual.
    var meaning: String {
      switch self {
      case .uri: "The document as a `file:` URI, in which no byte is lost."
      case .link:
        "The URI that opens the match, if it is another one: of a page of a PDF with `#page=`."
      case .path:
        """
        The file's path, if it is valid UTF-8; absent for a file of another machine, unless its folder is \
        mounted here.
        """
      case .member: "The path in the file, of a file in an archive or an attachment."
      case .name: "The document's name."
      case .title: "The document's title."
      case .snippet: "The passage that matches best; only of a hit."
      case .score: "The score; absent if hits are not sorted by relevance."
      case .line: "The line of the file with the match, from 1; only of plain text."
      case .part:
        "The part with the match, as an object: its `kind`, its `number` from 1, and its `label`."
      case .page: "The number of the page with the match, from 1."
      case .modified: "The time of the last change of the content, in RFC 3339."
      case .size: "The size in bytes."
      case .type: "The media type."
      case .tags: "The tags, as an array."
      case .authors: "The authors, or the sender of a mail, as an array."
      case .recipients: "The recipients of a mail, as an array."
      case .created: "The time when it was created or sent, as its content says, in RFC 3339."
      case .language: "The language, as an ISO 639-1 code."
      case .pages: "The number of pages, slides or sheets."
      case .attachments: "The number of files that are attached to a mail."
      case .state: "How much of the text is in the index: `complete`, `partial` and others."
      case .note: "The reason why the text is not completely in the index."
      case .failure: "The same reason, if the file could not be read or indexed."
      case .format: "The format that was read, by its word in `sitta status --json`."
      case .reader: "The version of the reader of that format."
      case .away: "True if the root is not available now."
      case .missing: "The words of the query that it lacks, as an array; only with `--relaxed`."
      case .similar:
        """
        If it was found because it says the same in other words: the pairs of words that are near in meaning, as an \
        array of objects with `query` and `document`; only with `--relaxed`.
        """
      case .copies:
        "The `file:` URIs of its copies and versions, as an array; absent with `--strict`."
      case .replies:
        """
        The URIs of other messages of its conversation that match, as an array; only with `--relaxed`, and not \
        with `--all-messages`.
        """
      case .passages:
        """
        With two or more `--passages`: the best passage, and then the others in the order of the \
        text, as an array of objects. Each has its `snippet`, the byte ranges of its `matches`, and \
        its `line`, `part`, `page` and `link`.
        """
      case .host:
        "With `--host`: the machine that has the file, if it is another one; `uri` is an `sftp:` URI then."
      case .alsoAt: "With `--host`: the URIs of the same content on other machines, as an array."
      }
    }
  }
}
