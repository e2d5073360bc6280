/// A path below the tree, in which `*` matches any characters, also `/`.
package struct PathPattern: Hashable {
  private let pieces: [[UInt8]]

  package init(_ text: String) {
    pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  /// Whether the pattern describes this path.
  package func matches(_ path: String) -> Bool {
    var rest = Array(path.utf8)[...]
    guard let first = pieces.first, let last = pieces.last, rest.starts(with: first) else {
      return false
    }
    if pieces.count == 1 { return rest.count == first.count }
    rest = rest.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() {
      guard let end = Self.end(of: piece, in: rest) else { return false }
      rest = rest[end...]
    }
    return rest.suffix(last.count).elementsEqual(last)
  }

  private static func end(of piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { text[$0...].starts(with: piece) }.map { $0 + piece.count }
      ?? (piece.isEmpty ? text.startIndex : nil)
  }
}
