import LinuxSystem

/// A text broken into lines for a terminal, with marked parts.
struct StyledLines: Equatable {
  /// A part of a line.
  struct Run: Equatable {
    var text: String
    let isMarked: Bool
  }

  /// The lines; each fits into the terminal's width unless a single character does not.
  private(set) var lines: [[Run]] = []

  /// Breaks a text at blanks; a word that is wider than a line is also broken.
  ///
  /// A line can also end between two characters that are two columns wide, because Chinese and
  /// Japanese have no blanks.
  init(_ runs: [Run], columns: Int) {
    var line: [Piece] = []
    var width = 0
    for piece in runs.flatMap(Self.pieces) {
      if width + piece.columns > columns, !line.isEmpty {
        let kept = Self.lastBreak(in: line + [piece])
        let rest = kept.map { Array(line[$0...]) } ?? []
        append(kept.map { Array(line[..<$0]) } ?? line)
        line = rest
        width = rest.reduce(0) { $0 + $1.columns }
        if line.isEmpty, piece.isBlank { continue }
      }
      line.append(piece)
      width += piece.columns
    }
    append(line)
  }

  private struct Piece {
    let character: Character
    let columns: Int
    let isMarked: Bool
    var isBlank: Bool { character == " " }
  }

  private static func pieces(of run: Run) -> [Piece] {
    run.text.map {
      Piece(
        character: $0, columns: TerminalWidth.columns(of: String($0)), isMarked: run.isMarked)
    }
  }

  /// The index of the piece that begins the next line; nil if the line cannot be broken.
  private static func lastBreak(in line: [Piece]) -> Int? {
    line.indices.dropFirst().last { index in
      line[index - 1].isBlank || line[index].isBlank
        || line[index - 1].columns == 2 && line[index].columns == 2
    }
  }

  private mutating func append(_ pieces: [Piece]) {
    let end = pieces.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    var runs: [Run] = []
    for piece in pieces[..<end] {
      if runs.last?.isMarked == piece.isMarked {
        runs[runs.count - 1].text.append(piece.character)
      } else {
        runs.append(Run(text: String(piece.character), isMarked: piece.isMarked))
      }
    }
    if !runs.isEmpty { lines.append(runs) }
  }
}

extension String {
  /// The text if it fits into `columns` columns; otherwise its beginning and end, with `…` between them.
  func shortened(to columns: Int) -> String {
    if TerminalWidth.columns(of: self) <= columns { return self }
    var (front, back) = (self[...], self[...])
    var (first, last) = ("", "")
    var width = 1
    // More is kept of the end, because the end of a path is more informative.
    while true {
      guard let tail = back.popLast() else { break }
      width += TerminalWidth.columns(of: String(tail))
      if width > columns { break }
      last = String(tail) + last
      guard last.count > 2 * first.count, let head = front.popFirst() else { continue }
      width += TerminalWidth.columns(of: String(head))
      if width > columns { break }
      first.append(head)
    }
    return first + "…" + last
  }
}
