import Testing

@testable import ExtractionProtocol

struct ExtractionAnswerTests {
  let request = ExtractionRequest(
    number: 7, format: .html, time: 1_000, textLimit: 100_000, fileSize: 1)

  private func answer(_ frames: [ExtractionFrame]) -> (ExtractionAnswer, ExtractionAnswer.Step) {
    var answer = ExtractionAnswer(to: request)
    var step = ExtractionAnswer.Step.more
    for frame in frames { step = answer.take(frame) }
    return (answer, step)
  }

  @Test func `Fields, parts and text are collected until the end`() {
    let ending = ExtractionFrame.Ending(.complete, time: 5)
    let (answer, step) = answer([
      .field(.title, Array("Title".utf8)), .part(.page, label: Array("1".utf8)),
      .text(Array("one ".utf8)),
      .part(.page, label: Array("2".utf8)), .text(Array("two".utf8)), .end(ending),
    ])
    #expect(step == .ended(ending))
    #expect(answer.values(of: .title) == ["Title"])
    #expect(String(decoding: answer.text, as: UTF8.self) == "one two")
    #expect(answer.parts.map(\.offset) == [0, 4])
    #expect(answer.parts.map(\.part.label) == ["1", "2"])
  }

  @Test func `Frames after the end break the answer`() {
    let end = ExtractionFrame.end(.init(.complete, time: 0))
    #expect(answer([end, .text([0x61])]).1 == .broken)
    #expect(answer([end, end]).1 == .broken)
  }

  @Test func `Text beyond the limit breaks the answer`() {
    let frame = ExtractionFrame.text([UInt8](repeating: 0x61, count: 50_000))
    #expect(answer(Array(repeating: frame, count: 3)).1 == .more)
    #expect(answer(Array(repeating: frame, count: 5)).1 == .broken)
  }

  @Test func `A flood of tiny frames breaks the answer`() {
    #expect(answer(Array(repeating: .text([0x61]), count: 5_000)).1 == .broken)
    #expect(answer([.text([])]).1 == .broken)
  }

  @Test func `Invalid text is repaired, and values are lines of bounded length`() {
    let long = Array(String(repeating: "ä", count: 1_000).utf8)
    let (answer, _) = answer([
      .text([0x61, 0xff, 0, 0x62]), .field(.title, [0x61, 0x0a, 0x1b, 0x62]), .field(.author, long),
    ])
    #expect(String(decoding: answer.text, as: UTF8.self) == "a\u{fffd} b")
    #expect(answer.values(of: .title) == ["a  b"])
    #expect(answer.values(of: .author) == [String(repeating: "ä", count: 512)])
  }

  @Test func `Values beyond the limit of a field are ignored`() {
    let frames = (0..<100).map { ExtractionFrame.field(.author, Array("\($0)".utf8)) }
    #expect(answer(frames).0.values(of: .author).count == ExtractionAnswer.valueLimit)
  }

  @Test func `The end of the process before the end of the answer is told`() {
    let exit = ExtractionFrame.Exit(status: -11, time: 1, memory: 2)
    #expect(answer([.text([0x61]), .exit(exit)]).1 == .died(exit))
  }
}
