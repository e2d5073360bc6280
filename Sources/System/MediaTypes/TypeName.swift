/// A word that people use for a type of files: a suffix, a kind, or a part of a media type.
public enum TypeName {
  /// Returns the media types that a word means.
  ///
  /// - Parameter word: a word in lower case: `docx`, `image`, `code`, `python`.
  /// - Returns: media types, and patterns for SQLite's `GLOB`; nil if the word means no type.
  public static func patterns(_ word: String) -> [String]? {
    if let kind = kinds[word] { return kind }
    if let other = otherNames[word] { return kinds[other] }
    let named = families.contains(word) || names.contains(word)
    let suffix = MediaType.types[word].map { [$0] } ?? []
    guard named || !suffix.isEmpty else { return nil }
    return named ? general(word) + suffix : suffix
  }

  /// Returns patterns for the types with a name before the slash, or after the slash: alone, after `x-`, or
  /// beside `+`.
  public static func general(_ name: String) -> [String] {
    ["\(name)/*", "*/\(name)", "*/x-\(name)", "*/\(name)+*", "*+\(name)"]
  }

  /// The words for kinds of files, in alphabetical order; a kind contains many types.
  public static let kindNames = kinds.keys.sorted()

  private static let kinds: [String: [String]] = [
    "archive": types(of: "zip tar 7z rar gz bz2 xz zst") + ["application/x-lz4"],
    "audio": ["audio/*"],
    "book": types(of: "epub fb2 mobi azw3 chm") + ["image/vnd.djvu"],
    "calendar": types(of: "ics"),
    "chat": [MediaType.chat],
    "code": types(
      of: """
        swift c cc go rs java kt py rb pl php lua hs sh js ts sql css mk ipynb
        """),
    "contact": types(of: "vcf"),
    "document": types(
      of: """
        pdf rtf doc docx odt sxw abw epub fb2 mobi azw3 chm ps djvu wpd wps wri sdw xps oxps tex md org rst \
        adoc html xhtml mht fodt xls xlsx ods sxc gnumeric fods numbers ppt pptx odp sxi fodp key pages one
        """) + ["text/plain", MediaType.officeXML],
    "image": ["image/*"] + types(of: "odg fodg dia vsd vsdx"),
    "mail": types(of: "eml emlx mbox msg pst"),
    "presentation": types(of: "ppt pptx odp sxi fodp key"),
    "spreadsheet": types(of: "xls xlsx ods sxc gnumeric fods numbers csv"),
    "text": ["text/*"],
    "video": ["video/*"],
    "webpage": types(of: "html xhtml mht"),
  ]

  /// Other words for these kinds: from other programs, or in the plural.
  private static let otherNames = [
    "archives": "archive", "books": "book", "chats": "chat", "contacts": "contact",
    "documents": "document",
    "ebook": "book", "ebooks": "book", "email": "mail", "emails": "mail", "event": "calendar",
    "events": "calendar", "images": "image", "mails": "mail", "message": "mail",
    "messages": "mail", "movie": "video", "movies": "video", "music": "audio", "photo": "image",
    "photos": "image", "picture": "image", "pictures": "image", "presentations": "presentation",
    "slides": "presentation", "song": "audio", "songs": "audio", "source": "code",
    "spreadsheets": "spreadsheet", "videos": "video", "website": "webpage",
  ]

  /// The types of files that people write in sentences: documents, mails, books and slides, but no tables.
  public static let prose = Set(
    ["document", "mail", "presentation"].flatMap { kinds[$0] ?? [] } + types(of: "1")
  ).subtracting(kinds["spreadsheet"] ?? [])

  private static func types(of suffixes: String) -> [String] {
    Set(suffixes.split(separator: " ").compactMap { MediaType.types[String($0)] }).sorted()
  }

  private static let families: Set<String> = [
    "application", "audio", "image", "message", "multipart", "text", "video",
  ]

  /// The words after the slash of media types that may be used as a name.
  private static let names: Set<String> = {
    let recognized = [
      "application/octet-stream", "application/x-archive", "application/x-executable",
      "application/x-lz4", "application/x-ole-storage", "text/plain",
    ]
    var names: Set<String> = []
    for type in Array(MediaType.types.values) + recognized {
      let name = type.drop { $0 != "/" }.dropFirst()
      names.insert(String(name))
      if name.hasPrefix("x-") { names.insert(String(name.dropFirst(2))) }
      names.formUnion(name.split(separator: "+").map(String.init))
    }
    return names
  }()
}
