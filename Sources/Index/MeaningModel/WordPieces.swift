@_spi(_Unicode) import Swift

internal import LinuxSystem
internal import Meaning

/// The wordpieces of a model, and how a text is cut into them: as in BERT for text without case (Devlin et al., 2018).
///
/// The names of special pieces, such as `[MASK]`, are ordinary text in a text.
struct WordPieces: Sendable {
  private let file: MappedFile
  private let names: SortedNames
  /// The piece before each text.
  let first: Int
  /// The piece after each text.
  let last: Int
  private let unknown: Int

  /// Words with more characters are unknown.
  private static let mostCharacters = 100

  /// Finds the special pieces; nil if one is missing.
  init?(_ names: SortedNames, in file: MappedFile) {
    (self.names, self.file) = (names, file)
    let special = file.withBytes { bytes in
      ["[CLS]", "[SEP]", "[UNK]"].compactMap {
        names.index(of: Array($0.utf8)[...], in: 0..<names.count, bytes)
      }
    }
    guard special.count == 3 else { return nil }
    (first, last, unknown) = (special[0], special[1], special[2])
  }

  /// The first pieces of a text; O(text up to the last of them).
  func pieces(of text: String, upTo limit: Int) -> [Int] {
    var (pieces, word) = ([Int](), Word())
    func end() {
      pieces += self.pieces(of: word)
      word = Word()
    }
    for scalar in text.unicodeScalars {
      if pieces.count >= limit { break }
      if scalar.isIgnored { continue }
      let isAlone = scalar.isIdeograph
      if isAlone { end() }
      scalar.forEachFolded { folded in
        if folded.properties.isWhitespace {
          end()
        } else if folded.isPunctuation {
          end()
          word.append(folded)
          end()
        } else {
          word.append(folded)
        }
      }
      if isAlone { end() }
    }
    end()
    return Array(pieces.prefix(limit))
  }

  /// A word while its characters are read.
  private struct Word {
    var bytes: [UInt8] = []
    var count = 0

    mutating func append(_ scalar: Unicode.Scalar) {
      count += 1
      if count <= mostCharacters { bytes += UTF8.encode(scalar).map(Array.init) ?? [] }
    }
  }

  /// The longest piece is taken first.
  private func pieces(of word: Word) -> [Int] {
    if word.count > Self.mostCharacters { return [unknown] }
    return file.withBytes { bytes in
      var (pieces, start) = ([Int](), 0)
      while start < word.bytes.count {
        let mark = start > 0 ? Array("##".utf8) : []
        let rest = mark + word.bytes[start...]
        var end = rest.count
        var found: Int?
        while end > mark.count, found == nil {
          found = names.index(of: rest[..<end], in: 0..<names.count, bytes)
          if found == nil { end -= 1 }
        }
        guard let found else { return [unknown] }
        pieces.append(found)
        start += end - mark.count
      }
      return pieces
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is removed, as control characters are.
  fileprivate var isIgnored: Bool {
    switch value {
    case 0x20...0x7e, 0x9, 0xa, 0xd: return false
    case 0xfffd: return true
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .privateUse: return true
    default: return false
    }
  }

  /// Whether it is a word by itself.
  fileprivate var isIdeograph: Bool {
    switch value {
    case 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x2a6df, 0x2a700...0x2b81f,
      0x2b920...0x2ceaf, 0x2f800...0x2fa1f:
      true
    default: false
    }
  }

  fileprivate var isPunctuation: Bool {
    switch value {
    // Also the symbols of ASCII.
    case 0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e: return true
    case ..<0x80: return false
    default: break
    }
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }

  /// Decomposes it (NFD), and passes on what is no mark, in lower case.
  fileprivate func forEachFolded(_ body: (Unicode.Scalar) -> Void) {
    switch value {
    case 0x41...0x5a: body(Unicode.Scalar(UInt8(value) | 0x20))
    case ..<0x80: body(self)
    default:
      for scalar in String(self)._nfd
      where scalar.properties.generalCategory != .nonspacingMark {
        scalar.properties.lowercaseMapping.unicodeScalars.forEach(body)
      }
    }
  }
}
