import LinuxSystem
import SearchInterface

/// The position of a hit's first match in its file, for programs that open the file at this position.
struct MatchPosition: Equatable {
  /// The line number, from 1.
  var line = 1
  /// The number of the byte in the line, from 1.
  var column = 1
  /// The text of the line, with single blanks; very long lines are cut.
  var text: String
}

extension MatchPosition {
  /// The most bytes of a file that are searched.
  private static let limit = 64 << 20
  private static let longest = 400

  /// Reads the file and searches for the match.
  ///
  /// The file may have changed since it was indexed, or contain the text in another form. If the
  /// match is not found, the position is the beginning of the file, and the text is the snippet.
  init(of hit: HitMessage) {
    self =
      Self.content(of: hit).flatMap { MatchPosition(of: hit, in: $0) }
      ?? MatchPosition(unknown: hit)
  }

  /// Searches a file for the snippet, then for the first match alone.
  ///
  /// - Returns: nil if the snippet has no match, or if the file does not contain the match.
  /// - Complexity: O(length of the file × length of the snippet).
  init?(of hit: HitMessage, in file: [UInt8]) {
    let bytes = Array(hit.snippet.utf8)
    guard let match = hit.matches.first, 0 <= match.begin, match.begin < match.end,
      match.end <= bytes.count
    else { return nil }
    let dots = Array("…".utf8)
    var snippet = bytes[...]
    if snippet.starts(with: dots) { snippet = snippet.dropFirst(dots.count) }
    if snippet.suffix(dots.count).elementsEqual(dots) { snippet = snippet.dropLast(dots.count) }
    let found =
      (snippet.startIndex <= match.begin && match.end <= snippet.endIndex
        ? Self.position(of: snippet, at: match.begin, in: file) : nil)
      ?? Self.position(of: bytes[match.begin..<match.end], at: match.begin, in: file)
    guard let found else { return nil }
    let start = file[..<found].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    let end = file[found...].firstIndex(of: 0x0a) ?? file.endIndex
    line = file[..<start].count { $0 == 0x0a } + 1
    column = found - start + 1
    text = Self.shown(file[start..<end])
  }

  private init(unknown hit: HitMessage) {
    text = hit.snippet.isEmpty ? hit.document.title ?? hit.document.name : hit.snippet
  }

  private static func content(of hit: HitMessage) -> [UInt8]? {
    guard !hit.matches.isEmpty, hit.document.member == nil,
      let path = FilePath(uri: hit.document.uri),
      let file = try? FileDescriptor(openingForeign: path), let status = try? file.status(),
      status.kind == .regular
    else { return nil }
    return try? file.read(upTo: limit, expecting: Int(status.size))
  }

  /// The offset in the file of byte `index` of a piece of the snippet, in the first occurrence of
  /// the piece; nil if there is none.
  private static func position(
    of piece: ArraySlice<UInt8>, at index: Int, in file: [UInt8]
  ) -> Int? {
    let piece = piece.drop { $0 == 0x20 }
    guard let first = piece.first else { return nil }
    var rest = file[...]
    while let start = rest.firstIndex(of: first) {
      if let offset = offset(of: index, in: piece, from: start, in: file) { return offset }
      rest = file[(start + 1)...]
    }
    return nil
  }

  /// Compares a piece with the file at an offset; a blank in the piece matches any white space.
  private static func offset(
    of index: Int, in piece: ArraySlice<UInt8>, from start: Int, in file: [UInt8]
  ) -> Int? {
    var offset = start
    var found: Int?
    for (position, byte) in zip(piece.indices, piece) {
      if position == index { found = offset }
      if byte == 0x20 {
        let before = offset
        while let space = whiteSpace.first(where: file[offset...].starts) { offset += space.count }
        if offset == before { return nil }
      } else {
        guard offset < file.endIndex, file[offset] == byte else { return nil }
        offset += 1
      }
    }
    return found
  }

  private static let whiteSpace = (0...0x3000).compactMap(Unicode.Scalar.init)
    .filter(\.properties.isWhitespace).map { Array(String($0).utf8) }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let words = String(decoding: line.prefix(longest * 4), as: UTF8.self)
      .split { $0 == "\t" || $0 == "\r" || $0 == " " }
    return String(words.joined(separator: " ").prefix(longest))
  }
}
