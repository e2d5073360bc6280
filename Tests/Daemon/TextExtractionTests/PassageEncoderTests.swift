import LinuxSystem
import Meaning
import TestSupport
import Testing

@testable import TextExtraction

/// Encoding by the real jailed program, which is killed at the first refused call.
@Suite(.timeLimit(.minutes(15)))
struct PassageEncoderTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["model"].write(TinyModel().bytes)
    try folder[PassageEncoder.programName].writeProgram(
      "#!/bin/sh\nexec \(try Program.sibling(PassageEncoder.programName)) --strict \"$@\"\n")
  }

  private func encoder(_ programs: FilePath? = nil, model: String = "model") -> PassageEncoder {
    PassageEncoder(
      .init(programs: programs ?? folder.path, file: EncoderFile(folder[model], identity: [])))
  }

  private func encode(_ text: String, by encoder: PassageEncoder) -> PassageEncoder.Encoding {
    encoder.encode(text) { false }.result
  }

  @Test func `The same text has the same vector, and another text another one`() {
    let encoder = encoder()
    guard case .vector(let first) = encode("a car", by: encoder) else {
      Issue.record("There is no vector.")
      return
    }
    #expect(first.values.count == TinyModel.dimensions)
    #expect(encode("x e", by: encoder) != .vector(first))
    #expect(encode("a car", by: encoder) == .vector(first))
    #expect(encode("a car", by: self.encoder()) == .vector(first))
  }

  @Test func `What is no text has no vector, and the program goes on`() {
    let encoder = encoder()
    #expect(encode("", by: encoder) == .failed(.unreadable))
    #expect(encode(" \n", by: encoder) == .failed(.unreadable))
    let text = String(decoding: [0, 0xff, 0xc0, 0x61], as: UTF8.self)
    for passage in [
      text, String(repeating: "x", count: 300_000), String(repeating: "中", count: 9_999),
    ] {
      guard case .vector = encode(passage, by: encoder) else {
        Issue.record("There is no vector of \(passage.prefix(9)).")
        return
      }
    }
  }

  @Test func `Without the program or the model there is no vector`() throws {
    #expect(encode("a car", by: encoder(folder["none"])) == .failed(.missingProgram))
    #expect(encode("a car", by: encoder(model: "none")) == .failed(.missingProgram))
    try folder["short"].write(Array(TinyModel().bytes.dropLast()))
    #expect(encode("a car", by: encoder(model: "short")) == .failed(.missingProgram))
  }

  @Test func `An interruption ends the work`() throws {
    try folder[PassageEncoder.programName].writeProgram("#!/bin/sh\nexec sleep 60\n")
    #expect(encoder().encode("a") { true }.result == .failed(.interrupted))
  }
}
