internal import CTransformer
internal import Meaning

/// Where the parts of a model's file are; `scripts/make-meaning-table.py` describes the format.
struct ModelLayout: Sendable {
  /// A matrix of bytes, with offsets in the file.
  struct Matrix: Sendable {
    let inputs: Int
    let outputs: Int
    let scales: Int
    let biases: Int
    let weights: Int
  }

  /// The factors of a normalisation, which its offsets follow, with their offset in the file.
  typealias Norm = Int

  struct Layer: Sendable {
    /// Makes queries, keys and values.
    let attention: Matrix
    let attentionOutput: Matrix
    let attentionNorm: Norm
    let inner: Matrix
    let outer: Matrix
    let outerNorm: Norm
  }

  let names: SortedNames
  let hidden: Int
  let inner: Int
  let heads: Int
  let mostPieces: Int
  let embeddingScales: Int
  let positions: Int
  let embeddingNorm: Norm
  let layers: [Layer]
  let mean: Int
  let projection: Int
  let embeddings: Int
  let size: Int

  static let identity = 44
  static let table = 64
  static let identitySize = 16

  private static let magic = Array("SITTANET".utf8)
  private static let version = 1
  private static let mostLayers = 64
  private static let mostHidden = 1_024
  private static let mostInner = 4_096

  /// Reads the header of a file; nil if it is none, or if a number in it is out of bounds.
  init?(_ header: Span<UInt8>) {
    guard header.count >= Self.table + Self.identitySize,
      Self.magic.indices.allSatisfy({ header[$0] == Self.magic[$0] })
    else { return nil }
    let numbers = (0..<9).map { Int(header.number(at: 8 + 4 * $0)) }
    let (layerCount, hidden, inner, heads) = (numbers[3], numbers[4], numbers[5], numbers[6])
    let step = CTRANSFORMER_STEP
    guard numbers[0] == Self.version, 1...Self.mostLayers ~= layerCount,
      1...Self.mostHidden ~= hidden, hidden.isMultiple(of: step),
      1...Self.mostInner ~= inner, inner.isMultiple(of: step),
      1...hidden ~= heads, hidden.isMultiple(of: heads),
      (hidden / heads).isMultiple(of: CTRANSFORMER_HEAD_STEP),
      hidden / heads <= CTRANSFORMER_MOST_HEAD_SIZE,
      3...CTRANSFORMER_MOST_ROWS ~= numbers[7],
      numbers[8] == VectorTable.dimensions,
      let names = SortedNames(
        count: numbers[1], byteCount: numbers[2], at: Self.table + Self.identitySize)
    else { return nil }
    (self.names, self.hidden, self.inner, self.heads) = (names, hidden, inner, heads)
    mostPieces = numbers[7]

    var end = names.end
    func floats(_ count: Int) -> Int {
      defer { end += 4 * count }
      return end
    }
    embeddingScales = floats(names.count)
    positions = floats(mostPieces * hidden)
    embeddingNorm = floats(2 * hidden)
    let layerSize = 4 * hidden * hidden + 2 * hidden * inner
    let layerFloats = 2 * (5 * hidden + inner) + 4 * hidden
    mean = end + 4 * layerCount * layerFloats
    projection = mean + 4 * hidden
    embeddings = projection + 4 * hidden * VectorTable.dimensions
    var weights = embeddings + names.count * hidden
    func matrix(_ inputs: Int, _ outputs: Int) -> Matrix {
      defer { weights += inputs * outputs }
      return Matrix(
        inputs: inputs, outputs: outputs, scales: floats(outputs), biases: floats(outputs),
        weights: weights)
    }
    layers = (0..<layerCount).map { _ in
      Layer(
        attention: matrix(hidden, 3 * hidden), attentionOutput: matrix(hidden, hidden),
        attentionNorm: floats(2 * hidden), inner: matrix(hidden, inner),
        outer: matrix(inner, hidden), outerNorm: floats(2 * hidden))
    }
    size = weights
    assert(end == mean && weights == embeddings + names.count * hidden + layerCount * layerSize)
  }
}
