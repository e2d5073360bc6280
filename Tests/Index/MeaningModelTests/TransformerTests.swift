import TestSupport
import Testing

@testable import MeaningModel

struct TransformerTests {
  /// Random numbers, and those at which a sum could become too large or is no number.
  enum Inputs: CaseIterable {
    case random, largest, zero, tiny, infinite, undefined

    func row(_ count: Int, _ random: inout SplitMix) -> [Float] {
      switch self {
      case .random: (0..<count).map { _ in Float.random(in: -3...3, using: &random) }
      case .largest: [Float](repeating: -.greatestFiniteMagnitude, count: count)
      case .zero: [Float](repeating: 0, count: count)
      case .tiny: [Float](repeating: .leastNonzeroMagnitude, count: count)
      case .infinite: [.infinity] + [Float](repeating: -1, count: count - 1)
      case .undefined: [.nan] + [Float](repeating: 1, count: count - 1)
      }
    }
  }

  @Test(arguments: Inputs.allCases)
  func `All instructions give the same product`(inputs: Inputs) {
    var random = SplitMix(seed: 2)
    for (count, size, outputs) in [
      (1, 32, 32), (5, 64, 96), (6, 32, 32), (13, 96, 64), (128, 32, 32),
    ] {
      let matrix = TinyModel.Matrix(size, outputs, &random)
      let rows = (0..<count).flatMap { _ in inputs.row(size, &random) }
      let products = Instructions.supported.map { multiply(rows, count, matrix.stored, matrix, $0) }
      for product in products {
        #expect(zip(product, products[0]).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
      }
      guard inputs == .random || inputs == .zero else { continue }
      for row in 0..<count {
        let exact = matrix.product(rows[row * size..<(row + 1) * size].map(Double.init))
        let found = products[0][row * outputs..<(row + 1) * outputs]
        #expect(zip(exact, found).allSatisfy { abs($0 - Double($1)) < 0.001 })
      }
    }
  }

  @Test(arguments: [0x80, 0x7f], Instructions.supported)
  func `The largest sums are right`(weight: UInt8, instructions: Instructions) {
    var random = SplitMix(seed: 3)
    let matrix = TinyModel.Matrix(4_096, 32, &random)
    let weights = [UInt8](repeating: weight, count: 4_096 * 32)
    for input: Float in [-2, 2] {
      let product = multiply(
        [Float](repeating: input, count: 4_096), 1, weights, matrix, instructions)
      for output in 0..<32 {
        let sum = 4_096 * Double(input) * Double(Int8(bitPattern: weight))
        let exact = sum * Double(matrix.scales[output]) + Double(matrix.biases[output])
        #expect(abs(Double(product[output]) - exact) < abs(exact) * 1e-5)
      }
    }
  }

  private func multiply(
    _ rows: [Float], _ count: Int, _ weights: [UInt8], _ matrix: TinyModel.Matrix,
    _ instructions: Instructions
  ) -> [Float] {
    var bytes: [UInt8] = []
    for number in matrix.scales + matrix.biases {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
    }
    let layout = ModelLayout.Matrix(
      inputs: matrix.inputs, outputs: matrix.outputs, scales: 0, biases: 4 * matrix.outputs,
      weights: 8 * matrix.outputs)
    bytes += weights
    var rounded = [Int16](repeating: 0, count: rows.count)
    var outputs = [Float](repeating: 0, count: count * matrix.outputs)
    Transformer(instructions: instructions).multiply(
      rows, count: count, layout, bytes.span, rounded: &rounded, outputs: &outputs)
    return outputs
  }

  @Test(arguments: Instructions.supported)
  func `GELU is right`(instructions: Instructions) {
    let inputs =
      (-800..<800).map { Float($0) / 64 } + [Float](repeating: 1e30, count: 16)
      + [Float](repeating: -1e30, count: 16)
    var outputs = inputs
    Transformer(instructions: instructions).activate(&outputs, count: outputs.count)
    for (input, output) in zip(inputs, outputs) {
      let exact = gelu(Double(input))
      #expect(abs(Double(output) - exact) <= max(1, abs(exact)) * 1e-6, "\(input)")
    }
  }
}
