import CharacterEncodings

/// Reads the text of a Word document: the pieces in its piece table, in order.
///
/// The body comes first; footnotes, headers, comments, endnotes and text boxes follow, in the order of the
/// format. Results of fields are read, their instructions are not. Source: MS-DOC; Word 6 and 95 differ only
/// in the offsets of the first block.
enum WordReader {
  private static let wordIdentifiers = 0xa5dc...0xa5ec
  /// Programs for languages of East Asia before Word 97.
  private static let eastAsianIdentifiers = 0xa697...0xa699
  /// Word 97 has the version 193; an older document has its piece table in the main stream.
  private static let firstVersionOf97 = 0x69
  private static let isEncryptedFlag = 0x0100
  private static let usesTable1Flag = 0x0200
  /// The text is UTF-16; set in all documents of Word 97.
  private static let isExtendedFlag = 0x1000

  /// A piece of the text: its number of characters, and where they are in the main stream.
  private struct Piece {
    var characters: Int
    var offset: Int
    var isWide: Bool
    var isDeleted = false

    /// The end of a part of the document.
    static let end = Piece(characters: 0, offset: 0, isWide: false)
  }

  /// The pieces of a document, and the lengths of its parts.
  private struct Pieces {
    var list: [Piece] = []
    /// What tracked changes have deleted.
    var deletions = WordDeletions()
    /// The number of characters of the body, footnotes, headers and other parts.
    var parts: [Int] = []
  }

  /// Reads the text of the document.
  static func read(
    _ file: inout CompoundFile, in storage: Int = CompoundFile.root, of bytes: Span<UInt8>,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let stream = file.read("WordDocument", in: storage, of: bytes) ?? []
    let document = stream.span
    guard let identifier = document.word(at: 0),
      wordIdentifiers.contains(identifier) || eastAsianIdentifiers.contains(identifier),
      let version = document.word(at: 2), let flags = document.word(at: 0x0a)
    else { throw .damaged("first block of the Word document") }
    if flags & isEncryptedFlag != 0 { throw .encrypted }
    let pieces: Pieces
    if version >= firstVersionOf97 {
      let name = flags & usesTable1Flag != 0 ? "1Table" : "0Table"
      let table = file.read(name, in: storage, of: bytes) ?? []
      pieces = pieces97(document, table.span)
    } else {
      pieces = pieces95(document, isWide: flags & isExtendedFlag != 0)
    }
    if pieces.list.isEmpty { throw .damaged("piece table of the Word document") }
    let isOld = version < firstVersionOf97
    var text = WordText(isOld ? codePage95(document, pieces.list) : .windows1252)
    // Pieces of an undamaged document share no text, so the text is not longer than the document.
    var (remaining, isCut) = (document.count, false)
    for piece in split(pieces) {
      if piece.characters == 0 {
        text.endStory()
        continue
      }
      if piece.isDeleted { continue }
      let size = piece.isWide ? piece.characters * 2 : piece.characters
      var range = document.clamped(piece.offset, min(size, remaining))
      remaining -= range.count
      isCut = isCut || range.count < size
      while !range.isEmpty {
        guard sink.wantsMore else { return }
        let state = pieces.deletions.state(at: range.lowerBound)
        var run = range.prefix(state.end - range.lowerBound)
        // A hostile document may end a run inside a character.
        if piece.isWide, run.count % 2 == 1 { run = range.prefix(run.count + 1) }
        if state.isDeleted {
          range = run.upperBound..<range.upperBound
          continue
        }
        let slice = firstCharacters(of: run, isWide: piece.isWide, document)
        text.append(document.extracting(slice), isWide: piece.isWide)
        text.buffer.flushIfFull(to: &sink)
        range = slice.upperBound..<range.upperBound
      }
    }
    text.buffer.flush(to: &sink)
    if isCut { throw .damaged("a piece of the Word document is cut") }
  }

  /// Returns the next slice of `range`, at most 32 KiB; it does not split a surrogate pair.
  private static func firstCharacters(
    of range: Range<Int>, isWide: Bool, _ document: Span<UInt8>
  ) -> Range<Int> {
    var end = min(range.lowerBound + TextBuffer.pieceSize, range.upperBound)
    if isWide, end < range.upperBound - 1, let last = document.word(at: end - 2),
      last & 0xfc00 == 0xd800
    {
      end += 2
    }
    return range.lowerBound..<end
  }

  /// Splits the pieces where a part of the document ends, and inserts an empty piece there.
  private static func split(_ pieces: Pieces) -> [Piece] {
    var result: [Piece] = []
    var ends = pieces.parts[...]
    var left = ends.popFirst() ?? .max
    for var piece in pieces.list {
      while piece.characters >= left {
        var first = piece
        first.characters = left
        result += [first, .end]
        piece.offset += piece.isWide ? left * 2 : left
        piece.characters -= left
        left = ends.popFirst() ?? .max
      }
      result.append(piece)
      left -= piece.characters
    }
    return result
  }

  private static func pieces97(_ document: Span<UInt8>, _ table: Span<UInt8>) -> Pieces {
    var pieces = Pieces()
    pieces.parts = [0x4c, 0x50, 0x54, 0x5c, 0x60, 0x64, 0x68].map {
      document.doubleWord(at: $0) ?? 0
    }.filter { $0 > 0 }
    guard let offset = document.doubleWord(at: 0x1a2), let size = document.doubleWord(at: 0x1a6)
    else { return pieces }
    pieces.list = pieceTable(table, offset, size).map { piece in
      var piece = piece
      let isCompressed = piece.offset & 0x4000_0000 != 0
      let offset = piece.offset & 0x3fff_ffff
      (piece.offset, piece.isWide) = (isCompressed ? offset / 2 : offset, !isCompressed)
      return piece
    }
    if let offset = document.doubleWord(at: 0xfa), let size = document.doubleWord(at: 0xfe) {
      pieces.deletions = WordDeletions(document, table: table, at: offset, size: size, isOld: false)
    }
    return pieces
  }

  private static func pieces95(_ document: Span<UInt8>, isWide: Bool) -> Pieces {
    var pieces = Pieces()
    pieces.parts = stride(from: 0x34, through: 0x50, by: 4).map {
      document.doubleWord(at: $0) ?? 0
    }.filter { $0 > 0 }
    if let offset = document.doubleWord(at: 0x160), let size = document.doubleWord(at: 0x164) {
      pieces.list = pieceTable(document, offset, size)
    }
    if let offset = document.doubleWord(at: 0xb8), let size = document.doubleWord(at: 0xbc) {
      pieces.deletions = WordDeletions(
        document, table: document, at: offset, size: size, isOld: true)
    }
    if pieces.list.isEmpty, let start = document.doubleWord(at: 0x18) {
      let characters = pieces.parts.reduce(0, +)
      pieces.list = [Piece(characters: characters, offset: start, isWide: false)]
    }
    if isWide { for index in pieces.list.indices { pieces.list[index].isWide = true } }
    return pieces
  }

  /// Returns the code page of a document of Word 6 or 95, which does not say it.
  ///
  /// A font for another one than the Western one, or the language of the program, decides unless the letters
  /// contradict it.
  private static func codePage95(_ document: Span<UInt8>, _ pieces: [Piece]) -> CodePage {
    var numbers = fontCodePages95(document)
    if document.word(at: 0x14) == macintoshText { numbers = [10_000] }
    numbers.append(CodePage.number(ofLanguage: document.word(at: 0x06) ?? 0))
    var sample: [UInt8] = []
    for piece in pieces where !piece.isWide && sample.count < sampleSize {
      let bytes = document.extracting(document.clamped(piece.offset, piece.characters))
      sample.append(bytes.extracting(first: sampleSize - sample.count))
    }
    // Marks of fields and cells are not text.
    for index in sample.indices where sample[index] < 0x20 { sample[index] = 0x20 }
    guard !MailCharset.isASCII(sample.span) else { return .windows1252 }
    let declared = numbers.map {
      $0 == CodePage.windows1252.number ? .windows1252 : CodePage($0).encoding
    }.compactMap(\.self)
    let encoding = EncodingDetector.encoding(of: sample.span, declared: declared)
    return encoding.map { CodePage($0) } ?? .windows1252
  }

  private static let macintoshText = 0x100
  private static let sampleSize = 64 << 10

  /// The code pages of the fonts of a document of Word 6 or 95, without the Western one.
  private static func fontCodePages95(_ document: Span<UInt8>) -> [Int] {
    guard let offset = document.doubleWord(at: 0xd0), let size = document.doubleWord(at: 0xd4)
    else { return [] }
    let table = document.extracting(document.clamped(offset, size))
    var (numbers, cursor): ([Int], Int) = ([], 2)
    while cursor + 4 < table.count, numbers.count < 64 {
      if let number = CodePage.number(ofCharset: Int(table[cursor + 4])), number != 1252,
        !numbers.contains(number)
      {
        numbers.append(number)
      }
      cursor += Int(table[cursor]) + 1
    }
    return numbers
  }

  /// Returns the pieces of a Clx (the piece table); their offsets still have flags.
  private static func pieceTable(
    _ table: Span<UInt8>, _ offset: Int, _ size: Int
  ) -> [Piece] {
    let range = table.clamped(offset, size)
    var cursor = range.lowerBound
    // The properties of pieces, by their index: whether they mean a deletion.
    var properties: [Bool] = []
    while cursor < range.upperBound, table[cursor] == 1, let length = table.word(at: cursor + 1) {
      let list = table.extracting(table.clamped(cursor + 3, length))
      properties.append(WordDeletions.isDeletion(list, isOld: false))
      cursor += 3 + length
    }
    guard cursor < range.upperBound, table[cursor] == 2,
      let length = table.doubleWord(at: cursor + 1)
    else { return [] }
    let fields = table.extracting(table.clamped(cursor + 5, length))
    let count = max((fields.count - 4) / 12, 0)
    var pieces: [Piece] = []
    pieces.reserveCapacity(count)
    for index in 0..<count {
      guard let start = fields.doubleWord(at: index * 4),
        let end = fields.doubleWord(at: index * 4 + 4), start < end,
        let position = fields.doubleWord(at: (count + 1) * 4 + index * 8 + 2),
        let own = fields.word(at: (count + 1) * 4 + index * 8 + 6)
      else { continue }
      var piece = Piece(characters: end - start, offset: position, isWide: false)
      piece.isDeleted =
        own & 1 == 1
        ? properties.indices.contains(own >> 1) && properties[own >> 1]
        : WordDeletions.isDeletion(short: own)
      pieces.append(piece)
    }
    return pieces
  }
}
