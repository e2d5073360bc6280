import ExtractionProtocol
import Testing

/// The frames of a rendered page, and every rule that they can break.
struct RenderingAnswerTests {
  private static let request = ExtractionRequest(
    number: 1, format: .pdf, time: 1_000, textLimit: 1, fileSize: 9, page: 1)
  private static let ending = ExtractionFrame.Ending(.complete, time: 3)

  private func steps(_ frames: [ExtractionFrame]) -> [RenderingAnswer.Step] {
    var answer = RenderingAnswer(to: Self.request)
    return frames.map { answer.take($0) }
  }

  @Test func `A page comes in pieces`() {
    let steps = steps([
      .image(width: 3, height: 2), .pixels([1, 2, 3, 4]), .pixels([5, 6]), .end(Self.ending),
    ])
    #expect(
      steps == [
        .image(width: 3, height: 2), .pixels([1, 2, 3, 4]), .pixels([5, 6]),
        .ended(Self.ending, isWhole: true),
      ])
  }

  @Test func `An empty page has no pixels, and a page may be cut off`() {
    #expect(steps([.end(Self.ending)]) == [.ended(Self.ending, isWhole: false)])
    #expect(
      steps([.image(width: 2, height: 1), .pixels([1]), .end(Self.ending)]).last
        == .ended(Self.ending, isWhole: false))
    let exit = ExtractionFrame.Exit(status: -9, time: 1, memory: 1)
    #expect(steps([.image(width: 2, height: 1), .exit(exit)]).last == .died(exit))
  }

  @Test(
    arguments: [
      [.pixels([1])], [.image(width: 0, height: 5)], [.image(width: 5, height: 0)],
      [.image(width: .max, height: .max)], [.image(width: 8_192, height: 8_192)],
      [.image(width: 2, height: 1), .pixels([1, 2, 3])],
      [.image(width: 2, height: 1), .pixels([1, 2]), .pixels([3])],
      [.image(width: 2, height: 1), .pixels([])], [.image(width: 2, height: 1), .text([1])],
      [.image(width: 2, height: 1), .image(width: 2, height: 1)], [.text([1])],
      [.field(.title, [1])], [.ready(landlock: 1, isFiltered: true)], [.position(1)],
      [.end(ending), .end(ending)], [.end(.init(.complete, time: 10_000_001))],
      [.end(.init(.complete, time: .max))], [.exit(.init(status: .min, time: .max, memory: .max))],
    ] as [[ExtractionFrame]])
  func `A broken rule ends the answer`(frames: [ExtractionFrame]) {
    #expect(steps(frames).last == .broken)
    #expect(steps(frames + [.end(Self.ending)]).last == .broken)
  }
}
