import ExtractionProtocol

/// Collects the metadata fields of a document until they are given to a sink.
struct HTMLMetadata {
  /// The longest title in bytes; after a longer title the end tag is missing, and the rest is text.
  static let maximumTitle = 1_024
  /// Longer values of the other fields are cut after this number of bytes.
  private static let maximumValue = 256
  /// More authors are ignored.
  private static let maximumAuthors = 16
  private static let maximumKeywords = 64
  /// After this number of keywords, further ones are ignored without a look for duplicates.
  private static let maximumComparisons = 256
  /// The longest list of keywords in bytes.
  private static let maximumList = 16 << 10

  private var pending: [(value: String, field: DocumentField)] = []
  private var heading = ""
  private var authors: [String] = []
  private var keywords: Set<String> = []
  private var comparisons = 0
  private var seen: Set<DocumentField> = []
  private(set) var hasTitle = false

  /// Whether the document has no title, and no heading was found yet.
  var wantsHeading: Bool { !hasTitle && heading.isEmpty }

  /// Adds the title of the document, unless there is a title already.
  mutating func add(title bytes: [UInt8]) {
    let title = Self.string(bytes, limit: Self.maximumTitle)
    if title.isEmpty || hasTitle { return }
    hasTitle = true
    pending.append((title, .title))
  }

  /// Adds the first heading; it becomes the title if the document has no title.
  mutating func add(heading bytes: [UInt8]) {
    if wantsHeading { heading = Self.string(bytes, limit: Self.maximumTitle) }
  }

  /// Adds the language that the last start tag declares.
  mutating func addLanguage(_ tokenizer: HTMLTokenizer, _ bytes: Span<UInt8>) {
    for name in [HTMLName.language, .xmlLanguage] {
      guard let value = tokenizer.value(of: name, bytes, limit: Self.maximumValue) else { continue }
      add(language: value)
    }
  }

  /// Adds the field of the `meta` element whose start tag was read last.
  mutating func addMeta(_ tokenizer: HTMLTokenizer, _ bytes: Span<UInt8>) {
    if let header = tokenizer.value(of: .httpEquivalent, bytes, limit: Self.maximumValue) {
      if String(decoding: header, as: UTF8.self).lowercased() == "content-language",
        let content = tokenizer.value(of: .content, bytes, limit: Self.maximumValue)
      {
        add(language: content)
      }
      return
    }
    for name in [HTMLName.name, .property, .itemProperty] {
      guard let key = tokenizer.value(of: name, bytes, limit: Self.maximumValue),
        let field = Self.field(of: String(decoding: key, as: UTF8.self).lowercased()),
        let content = tokenizer.value(of: .content, bytes, limit: Self.maximumList)
      else { continue }
      return add(content, to: field)
    }
  }

  /// Uses the first heading as the title if the document has no title.
  mutating func finish() {
    if !hasTitle, !heading.isEmpty { pending.append((heading, .title)) }
    hasTitle = true
  }

  /// Gives the fields to a sink that it has not received yet.
  mutating func flush(to sink: inout some DocumentSink) {
    for (value, field) in pending { sink.add(value, to: field) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Returns the field for the name of a `meta` element: names of Dublin Core, Open Graph and others.
  private static func field(of name: String) -> DocumentField? {
    switch name {
    case "author", "dc.creator", "dcterms.creator", "citation_author": .author
    case "keywords", "article:tag", "citation_keywords": .keyword
    case "article:published_time", "date", "datepublished", "dc.date", "dc.date.created",
      "dc.date.issued", "dcterms.created", "dcterms.date", "dcterms.issued",
      "citation_publication_date":
      .created
    case "article:modified_time", "datemodified", "dc.date.modified", "dcterms.modified",
      "last-modified", "og:updated_time":
      .changed
    default: nil
    }
  }

  private mutating func add(_ content: [UInt8], to field: DocumentField) {
    switch field {
    case .author:
      let author = Self.string(content, limit: Self.maximumValue)
      if author.isEmpty || authors.contains(author) || authors.count >= Self.maximumAuthors {
        return
      }
      authors.append(author)
      pending.append((author, .author))
    case .keyword:
      for keyword in content.split(whereSeparator: { $0 == 0x2c || $0 == 0x3b }) {
        comparisons += 1
        if keywords.count >= Self.maximumKeywords || comparisons > Self.maximumComparisons {
          return
        }
        let keyword = Self.string(Array(keyword), limit: Self.maximumValue)
        if keyword.isEmpty || !keywords.insert(keyword).inserted { continue }
        pending.append((keyword, .keyword))
      }
    default:
      let value = String(decoding: content, as: UTF8.self)
      guard let date = W3CDate.rfc3339(value), seen.insert(field).inserted else { return }
      pending.append((date, field))
    }
  }

  /// Adds the language if it looks like a BCP 47 tag and no language was added before.
  private mutating func add(language value: [UInt8]) {
    let tag = value.drop(while: HTMLSyntax.isBlank).prefix { !HTMLSyntax.isBlank($0) }
      .map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
    guard (2...35).contains(tag.count), tag.first != UInt8(ascii: "-"),
      tag.allSatisfy({ $0.isNamePart || $0 == UInt8(ascii: "-") }),
      seen.insert(.language).inserted
    else { return }
    pending.append((String(decoding: tag, as: UTF8.self), .language))
  }

  /// Replaces white space by single blanks, and cuts a value that is too long.
  private static func string(_ bytes: [UInt8], limit: Int) -> String {
    String(decoding: bytes.span.collapsed(upTo: limit), as: UTF8.self)
  }
}
