import ExtractionProtocol
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import TextExtraction

/// When the daemon stops waiting for a program: on a manual clock, and with a program that sends a
/// test's frames.
struct JailedExchangeTests {
  let folder: TemporaryDirectory
  let clock = ScriptedProgram.Clock()

  init() throws {
    folder = try TemporaryDirectory()
    try folder["a.html"].write("<p>pear")
    try folder["a.png"].write("an image")
  }

  private func extractor(_ program: ScriptedProgram) -> DocumentExtractor {
    DocumentExtractor(
      ExtractionSettings(programs: folder.path), now: { [clock] in clock.now },
      start: { _, _ in program })
  }

  private func read(
    by program: ScriptedProgram, interruptedAfter questions: Int = .max
  ) throws -> (result: DocumentExtractor.Result, asked: Int) {
    let file = try FileDescriptor(openingForeign: folder["a.html"])
    var asked = 0
    let result = try extractor(program).extract(
      file, file.status(), name: Array("a.html".utf8), byteLimit: 1 << 30,
      isInterrupted: {
        asked += 1
        return asked > questions
      })
    return (result, asked)
  }

  static let steps: [Duration] = [
    .microseconds(100), .milliseconds(1), .milliseconds(5), .milliseconds(19), .milliseconds(20),
  ]

  @Test(arguments: steps)
  func `A program that sends all the time is interrupted`(step: Duration) throws {
    let text = ExtractionFrame.text([UInt8](repeating: 0x61, count: 50_000))
    let program = ScriptedProgram(clock, step: step) { _ in [text] }
    let (result, asked) = try read(by: program, interruptedAfter: 3)
    #expect(result == .interrupted)
    #expect(asked == 4)
    #expect(program.isKilled)
    // At the first packet 20 ms after the last question.
    let packets = 4 * Int((Duration.milliseconds(20) / step).rounded(.up))
    #expect(program.sent == packets)
  }

  @Test func `A program that sends a byte now and then is interrupted`() throws {
    let program = ScriptedProgram(clock, step: .milliseconds(20)) { number in
      number.isMultiple(of: 50) ? [.text([0x61])] : nil
    }
    let (result, asked) = try read(by: program, interruptedAfter: 70)
    #expect(result == .interrupted)
    #expect(asked == 71)
    #expect(program.sent == 71)
  }

  @Test func `A program that sends fields without end is interrupted, and ends at its deadline`()
    throws
  {
    let fields = [ExtractionFrame](repeating: .field(.title, [0x61]), count: 1_000)
    var program = ScriptedProgram(clock, step: .milliseconds(1)) { _ in fields }
    #expect(try read(by: program, interruptedAfter: 0).result == .interrupted)
    #expect(program.sent == 20)
    let begin = clock.now
    program = ScriptedProgram(clock, step: .milliseconds(100)) { _ in fields }
    #expect(try read(by: program).result == .crashed)
    // Ten times the ten seconds of a small document.
    #expect(begin.duration(to: clock.now) == .seconds(100))
    #expect(program.isKilled)
  }

  @Test func `A document that is read within 20 ms is not interrupted`() throws {
    let program = ScriptedProgram(clock, step: .milliseconds(6)) { number in
      number < 2 ? [.text([0x61])] : [.end(.init(.complete, time: 1))]
    }
    let (result, asked) = try read(by: program, interruptedAfter: 0)
    guard case .read(let document) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(document.text == [0x61, 0x61])
    #expect(asked == 0)
    #expect(!program.isKilled)
  }

  @Test(
    arguments: [
      (-9, 10_000_000, true), (-24, 16_900_000, true), (-9, 9_999_999, false),
      (-6, 16_000_000, true),
      (1, 16_000_000, false), (-9, 100_000_001, false),
    ] as [(Int32, UInt64, Bool)])
  func `A document that used up its time is read in part`(
    status: Int32, time: UInt64, isRead: Bool
  ) throws {
    let program = ScriptedProgram(clock, step: .milliseconds(1)) { number in
      number == 0
        ? [.text(Array("pear".utf8))] : [.exit(.init(status: status, time: time, memory: 1))]
    }
    let result = try read(by: program).result
    guard case .read(let document) = result else {
      #expect(!isRead && result == .crashed)
      return
    }
    #expect(isRead)
    #expect(document.text == Array("pear".utf8))
    #expect(document.extent == .part(because: .timeLimit))
  }

  @Test func `Recognition is interrupted as well, however quickly its program answers`() throws {
    let program = ScriptedProgram(clock, step: .milliseconds(7)) { _ in [.text([0x61])] }
    let exchange = JailedExchange(
      folder["a.png"], start: { _, _ in program }, now: { [clock] in clock.now })
    let file = try FileDescriptor(openingForeign: folder["a.png"])
    let request = ExtractionRequest(
      number: 0, format: .image, time: 30_000, textLimit: 1 << 20, fileSize: 8)
    var frames = 0
    let outcome = try exchange.ask(request, file, { true }) { _ in
      frames += 1
      return .more
    }
    #expect(outcome == .interrupted)
    #expect(frames == 3)
  }

  @Test(arguments: [true, false])
  func `While the daemon takes a member, no time of the program passes`(isMember: Bool) throws {
    let program = ScriptedProgram(clock, step: .milliseconds(1)) { number in
      number < 1_000 ? [.text([0x61])] : [.end(.init(.complete, time: 1))]
    }
    let exchange = JailedExchange(
      folder["a.png"], start: { _, _ in program }, now: { [clock] in clock.now })
    let file = try FileDescriptor(openingForeign: folder["a.png"])
    let request = ExtractionRequest(
      number: 0, format: .archive, time: 1_000, textLimit: 1 << 20, fileSize: 8)
    let outcome = try exchange.ask(request, file, { false }) { frame in
      if case .end = frame { return .ended }
      clock.advance(by: .milliseconds(30))
      return isMember ? .moreAfter(.milliseconds(30)) : .more
    }
    #expect(outcome == (isMember ? .ended : .died))
  }

  @Test func `Reading members takes the longer of what programs say and what they need`() {
    var allowance = MemberAllowance(timeLimit: 60)
    for _ in 0..<9 { allowance.take(0, waiting: .seconds(600)) }
    #expect(allowance.refusal(of: .pdf) == nil)
    allowance.take(0, waiting: .seconds(600))
    #expect(allowance.refusal(of: .pdf) != nil)
    allowance = MemberAllowance(timeLimit: 60)
    for _ in 0..<3 { allowance.take(.max, waiting: .zero) }
    #expect(allowance.refusal(of: .pdf) != nil)
    allowance = MemberAllowance(timeLimit: 60)
    allowance.take(.min, waiting: .zero)
    #expect(allowance.refusal(of: .pdf) == nil)
  }
}
