extension Query {
  /// What must hold for a file, its text aside.
  public enum Filter: Equatable, Sendable {
    /// `type:pdf`: the media type.
    case type(MediaTypePattern)
    /// `ext:md`: how the name ends, behind a dot and without it; case does not matter.
    case fileExtension(String)
    /// `in:~/notes`: the folder that the file is in or below, as it was typed.
    ///
    /// With `/` or `~` in front it is one folder; otherwise any whose path ends with these names.
    case folder(String)
    /// `path:*/src/*.c`: a pattern for the whole path as it was typed; one without `*`, `?` and `[`
    /// may stand anywhere in the path. Case does not matter.
    case path(String)
    /// `modified:7d`: when the content was last changed.
    case modified(DateSpan)
    /// `size:>1M`: how large the file is.
    case size(SizeRange)
    /// `lang:de`: the language of the text, as an ISO 639 code in lower case.
    case language(String)
  }

  /// Some media types.
  public enum MediaTypePattern: Equatable, Sendable {
    /// The type of this name: `text/plain`.
    case exact(String)
    /// All types of a family: `image/*`.
    case family(String)
    /// The family of this name, or the types that bear the name behind the slash, with `x-` in
    /// front, or beside a `+`: `image`, `pdf`, `python` for `text/x-python`, `epub`, `xml`.
    case named(String)
  }

  /// A time from one moment until another, in seconds since 1970; at least one of them is there.
  public struct DateSpan: Equatable, Sendable {
    /// The first second; nil for the beginning of time.
    public let from: Int64?
    /// The second behind the last; nil for the end of time.
    public let until: Int64?

    /// Makes a span.
    public init(from: Int64?, until: Int64?) {
      self.from = from
      self.until = until
    }
  }

  /// Sizes from one to another, in bytes, both included; at least one of them is there.
  public struct SizeRange: Equatable, Sendable {
    /// The least size; nil for any.
    public let least: Int64?
    /// The greatest size; nil for any.
    public let greatest: Int64?

    /// Makes a range.
    public init(least: Int64?, greatest: Int64?) {
      self.least = least
      self.greatest = greatest
    }
  }
}

extension Query.Filter {
  /// The names that filters have in a query.
  enum Field: String {
    case type, ext, `in`, path, modified, size, lang

    /// How many bytes a value may have; a longer one is none that the field can have.
    var byteLimit: Int {
      switch self {
      // RFC 6838, section 4.2: two names of 127 characters.
      case .type: 255
      // Linux: NAME_MAX and PATH_MAX.
      case .ext: 255
      case .in, .path: 4_096
      case .modified, .size, .lang: 64
      }
    }
  }

  /// Reads a filter's value, which holds no U+0000; nil where it makes no sense.
  init?(_ field: Field, _ value: String, clock: LocalClock?) {
    guard !value.isEmpty else { return nil }
    switch field {
    case .type:
      guard let pattern = Query.MediaTypePattern(value.lowercased()) else { return nil }
      self = .type(pattern)
    case .ext:
      let ending = value.drop { $0 == "." }
      guard !ending.isEmpty, !ending.contains("/") else { return nil }
      self = .fileExtension(String(ending))
    case .in: self = .folder(value)
    case .path: self = .path(value)
    case .modified:
      guard let span = DateReader(clock: clock).span(value.lowercased()) else { return nil }
      self = .modified(span)
    case .size:
      guard let range = Query.SizeRange(value.lowercased()) else { return nil }
      self = .size(range)
    case .lang:
      let code = value.lowercased()
      let parts = code.split(separator: "-", omittingEmptySubsequences: false)
      guard
        parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isPlainAlphanumeric) }),
        (2...3).contains(parts[0].count), parts[0].allSatisfy(\.isLetter)
      else { return nil }
      self = .language(code)
    }
  }
}

extension Query.MediaTypePattern {
  /// Reads a type in lower case, as RFC 6838, section 4.2, spells names.
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
  /// Whether it is a digit or letter of ASCII.
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

extension Character {
  fileprivate var isPlainAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}
