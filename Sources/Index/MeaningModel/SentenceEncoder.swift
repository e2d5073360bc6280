public import LinuxSystem
public import Meaning

/// A sentence encoder, whose vectors are nearer to what a text says than those of a ``VectorTable``.
///
/// It is a transformer with a few layers (Wang et al., "MiniLM", 2020), mapped read-only from a file that
/// `scripts/make-meaning-table.py` has made. Its vectors can be compared with those of one table.
public struct SentenceEncoder: Sendable {
  /// Identifies the content, in 16 bytes.
  public let identity: [UInt8]
  /// The ``VectorTable/identity`` of the table with the same space.
  public let table: [UInt8]
  let pieces: WordPieces
  private let file: MappedFile
  private let layout: ModelLayout
  private let transformer: Transformer

  private static let mostBytes = 1 << 30

  /// Why a file cannot be used.
  public enum Failure: Error, Equatable {
    /// The file cannot be read.
    case unreadable(SystemError)
    /// The file is no model of this version, or not whole.
    case noModel
  }

  /// Maps a model; its numbers are read from the disk when they are used.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - instructions: those that are used; this processor supports them.
  /// - Throws: ``Failure``.
  public init(_ path: FilePath, instructions: Instructions = .best) throws(Failure) {
    do throws(SystemError) {
      file = try MappedFile(path, upTo: Self.mostBytes)
    } catch {
      throw .unreadable(error)
    }
    let size = file.count
    let header = file.withBytes { bytes in
      ModelLayout(bytes).flatMap { layout -> (ModelLayout, [UInt8], [UInt8])? in
        func part(_ start: Int) -> [UInt8] {
          (start..<start + ModelLayout.identitySize).map { bytes[$0] }
        }
        return layout.size == size
          ? (layout, part(ModelLayout.identity), part(ModelLayout.table)) : nil
      }
    }
    guard let header, let pieces = WordPieces(header.0.names, in: file) else { throw .noModel }
    (layout, identity, table) = header
    self.pieces = pieces
    transformer = Transformer(instructions: instructions)
  }

  /// Returns the vector of texts, such as the title and the text of a document.
  ///
  /// They are one passage. Only its first 126 wordpieces, about 100 words, are looked at. O(pieces × size of the
  /// model).
  ///
  /// - Parameter texts: the texts.
  /// - Returns: the vector; nil if there is nothing in the texts.
  public func vector(of texts: [String]) -> MeaningVector? {
    let pieces = pieces(of: texts)
    return pieces.count > 2 ? MeaningVector(projected(mean(ofPieces: pieces))) : nil
  }

  /// The wordpieces of texts, between the pieces that are before and after each text.
  package func pieces(of texts: [String]) -> [Int] {
    let passage = texts.filter { !$0.isEmpty }.joined(separator: ". ")
    return [pieces.first] + pieces.pieces(of: passage, upTo: layout.mostPieces - 2) + [pieces.last]
  }

  /// The normalised mean of the pieces' vectors.
  package func mean(ofPieces pieces: [Int]) -> [Float] {
    file.withBytes { bytes in mean(ofPieces: pieces, bytes) }
  }

  /// A normalised mean in the space of the table.
  package func projected(_ mean: [Float]) -> [Float] {
    file.withBytes { bytes in projected(mean, bytes) }
  }

  private func mean(ofPieces pieces: [Int], _ bytes: Span<UInt8>) -> [Float] {
    let (count, hidden) = (pieces.count, layout.hidden)
    var rows = embeddings(of: pieces, bytes)
    var others = positions(count, bytes)
    transformer.normalise(&rows, adding: others, layout.embeddingNorm, size: hidden, bytes)
    var wide = [Float](repeating: 0, count: count * max(3 * hidden, layout.inner))
    var rounded = [Int16](repeating: 0, count: count * max(hidden, layout.inner))
    for layer in layout.layers {
      transformer.multiply(
        rows, count: count, layer.attention, bytes, rounded: &rounded, outputs: &wide)
      transformer.attend(wide, count: count, heads: layout.heads, outputs: &others)
      transformer.multiply(
        others, count: count, layer.attentionOutput, bytes, rounded: &rounded, outputs: &wide)
      transformer.normalise(&rows, adding: wide, layer.attentionNorm, size: hidden, bytes)
      transformer.multiply(
        rows, count: count, layer.inner, bytes, rounded: &rounded, outputs: &wide)
      transformer.activate(&wide, count: count * layout.inner)
      transformer.multiply(
        wide, count: count, layer.outer, bytes, rounded: &rounded, outputs: &others)
      transformer.normalise(&rows, adding: others, layer.outerNorm, size: hidden, bytes)
    }
    var sum = [Float](repeating: 0, count: hidden)
    for row in 0..<count {
      for index in 0..<hidden { sum[index] += rows[row * hidden + index] }
    }
    let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return sum.map { $0 / length }
  }

  private func embeddings(of pieces: [Int], _ bytes: Span<UInt8>) -> [Float] {
    var rows: [Float] = []
    rows.reserveCapacity(pieces.count * layout.hidden)
    for piece in pieces {
      let scale = bytes.float(at: layout.embeddingScales + 4 * piece)
      let start = layout.embeddings + piece * layout.hidden
      for index in start..<start + layout.hidden {
        rows.append(scale * Float(Int8(bitPattern: bytes[index])))
      }
    }
    return rows
  }

  private func positions(_ count: Int, _ bytes: Span<UInt8>) -> [Float] {
    (0..<count * layout.hidden).map { bytes.float(at: layout.positions + 4 * $0) }
  }

  private func projected(_ vector: [Float], _ bytes: Span<UInt8>) -> [Float] {
    var sum = [Float](repeating: 0, count: VectorTable.dimensions)
    for (row, value) in vector.enumerated() {
      let factor = value - bytes.float(at: layout.mean + 4 * row)
      let start = layout.projection + 4 * VectorTable.dimensions * row
      for index in 0..<VectorTable.dimensions {
        sum[index] += factor * bytes.float(at: start + 4 * index)
      }
    }
    return sum
  }
}

extension Span<UInt8> {
  fileprivate func float(at index: Int) -> Float { Float(bitPattern: number(at: index)) }
}
