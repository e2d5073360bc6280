extension Query {
  /// A condition on the metadata of a file.
  public enum Filter: Equatable, Sendable {
    /// `type:pdf`: the media type.
    case type(MediaTypePattern)
    /// `ext:md`: the end of the name after a dot, without the dot; case does not matter.
    case fileExtension(String)
    /// `in:~/notes`: the folder that the file is in or below, as it was typed.
    ///
    /// If it begins with `/` or `~`, it is the whole path of a folder; otherwise the end of such a path.
    case folder(String)
    /// `path:*/src/*.c`: a pattern for the whole path, as it was typed; without `*`, `?` and `[` it is
    /// a part of the path. Case does not matter.
    case path(String)
    /// `name:*.pdf`, `filename:a?b*`: a pattern for the name, as it was typed. Case does not matter.
    case name(String)
    /// `modified:7d`: when the content was last changed.
    case modified(DateSpan)
    /// `size:>1M`: how large the file is.
    case size(NumberRange)
    /// `lang:de`, `lang:german`: the language of the text, as an ISO 639-1 code in lower case if there
    /// is one.
    case language(String)
    /// `created:2026`: when the document was created or sent, as its content says.
    case created(DateSpan)
    /// `pages:>10`: the number of pages, slides or sheets.
    case pages(NumberRange)
    /// `has:attachment`: whether files are attached to the mail.
    case attachment
    /// `type:mail`: whether the document is a mail, or a mailbox.
    case mail
  }

  /// A pattern that media types match.
  public enum MediaTypePattern: Equatable, Sendable {
    /// The media type with this name: `text/plain`.
    case exact(String)
    /// All media types of a family: `image/*`.
    case family(String)
    /// The family of this name, or the types with this name after the slash, after `x-`, or beside a
    /// `+`: `image`, `pdf`, `python` for `text/x-python`, `epub`, `xml`.
    case named(String)
  }

  /// A time span in seconds since 1970; at least one of its ends is not nil.
  public struct DateSpan: Equatable, Sendable {
    /// The first second; nil if the span has no beginning.
    public let from: Int64?
    /// The second after the last one; nil if the span has no end.
    public let until: Int64?

    /// Makes a span.
    public init(from: Int64?, until: Int64?) {
      self.from = from
      self.until = until
    }
  }
}

extension Query.Filter {
  /// The names of filters in a query.
  enum Field: String {
    case type, ext, `in`, path, modified, since, before, size, larger, smaller, lang, created,
      pages, has

    /// The most bytes of a valid value.
    var byteLimit: Int {
      switch self {
      // RFC 6838, section 4.2: two names of 127 characters.
      case .type: 255
      // Linux: NAME_MAX and PATH_MAX.
      case .ext: 255
      case .in, .path: 4_096
      case .modified, .since, .before, .size, .larger, .smaller, .lang, .created, .pages, .has: 64
      }
    }

    /// Examples of valid values, for people.
    var examples: String {
      switch self {
      case .type: "pdf, image or text/plain"
      case .ext: "md or tar.gz"
      case .in: "~/notes"
      case .path: "*/src/*.c"
      case .modified, .created: "7d, yesterday, 2026-01-31 or 2026-01..2026-03"
      case .since, .before: "7d, yesterday or 2026-01-31"
      case .size: "10M, >1M or 10k..2M"
      case .larger, .smaller: "10M"
      case .lang: "de or german"
      case .pages: "12, >10 or 10..20"
      case .has: "attachment"
      }
    }
  }

  /// Reads the value of a filter, which must not contain U+0000; nil if the value is not valid.
  init?(_ field: Field, _ value: String, _ options: Query.ReadingOptions) {
    guard !value.isEmpty else { return nil }
    let dates = DateReader(clock: options.clock)
    switch field {
    case .type where ["mail", "email"].contains(value.lowercased()): self = .mail
    case .type:
      guard let pattern = Query.MediaTypePattern(value.lowercased()) else { return nil }
      self = .type(pattern)
    case .ext:
      let ending = value.drop { $0 == "." }
      guard !ending.isEmpty, !ending.contains("/") else { return nil }
      self = .fileExtension(String(ending))
    case .in:
      guard let relative = RelativeFolder(value) else {
        self = .folder(value)
        return
      }
      guard let path = relative.path(in: options.folder) else { return nil }
      self = .folder(path)
    case .path: self = .path(value)
    case .modified, .created:
      guard let span = dates.span(value.lowercased()) else { return nil }
      self = field == .created ? .created(span) : .modified(span)
    case .since, .before:
      guard let moment = dates.moment(value.lowercased()) else { return nil }
      self = .modified(
        field == .since
          ? Query.DateSpan(from: moment, until: nil) : Query.DateSpan(from: nil, until: moment))
    case .pages:
      guard let range = Query.NumberRange(counts: value) else { return nil }
      self = .pages(range)
    case .has:
      guard ["attachment", "attachments"].contains(value.lowercased()) else { return nil }
      self = .attachment
    case .size, .larger, .smaller:
      let sign = field == .larger ? ">" : field == .smaller ? "<" : ""
      guard let range = Query.NumberRange(sizes: sign + value.lowercased()) else { return nil }
      self = .size(range)
    case .lang:
      guard let code = LanguageName.code(of: value) else { return nil }
      self = .language(code)
    }
  }
}

extension Query.MediaTypePattern {
  /// Reads a media type in lower case; RFC 6838, section 4.2, defines its names.
  fileprivate init?(_ text: String) {
    let slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
    guard Self.isName(text[..<(slash ?? text.endIndex)]) else { return nil }
    switch slash.map({ text[text.utf8.index(after: $0)...] }) {
    case nil: self = .named(text)
    case "*": self = .family(String(text[..<(slash ?? text.endIndex)]))
    case let name? where Self.isName(name): self = .exact(text)
    case _?: return nil
    }
  }

  private static func isName(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, first.isAlphanumeric else { return false }
    return part.utf8.allSatisfy { $0.isAlphanumeric || "!#$&-^_.+".utf8.contains($0) }
  }
}

extension UInt8 {
  /// Whether the character is an ASCII digit or letter.
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
