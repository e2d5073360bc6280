internal import CTransformer

/// The instructions of a processor that an encoder uses.
public enum Instructions: CaseIterable, Sendable {
  /// Those of each processor.
  case generic
  /// AVX2 of x86-64.
  case avx2
  /// AVX-512 with VNNI.
  case avx512

  /// The quickest ones of this processor.
  public static let best =
    switch ctransformer_best_instructions() {
    case CTRANSFORMER_AVX512_VNNI: Self.avx512
    case CTRANSFORMER_AVX2: Self.avx2
    default: Self.generic
    }

  /// All that this processor has.
  public static var supported: [Self] {
    allCases.filter { $0.code.rawValue <= best.code.rawValue }
  }

  fileprivate var code: ctransformer_instructions {
    switch self {
    case .generic: CTRANSFORMER_GENERIC
    case .avx2: CTRANSFORMER_AVX2
    case .avx512: CTRANSFORMER_AVX512_VNNI
    }
  }
}

/// The arithmetic of a transformer on rows of floats, with matrices in a mapped file.
struct Transformer: Sendable {
  /// Supported by this processor.
  let instructions: Instructions

  /// Multiplies rows with a matrix, and adds its biases.
  ///
  /// - Parameters:
  ///   - rows: the inputs.
  ///   - count: the number of rows.
  ///   - matrix: the matrix.
  ///   - bytes: the file.
  ///   - rounded: memory for the rounded inputs, at least as many numbers.
  ///   - outputs: gets the outputs.
  func multiply(
    _ rows: [Float], count: Int, _ matrix: ModelLayout.Matrix, _ bytes: Span<UInt8>,
    rounded: inout [Int16], outputs: inout [Float]
  ) {
    precondition(count <= CTRANSFORMER_MOST_ROWS)
    precondition(rows.count >= count * matrix.inputs && rounded.count >= count * matrix.inputs)
    precondition(outputs.count >= count * matrix.outputs)
    let weights = bytes.extracting(
      matrix.weights..<matrix.weights + matrix.inputs * matrix.outputs)
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe bytes.withFloats(at: matrix.scales, count: matrix.outputs) { scales in
        unsafe bytes.withFloats(at: matrix.biases, count: matrix.outputs) { biases in
          unsafe ctransformer_multiply(
            instructions.code, rows, Int32(count), Int32(matrix.inputs), weights.baseAddress,
            scales, biases, Int32(matrix.outputs), &rounded, &outputs)
        }
      }
    }
  }

  /// Adds other rows, and normalises each row.
  ///
  /// - Parameters:
  ///   - rows: the rows.
  ///   - others: as many numbers, which are added first.
  ///   - norm: where the factors and offsets are.
  ///   - size: the numbers in a row.
  ///   - bytes: the file.
  func normalise(
    _ rows: inout [Float], adding others: [Float], _ norm: ModelLayout.Norm, size: Int,
    _ bytes: Span<UInt8>
  ) {
    precondition(others.count >= rows.count)
    let count = rows.count / size
    unsafe bytes.withFloats(at: norm, count: 2 * size) { factors in
      unsafe ctransformer_normalise(
        instructions.code, &rows, others, Int32(count), Int32(size), factors, factors + size)
    }
  }

  /// Applies GELU to the first numbers.
  func activate(_ numbers: inout [Float], count: Int) {
    precondition(numbers.count >= count)
    unsafe ctransformer_activate(instructions.code, &numbers, Int32(count))
  }

  /// Computes the attention of rows of queries, keys and values.
  func attend(_ rows: [Float], count: Int, heads: Int, outputs: inout [Float]) {
    precondition(count <= CTRANSFORMER_MOST_ROWS)
    precondition(rows.count >= 3 * outputs.count)
    unsafe ctransformer_attend(
      instructions.code, rows, Int32(count), Int32(outputs.count / count), Int32(heads), &outputs)
  }
}

extension Span<UInt8> {
  /// Passes on floats of a mapped file, at a multiple of four.
  fileprivate func withFloats(at offset: Int, count: Int, _ body: (UnsafePointer<Float>) -> Void) {
    let part = extracting(offset..<offset + 4 * count)
    unsafe part.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe body(start.assumingMemoryBound(to: Float.self))
    }
  }
}
