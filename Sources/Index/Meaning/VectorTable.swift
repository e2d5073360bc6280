public import LinuxSystem

/// A table of word vectors, mapped read-only from a file that `scripts/make-meaning-table.py` has made.
///
/// Its rows are whole words, and pieces of other words (Schuster and Nakajima, "Japanese and Korean voice search",
/// 2012). The vector of a text is a sum of rows: they were fitted to the vectors that a sentence encoder gives, so that
/// none is needed here (<https://github.com/MinishLab/model2vec> has the idea).
public struct VectorTable: Equatable, Sendable {
  /// The numbers in each row.
  public static let dimensions = 256

  /// Identifies the content, in 16 bytes: vectors of different tables cannot be compared.
  public let identity: [UInt8]
  private let file: MappedFile
  private let layout: Layout

  /// Where the parts of the file are.
  private struct Layout {
    static let magic = Array("SITTAVEC".utf8)
    static let version = 1
    static let headerSize = 64
    static let mostBytes = 1 << 30

    let names: SortedNames
    /// How many of the first rows are whole words.
    let wordCount: Int

    var rowCount: Int { names.count }
    var scales: Int { names.end }
    var rows: Int { scales + 4 * rowCount }
    var size: Int { rows + dimensions * rowCount }

    init?(_ header: Span<UInt8>) {
      guard header.count >= Self.headerSize,
        Self.magic.indices.allSatisfy({ header[$0] == Self.magic[$0] })
      else { return nil }
      let numbers = (0..<5).map { Int(header.number(at: 8 + 4 * $0)) }
      guard numbers[0] == Self.version, numbers[1] == dimensions, numbers[3] <= numbers[2],
        let names = SortedNames(count: numbers[2], byteCount: numbers[4], at: Self.headerSize)
      else { return nil }
      (self.names, wordCount) = (names, numbers[3])
    }
  }

  /// Why a file cannot be used.
  public enum Failure: Error, Equatable {
    /// The file cannot be read.
    case unreadable(SystemError)
    /// The file is no table of this version, or not whole.
    case noTable
  }

  /// Maps a table; rows are read from the disk when they are used.
  ///
  /// - Parameter path: the file.
  /// - Throws: ``Failure``.
  public init(_ path: FilePath) throws(Failure) {
    do throws(SystemError) {
      file = try MappedFile(path, upTo: Layout.mostBytes)
    } catch {
      throw .unreadable(error)
    }
    let size = file.count
    let header = file.withBytes { bytes in
      Layout(bytes).flatMap { $0.size == size ? ($0, (28..<44).map { bytes[$0] }) : nil }
    }
    guard let header else { throw .noTable }
    (layout, identity) = header
  }

  /// Whether both have the same content.
  public static func == (first: Self, second: Self) -> Bool { first.identity == second.identity }

  // MARK: - Rows

  /// The rows of a word: its own, or those of its pieces; none if a part of it is in no piece.
  ///
  /// The longest piece is taken first, as in BERT. If a word with an apostrophe is not in the table, what is before the
  /// apostrophe counts. O(length² × log rows) for a word that is not in the table.
  func rows(of word: [UInt8]) -> [Int] {
    file.withBytes { bytes in
      let words = 0..<layout.wordCount
      if let row = layout.names.index(of: word[...], in: words, bytes) { return [row] }
      let start = word.prefix { $0 != UInt8(ascii: "'") }
      if start.count < word.count, let row = layout.names.index(of: start, in: words, bytes) {
        return [row]
      }
      return pieces(of: Array(start), bytes)
    }
  }

  /// Whether a word has a row of its own.
  func isWhole(_ row: Int) -> Bool { row < layout.wordCount }

  private func pieces(of word: [UInt8], _ bytes: Span<UInt8>) -> [Int] {
    var (rows, start) = ([Int](), 0)
    while start < word.count {
      var end = word.count
      var found: Int?
      while end > start, found == nil {
        let piece = (start > 0 ? Array("##".utf8) : []) + word[start..<end]
        found = layout.names.index(of: piece[...], in: layout.wordCount..<layout.rowCount, bytes)
        if found == nil { end -= 1 }
      }
      guard let found else { return [] }
      rows.append(found)
      start = end
    }
    return rows
  }

  /// Adds some rows to a sum, each multiplied by its weight.
  func add(_ rows: [(row: Int, weight: Float)], to sum: inout [Float]) {
    file.withBytes { bytes in
      for (row, weight) in rows {
        let scale = Float(bitPattern: bytes.number(at: layout.scales + 4 * row))
        // A damaged scale could make all sums infinite.
        guard scale.isFinite, abs(scale) < 1e6 else { continue }
        let values = bytes.extracting(
          droppingFirst: layout.rows + Self.dimensions * row
        ).extracting(first: Self.dimensions)
        let factor = weight * scale
        for index in 0..<Self.dimensions {
          sum[index] += factor * Float(Int8(bitPattern: values[index]))
        }
      }
    }
  }
}
