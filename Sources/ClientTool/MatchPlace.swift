import LinuxSystem
import SearchInterface

/// Where a hit's first match stands in its file, for programs that open it there.
struct MatchPlace: Equatable {
  /// The line, from 1.
  var line = 1
  /// The byte in the line, from 1.
  var column = 1
  /// The line's text, with single blanks, cut off where it is very long.
  var text: String
}

extension MatchPlace {
  /// How much of a file is searched: as much as the daemon reads of one unless told otherwise.
  private static let limit = 64 << 20
  private static let longest = 400

  /// Looks into the file that was found.
  ///
  /// The file can have changed since it was indexed, or hold its text in another form. Where the
  /// match is not found, this is the beginning of the file, with the snippet as its text.
  init(of hit: HitMessage) {
    self = Self.content(of: hit).flatMap { MatchPlace(of: hit, in: $0) } ?? MatchPlace(unknown: hit)
  }

  /// Finds the snippet in a file, or if it is not there, the first match alone.
  ///
  /// - Returns: nil where the snippet has no match, or the file does not hold it.
  /// - Complexity: the file's length, times the length of what snippet and file have in common.
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
    guard !hit.matches.isEmpty, let path = FilePath(uri: hit.document.uri),
      let file = try? FileDescriptor(openingForeign: path), let status = try? file.status(),
      status.kind == .regular
    else { return nil }
    return try? file.read(upTo: limit, expecting: Int(status.size))
  }

  /// Where the byte `index` of a piece of a snippet stands in a file, at the first place that holds
  /// the whole piece.
  private static func position(
    of piece: ArraySlice<UInt8>, at index: Int, in file: [UInt8]
  ) -> Int? {
    let piece = piece.drop { $0 == 0x20 }
    guard let first = piece.first else { return nil }
    var rest = file[...]
    while let start = rest.firstIndex(of: first) {
      if let place = place(of: index, in: piece, from: start, in: file) { return place }
      rest = file[(start + 1)...]
    }
    return nil
  }

  /// A blank of the snippet is any white space of the file.
  private static func place(
    of index: Int, in piece: ArraySlice<UInt8>, from start: Int, in file: [UInt8]
  ) -> Int? {
    var place = start
    var found: Int?
    for (position, byte) in zip(piece.indices, piece) {
      if position == index { found = place }
      if byte == 0x20 {
        let before = place
        while let space = whiteSpace.first(where: file[place...].starts) { place += space.count }
        if place == before { return nil }
      } else {
        guard place < file.endIndex, file[place] == byte else { return nil }
        place += 1
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
