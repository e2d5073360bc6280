/// Reads bookmarks: the file `Bookmarks` of Chromium and its relatives (JSON), and XBEL as of Konqueror.
///
/// Each bookmark is a member.
public enum BookmarksReader {
  /// The deepest folder of bookmarks.
  private static let deepest = 64

  /// Reads a file of bookmarks.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - sink: gets a member for each bookmark, a web page.
  /// - Throws: `damaged` after reading what comes before the damage.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var start = 0
    while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
      try readChromium(bytes, into: &sink)
    } else {
      try readXBEL(bytes, into: &sink)
    }
  }

  // MARK: Chromium

  private static func readChromium(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var tokens = JSONTokenizer()
    guard try tokens.enter(.beginObject, in: bytes) else { return }
    while sink.wantsMore, let name = try tokens.nextName(in: bytes) {
      guard bytes.extracting(name).isKey("roots") else {
        try tokens.skipValue(in: bytes)
        continue
      }
      guard try tokens.enter(.beginObject, in: bytes) else { continue }
      while sink.wantsMore, try tokens.nextName(in: bytes) != nil {
        let token = try tokens.next(in: bytes)
        if token == .beginObject {
          try readNode(bytes, &tokens, in: [], into: &sink)
        } else {
          try tokens.skipRest(of: token, in: bytes)
        }
      }
    }
  }

  /// Reads the rest of an object: a bookmark, or a folder with its content.
  ///
  /// The content of a folder may come before its name, so it is read when the name is known.
  private static func readNode(
    _ bytes: Span<UInt8>, _ tokens: inout JSONTokenizer, in folders: [String],
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var bookmark = Bookmark(identifier: "", title: "", address: "")
    var children: JSONTokenizer?
    while sink.wantsMore, let name = try tokens.nextName(in: bytes) {
      let field = bytes.extracting(name)
      if field.isKey("children") {
        children = tokens
        try tokens.skipValue(in: bytes)
        continue
      }
      let token = try tokens.next(in: bytes)
      guard case .string(let range) = token else {
        try tokens.skipRest(of: token, in: bytes)
        continue
      }
      if field.isKey("name") {
        bookmark.title = text(range, in: bytes)
      } else if field.isKey("url") {
        bookmark.address = text(range, in: bytes)
      } else if field.isKey("guid") {
        bookmark.identifier = text(range, in: bytes)
      } else if field.isKey("date_added") {
        // Microseconds since 1601.
        bookmark.added = Int64(text(range, in: bytes)).map { $0 / 1_000_000 - 11_644_473_600 }
      }
    }
    if !bookmark.address.isEmpty {
      if bookmark.identifier.isEmpty { bookmark.identifier = String(bookmark.address.prefix(200)) }
      bookmark.folder = folders.joined(separator: " / ")
      sink.add(bookmark)
    }
    guard var tokens = children, folders.count < deepest,
      try tokens.enter(.beginArray, in: bytes)
    else { return }
    while sink.wantsMore, let token = try tokens.nextElement(in: bytes) {
      if token == .beginObject {
        try readNode(bytes, &tokens, in: folders + [bookmark.title], into: &sink)
      } else {
        try tokens.skipRest(of: token, in: bytes)
      }
    }
  }

  private static func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    JSONTokenizer.unescape(bytes.extracting(range), into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: XBEL

  private enum Name: String, CaseIterable, XMLVocabulary {
    case folder, bookmark, title, href, added, desc
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// Source: <https://pyxml.sourceforge.net/topics/xbel/docs/html/xbel.html>.
  private static func readXBEL(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var tokens = XMLTokenizer<Name>()
    var folders: [String] = []
    var bookmark: Bookmark?
    var (isTitle, title) = (false, [UInt8]())
    while sink.wantsMore, let token = tokens.next(in: bytes) {
      switch token {
      case .open(let tag):
        switch tag.name {
        case .folder: if folders.count < deepest { folders.append("") }
        case .bookmark:
          let address = tag.value(of: .href, in: bytes) ?? ""
          bookmark = Bookmark(
            identifier: String(address.prefix(200)), title: "", address: address,
            added: tag.value(of: .added, in: bytes).flatMap { Int64($0) })
        case .title: (isTitle, title) = (true, [])
        default: break
        }
      case .close(.title):
        isTitle = false
        let text = String(decoding: title.span.collapsed(upTo: 4_096), as: UTF8.self)
        if bookmark != nil {
          bookmark?.title = text
        } else if !folders.isEmpty {
          folders[folders.count - 1] = text
        }
      case .close(.bookmark):
        if var found = bookmark, !found.address.isEmpty {
          found.folder = folders.filter { !$0.isEmpty }.joined(separator: " / ")
          sink.add(found)
        }
        bookmark = nil
      case .close(.folder): _ = folders.popLast()
      case .close: break
      case .text(let range): if isTitle { title.append(bytes.extracting(range)) }
      case .character(let scalar):
        if isTitle { title += UTF8.encode(scalar).map(Array.init) ?? [] }
      }
    }
    if let failure = tokens.failure { throw failure }
  }
}
