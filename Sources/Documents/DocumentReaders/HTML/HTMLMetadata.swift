import ExtractionProtocol

/// Collects the fields of a document on their way to a sink.
struct HTMLMetadata {
  /// Longer titles, in bytes, are cut; the rest is text without an end tag.
  static let maximumTitle = 1_024
  /// Longer values of the other fields are cut.
  private static let maximumValue = 256
  /// No page has more authors or keywords that matter.
  private static let maximumAuthors = 16
  private static let maximumKeywords = 64
  /// Further keywords are not even compared with earlier ones.
  private static let maximumComparisons = 256
  /// The largest size of a list of keywords in bytes.
  private static let maximumList = 16 << 10

  private var pending: [(value: String, field: DocumentField)] = []
  private var heading = ""
  private var authors: [String] = []
  private var keywords: Set<String> = []
  private var comparisons = 0
  private var seen: Set<DocumentField> = []
  private(set) var hasTitle = false

  /// Whether the first heading is still missing.
  var wantsHeading: Bool { !hasTitle && heading.isEmpty }

  /// Adds the content of the first title.
  mutating func add(title bytes: [UInt8]) {
    let title = Self.string(bytes, limit: Self.maximumTitle)
    if title.isEmpty || hasTitle { return }
    hasTitle = true
    pending.append((title, .title))
  }

  /// Adds the content of a heading, which becomes the title of a document without one.
  mutating func add(heading bytes: [UInt8]) {
    if wantsHeading { heading = Self.string(bytes, limit: Self.maximumTitle) }
  }

  /// Adds the language of the last start tag.
  mutating func addLanguage(_ tokenizer: HTMLTokenizer, _ bytes: Span<UInt8>) {
    for name in [HTMLName.language, .xmlLanguage] {
      guard let value = tokenizer.value(of: name, bytes, limit: Self.maximumValue) else { continue }
      add(language: value)
    }
  }

  /// Adds the field of a `meta` element, the last start tag.
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

  /// Adds the heading as the title of a document without one.
  mutating func finish() {
    if !hasTitle, !heading.isEmpty { pending.append((heading, .title)) }
    hasTitle = true
  }

  /// Gives the fields so far to a sink.
  mutating func flush(to sink: inout some DocumentSink) {
    for (value, field) in pending { sink.add(value, to: field) }
    pending.removeAll(keepingCapacity: true)
  }

  /// The field that a name of a `meta` element means; names of Dublin Core, Open Graph and others.
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

  /// Adds a language if it has the form of a tag of BCP 47 and is the first one.
  private mutating func add(language value: [UInt8]) {
    let tag = value.drop(while: HTMLSyntax.isBlank).prefix { !HTMLSyntax.isBlank($0) }
      .map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
    guard (2...35).contains(tag.count), tag.first != UInt8(ascii: "-"),
      tag.allSatisfy({ $0.isNamePart || $0 == UInt8(ascii: "-") }),
      seen.insert(.language).inserted
    else { return }
    pending.append((String(decoding: tag, as: UTF8.self), .language))
  }

  /// Collapses the white space of a value and cuts it.
  private static func string(_ bytes: [UInt8], limit: Int) -> String {
    String(decoding: bytes.span.collapsed(upTo: limit), as: UTF8.self)
  }
}
