import LinuxSystem
import Meaning
import TestSupport
import Testing

@testable import MeaningModel

struct SentenceEncoderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func encoder(_ bytes: [UInt8], _ instructions: Instructions = .best) throws
    -> SentenceEncoder
  {
    let file = folder["model"]
    try file.write(bytes)
    return try SentenceEncoder(file, instructions: instructions)
  }

  @Test(arguments: Instructions.supported)
  func `A vector is that of plain arithmetic`(instructions: Instructions) throws {
    let model = TinyModel()
    let encoder = try encoder(model.bytes, instructions)
    for text in ["a", "car x.", "cars abc x, a bc", "a a a a x x x x car car car car car"] {
      let vector = try #require(encoder.vector(of: [text]))
      let exact = model.vector(ofPieces: encoder.pieces(of: [text]))
      #expect(zip(vector.values, exact).allSatisfy { abs(Double($0) - $1) < 0.0005 })
    }
  }

  @Test func `Texts are one passage`() throws {
    let encoder = try encoder(TinyModel().bytes)
    #expect(
      encoder.vector(of: ["car", "", "a x"])?.values == encoder.vector(of: ["car. a x"])?.values)
    for texts in [[], [""], ["", " \n"]] { #expect(encoder.vector(of: texts) == nil) }
  }

  @Test func `A model is identified by its file, and names its table`() throws {
    let encoder = try encoder(TinyModel().bytes)
    #expect(encoder.identity == Array(1...16))
    #expect(encoder.table == Array(101...116))
  }

  @Test func `A file that is not whole is no model`() throws {
    let whole = TinyModel().bytes
    let files = [
      [], Array("SITTANET".utf8), Array(whole.dropLast()), whole + [0],
      [UInt8](repeating: 0xff, count: 4_096),
    ]
    for bytes in files {
      let error = #expect(throws: SentenceEncoder.Failure.self) { try encoder(bytes) }
      // An empty file cannot even be mapped.
      #expect(bytes.isEmpty || error == .noModel, "\(bytes.count) bytes")
    }
  }

  @Test func `A file that cannot be read is named`() {
    let error = #expect(throws: SentenceEncoder.Failure.self) {
      try SentenceEncoder(folder["none"])
    }
    guard case .unreadable(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(cause)".contains("none"))
    #expect(cause.isMissing)
  }

  @Test(arguments: 0..<8)
  func `A damaged model never traps`(part: Int) throws {
    let model = TinyModel()
    let valid = model.bytes
    // In the rest, all numbers are alike.
    let places =
      Array(0..<model.differentBytes) + stride(from: model.differentBytes, to: valid.count, by: 61)
    for index in places where index % 8 == part {
      var bytes = valid
      bytes[index] ^= 1 << UInt8(index / 8 % 8)
      guard let encoder = try? encoder(bytes) else { continue }
      let vector = encoder.vector(of: ["cars, ab x."])
      #expect(vector?.values.allSatisfy(\.isFinite) != false)
    }
  }
}
