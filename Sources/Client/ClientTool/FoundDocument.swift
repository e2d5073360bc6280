import SearchInterface

/// The `--json` output of a document; other programs rely on the names.
struct FoundDocument: Encodable {
  let uri: String
  let link: String?
  let path: String?
  let member: String?
  let name: String
  let title: String?
  let snippet: String?
  let score: Double?
  let line: Int?
  let part: PartMessage?
  let page: Int?
  let modified: String
  let size: Int
  let type: String
  let tags: [String]
  let authors: [String]?
  let recipients: [String]?
  let created: String?
  let language: String?
  let pages: Int?
  let attachments: Int?
  let state: String
  let note: String?
  let failure: String?
  let format: String?
  let reader: Int?
  let away: Bool?
  let missing: [String]?
  let copies: [String]?
  let passages: [PassageMessage]?
  let host: String?
  let alsoAt: [String]?

  init(_ document: DocumentMessage, _ hit: HitMessage?) {
    uri = document.uri
    link = hit?.link
    path = document.path
    member = document.member
    name = document.name
    title = document.title
    snippet = hit?.snippet
    score = hit?.score
    line = hit?.line
    part = hit?.part
    page = hit?.page
    modified = document.modified
    size = document.size
    type = document.type
    tags = document.tags
    authors = document.authors
    recipients = document.recipients
    created = document.created
    language = document.language
    pages = document.pages
    attachments = document.attachments
    state = document.state.rawValue
    note = document.note
    failure = document.state.isFailure ? document.note : nil
    format = document.format
    reader = document.reader
    away = document.away
    missing = hit?.missing
    copies = hit?.copies?.map(\.uri)
    passages = hit?.passages
    host = document.host
    alsoAt = hit?.alsoAt
  }

  /// The keys of the object, in the manual's order.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case uri, link, path, member, name, title, snippet, score, line, part, page, modified, size
    case type, tags, authors, recipients, created, language, pages, attachments, state, note
    case failure, format, reader, away, missing, copies, passages, host, alsoAt

    /// Its description in the manual.
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
      case .copies:
        "The `file:` URIs of its copies and versions, as an array; absent with `--strict`."
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
