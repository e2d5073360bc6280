import Foundation
import LinuxSystem
import MeaningModel
import TestSupport

/// Measures the sentence encoder: the CPU time of a document and of a query, and how far its vectors are from those of
/// its teacher in float.
///
/// `BENCHMARKS=1 swift run -c release MeaningBenchmark MODEL REFERENCE`: `make-reference.py` beside this file makes
/// the reference from any texts. Texts of less than 32 wordpieces count as queries. The time is the mean over texts of the
/// least of five rounds.
@main
enum MeaningBenchmark {
  private struct Text {
    let text: String
    let pieces: [Int]
    let vector: [Float]

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t")
      guard fields.count == 3 else { return nil }
      text = String(fields[0])
      pieces = fields[1].split(separator: " ").compactMap { Int($0) }
      vector = fields[2].split(separator: " ").compactMap { Float($0) }
    }
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { FilePath(absolute: $0) }
    guard arguments.count == 2 else {
      print("usage: MeaningBenchmark MODEL REFERENCE, with absolute paths")
      return
    }
    let texts = try arguments[1].text().split(separator: "\n").compactMap(Text.init)
    for instructions in Instructions.supported {
      let encoder = try SentenceEncoder(arguments[0], instructions: instructions)
      print("\(instructions)")
      time("queries", texts.filter { $0.pieces.count < 32 }, encoder)
      time("documents", texts.filter { $0.pieces.count >= 32 }, encoder)
      guard instructions == .best else { continue }
      let unequal = texts.count { encoder.pieces(of: [$0.text]) != $0.pieces }
      print("\(texts.count) texts, \(unequal) of them with other wordpieces than the reference")
      compare("1 − cosine to the reference", texts) { text in
        (encoder.mean(ofPieces: text.pieces), text.vector)
      }
      compare("1 − cosine in the space of the table", texts) { text in
        (
          encoder.projected(encoder.mean(ofPieces: text.pieces)),
          encoder.projected(text.vector)
        )
      }
    }
  }

  private static func time(_ kind: String, _ texts: [Text], _ encoder: SentenceEncoder) {
    guard !texts.isEmpty else { return }
    let some = stride(from: 0, to: texts.count, by: max(1, texts.count / 50)).map { texts[$0] }
    var total = Duration.zero
    for text in some {
      let rounds = (0..<5).map { _ in
        ThreadClock.measure { _ = encoder.vector(of: [text.text]) }
      }
      total += rounds.min() ?? .zero
    }
    let pieces = some.reduce(0) { $0 + $1.pieces.count } / some.count
    let milliseconds = total / some.count / .milliseconds(1)
    print("  \(kind) of \(pieces) wordpieces: \(String(format: "%.2f", milliseconds)) ms")
  }

  private static func compare(
    _ what: String, _ texts: [Text], _ vectors: (Text) -> ([Float], [Float])
  ) {
    let distances = texts.map { text in
      let (one, other) = vectors(text)
      func product(_ one: [Float], _ other: [Float]) -> Double {
        zip(one, other).reduce(0) { $0 + Double($1.0) * Double($1.1) }
      }
      return 1 - product(one, other) / (product(one, one) * product(other, other)).squareRoot()
    }
    let mean = distances.reduce(0, +) / Double(distances.count)
    print(
      "\(what): at most \(String(format: "%.6f", distances.max() ?? 0)),",
      "in the mean \(String(format: "%.6f", mean))")
  }
}
