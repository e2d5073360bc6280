/// A model of a few random numbers, as `scripts/make-meaning-table.py` would write it, and its vectors in plain
/// arithmetic with doubles.
package struct TinyModel {
  package static let names = [
    "##b", "##bc", "##s", "##sk", ",", ".", "<", "[CLS]", "[MASK]", "[SEP]", "[UNK]", "]", "a",
    "bc",
    "car", "e", "ma", "x", "ß", "ж", "中",
  ].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  package static let hidden = 32
  package static let inner = 64
  package static let heads = 2
  package static let positions = 12
  package static let dimensions = 256

  package struct Matrix {
    package let inputs: Int
    package let outputs: Int
    /// A row for each output.
    package let values: [Int8]
    package let scales: [Float]
    package let biases: [Float]

    package init(_ inputs: Int, _ outputs: Int, _ random: inout SplitMix) {
      (self.inputs, self.outputs) = (inputs, outputs)
      values = (0..<inputs * outputs).map { _ in Int8.random(in: -127...127, using: &random) }
      scales = (0..<outputs).map { _ in Float.random(in: 0.001...0.004, using: &random) }
      biases = (0..<outputs).map { _ in Float.random(in: -0.1...0.1, using: &random) }
    }

    /// The values in blocks of 16 outputs, in which two inputs are beside each other.
    package var stored: [UInt8] {
      var bytes: [UInt8] = []
      for block in stride(from: 0, to: outputs, by: 16) {
        for input in stride(from: 0, to: inputs, by: 2) {
          for output in block..<block + 16 {
            bytes += values[output * inputs + input..<output * inputs + input + 2].map {
              UInt8(bitPattern: $0)
            }
          }
        }
      }
      return bytes
    }

    package func product(_ row: [Double]) -> [Double] {
      (0..<outputs).map { output in
        let sum = (0..<inputs).reduce(0) { $0 + Double(values[output * inputs + $1]) * row[$1] }
        return sum * Double(scales[output]) + Double(biases[output])
      }
    }
  }

  package struct Norm {
    package let factors: [Float]
    package let offsets: [Float]

    package init(_ random: inout SplitMix) {
      factors = (0..<hidden).map { _ in Float.random(in: 0.5...1.5, using: &random) }
      offsets = (0..<hidden).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    }

    package func normalised(_ row: [Double]) -> [Double] {
      let mean = row.reduce(0, +) / Double(row.count)
      let variance = row.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(row.count)
      return row.indices.map {
        (row[$0] - mean) / (variance + 1e-12).squareRoot() * Double(factors[$0])
          + Double(offsets[$0])
      }
    }
  }

  package struct Layer {
    package let attention: Matrix
    package let attentionOutput: Matrix
    package let attentionNorm: Norm
    package let inner: Matrix
    package let outer: Matrix
    package let outerNorm: Norm
  }

  package let scales: [Float]
  package let embeddings: [Int8]
  package let positions: [Float]
  package let norm: Norm
  package let layers: [Layer]
  package let mean: [Float]
  package let projection: [Float]

  /// The identity of the table with the same space.
  private let table: [UInt8]

  package init(seed: UInt64 = 1, table: [UInt8] = Array(101...116)) {
    self.table = table
    var random = SplitMix(seed: seed)
    let hidden = Self.hidden
    func floats(_ count: Int) -> [Float] {
      (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
    }
    scales = Self.names.map { _ in Float.random(in: 0.001...0.01, using: &random) }
    embeddings = (0..<Self.names.count * hidden).map { _ in
      Int8.random(in: -127...127, using: &random)
    }
    positions = floats(Self.positions * hidden)
    norm = Norm(&random)
    layers = (0..<2).map { _ in
      Layer(
        attention: Matrix(hidden, 3 * hidden, &random),
        attentionOutput: Matrix(hidden, hidden, &random), attentionNorm: Norm(&random),
        inner: Matrix(hidden, Self.inner, &random), outer: Matrix(Self.inner, hidden, &random),
        outerNorm: Norm(&random))
    }
    mean = floats(hidden)
    projection = floats(hidden * Self.dimensions)
  }

  // MARK: - File

  /// The bytes before the projection, in which each part has another meaning.
  package var differentBytes: Int { bytes.count - tail.count - 4 * projection.count }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    let joined = Self.names.flatMap(\.utf8)
    let numbers = [
      1, Self.names.count, joined.count, layers.count, Self.hidden, Self.inner, Self.heads,
      Self.positions, Self.dimensions,
    ]
    var bytes = Array("SITTANET".utf8) + numbers.flatMap(little) + Array(1...16)
    bytes += [0, 0, 0, 0] + table
    var end = 0
    bytes += little(0)
    for name in Self.names {
      end += name.utf8.count
      bytes += little(end)
    }
    bytes += joined
    while bytes.count % 4 != 0 { bytes.append(0) }
    func add(_ numbers: [Float]...) {
      for number in numbers.joined() { bytes += little(Int(number.bitPattern)) }
    }
    add(scales, positions, norm.factors, norm.offsets)
    for layer in layers {
      add(layer.attention.scales, layer.attention.biases)
      add(layer.attentionOutput.scales, layer.attentionOutput.biases)
      add(layer.attentionNorm.factors, layer.attentionNorm.offsets)
      add(layer.inner.scales, layer.inner.biases, layer.outer.scales, layer.outer.biases)
      add(layer.outerNorm.factors, layer.outerNorm.offsets)
    }
    add(mean, projection)
    return bytes + tail
  }

  private var tail: [UInt8] {
    embeddings.map { UInt8(bitPattern: $0) }
      + layers.flatMap {
        $0.attention.stored + $0.attentionOutput.stored + $0.inner.stored + $0.outer.stored
      }
  }

  // MARK: - Vectors

  /// The normalised vector of pieces.
  package func vector(ofPieces pieces: [Int]) -> [Double] {
    var rows = pieces.enumerated().map { position, piece in
      norm.normalised(
        (0..<Self.hidden).map {
          Double(scales[piece]) * Double(embeddings[piece * Self.hidden + $0])
            + Double(positions[position * Self.hidden + $0])
        })
    }
    for layer in layers {
      let attended = attention(rows.map(layer.attention.product))
      rows = zip(rows, attended).map { row, attended in
        let row = layer.attentionNorm.normalised(sum(row, layer.attentionOutput.product(attended)))
        let inner = layer.inner.product(row).map(gelu)
        return layer.outerNorm.normalised(sum(row, layer.outer.product(inner)))
      }
    }
    let total = rows.reduce([Double](repeating: 0, count: Self.hidden), sum)
    let centred = zip(normalised(total), mean).map { $0 - Double($1) }
    return normalised(
      (0..<Self.dimensions).map { column in
        centred.indices.reduce(0) {
          $0 + centred[$1] * Double(projection[$1 * Self.dimensions + column])
        }
      })
  }

  private func attention(_ rows: [[Double]]) -> [[Double]] {
    let (hidden, size) = (Self.hidden, Self.hidden / Self.heads)
    return rows.map { row in
      (0..<Self.heads).flatMap { head -> [Double] in
        let numbers = head * size..<(head + 1) * size
        let powers = rows.map { other in
          exponential(numbers.reduce(0) { $0 + row[$1] * other[hidden + $1] })
        }
        let total = powers.reduce(0, +)
        return numbers.map { number in
          zip(rows, powers).reduce(0) { $0 + $1.0[2 * hidden + number] * $1.1 / total }
        }
      }
    }
  }
}

private func little(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

private func sum(_ one: [Double], _ other: [Double]) -> [Double] { zip(one, other).map(+) }

private func normalised(_ row: [Double]) -> [Double] {
  let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
  return row.map { $0 / length }
}
