import TestSupport
import Testing

@testable import ExtractionProtocol

struct MemberAnswerTests {
  typealias Step = ExtractionAnswer.Step

  static let request = ExtractionRequest(
    number: 7, format: .archive, time: 1_000, textLimit: 100_000, fileSize: 100)
  static let ending = ExtractionFrame.Ending(.complete, time: 3)
  static let end = ExtractionFrame.end(ending)
  /// Ten times the limit of the request, and a microsecond.
  static let late = ExtractionFrame.Ending(.complete, time: 10_000_001)
  static let close = ExtractionFrame.endMember(ending)

  static func open(_ name: String) -> ExtractionFrame {
    .member(ExtractionFrame.Member(path: Array(name.utf8), type: "text/plain", format: .plainText))
  }

  static func text(_ text: String) -> ExtractionFrame { .text(Array(text.utf8)) }

  /// Takes frames in.
  private func take(_ frames: [ExtractionFrame]) -> (ExtractionAnswer, [AnsweredMember], Step) {
    var answer = ExtractionAnswer(to: Self.request)
    var (members, last) = ([AnsweredMember](), Step.more)
    for frame in frames {
      last = answer.take(frame)
      if case .member(let member) = last { members.append(member) }
    }
    return (answer, members, last)
  }

  private func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `Members get their own text and fields, and the document keeps its own`() {
    let (answer, members, last) = take([
      Self.text("outer "), Self.open("a"), .field(.title, Array("A".utf8)), Self.text("in a"),
      Self.close, Self.text("text"), Self.open("b"), .part(.page, label: [0x31]),
      Self.text("in b"), Self.close, .field(.title, Array("Outer".utf8)), Self.end,
    ])
    #expect(last == .ended(Self.ending))
    #expect(string(answer.text) == "outer text")
    #expect(answer.values(of: .title) == ["Outer"])
    #expect(answer.parts.isEmpty)
    #expect(members.map { $0.path.map(string) } == [["a"], ["b"]])
    #expect(members.map { string($0.content.text) } == ["in a", "in b"])
    #expect(members[0].content.values(of: .title) == ["A"])
    #expect(members[1].content.parts.map(\.part.label) == ["1"])
    #expect(members[1].ending == Self.ending)
  }

  @Test func `A member in a member comes first, with the paths of both`() {
    let (_, members, last) = take([
      Self.open("a.zip"), Self.text("1"), Self.open("b.eml"), Self.text("2"), Self.close,
      Self.text("3"), Self.close, Self.end,
    ])
    #expect(last == .ended(Self.ending))
    #expect(members.map { $0.path.map(string) } == [["a.zip", "b.eml"], ["a.zip"]])
    #expect(members.map { string($0.content.text) } == ["2", "13"])
  }

  static func open(pdf name: String) -> ExtractionFrame {
    .member(ExtractionFrame.Member(path: Array(name.utf8), type: "application/pdf", format: .pdf))
  }

  static func content(_ count: Int = 3) -> ExtractionFrame {
    .content([UInt8](repeating: 0x41, count: count))
  }

  @Test func `The file of a member comes in pieces, before its end`() {
    var answer = ExtractionAnswer(to: Self.request)
    #expect(answer.take(Self.open(pdf: "a.pdf")) == .more)
    #expect(answer.take(Self.content()) == .content([0x41, 0x41, 0x41]))
    #expect(answer.take(Self.content(1)) == .content([0x41]))
    guard case .member(let member) = answer.take(Self.close) else {
      Issue.record("The member did not end.")
      return
    }
    #expect(member.hasFile)
    #expect(answer.fileSize == 0)
    #expect(answer.take(Self.end) == .ended(Self.ending))
  }

  @Test func `The file in a compressed document is for the program of its format alone`() {
    for (format, isAllowed) in [(DocumentFormat.pdf, true), (.html, false), (.archive, false)] {
      let request = ExtractionRequest(
        number: 7, format: format, isCompressed: true, time: 1_000, textLimit: 9, fileSize: 1)
      #expect(request.program == .general)
      var answer = ExtractionAnswer(to: request)
      let step = answer.take(Self.content())
      #expect(step == (isAllowed ? .content([0x41, 0x41, 0x41]) : .broken))
      #expect(answer.fileSize == (isAllowed ? 3 : 0))
    }
  }

  @Test func `Images are files only if they are to be unpacked, whichever program reads them`() {
    for (format, unpacks, isAllowed) in [
      (DocumentFormat.image, true, true), (.image, false, false), (.html, true, false),
    ] {
      var request = Self.request
      request.unpacksImages = unpacks
      var answer = ExtractionAnswer(to: request)
      let member = ExtractionFrame.Member(path: [0x61], type: "a/b", format: format)
      #expect(answer.take(.member(member)) == .more)
      let step = answer.take(Self.content())
      #expect(step == (isAllowed ? .content([0x41, 0x41, 0x41]) : .broken))
    }
  }

  @Test func `A file has a largest size`() {
    var answer = ExtractionAnswer(to: Self.request)
    answer.fileLimit = 1 << 20
    #expect(answer.take(Self.open(pdf: "a.pdf")) == .more)
    let piece = Self.content(48 << 10)
    var (last, count) = (Step.more, 0)
    repeat {
      last = answer.take(piece)
      count += 48 << 10
    } while last != .broken && count < 2 << 20
    #expect((0..<48 << 10).contains(count - (1 << 20) - 1))
  }

  static let broken: [(rule: String, frames: [ExtractionFrame])] = [
    ("a file of the document itself", [content()]),
    ("a file that the same program reads", [open("a"), content()]),
    ("text after a file", [open(pdf: "a"), content(), text("a")]),
    ("text before a file", [open(pdf: "a"), text("a"), content()]),
    ("a member in a file", [open(pdf: "a"), content(), open("b")]),
    ("an empty piece of a file", [open(pdf: "a"), content(0)]),
    (
      "a file in many small pieces",
      [open(pdf: "a")] + [ExtractionFrame](repeating: content(1), count: 5_000)
    ),
    ("The end of a member without its beginning", [close]),
    ("The end of the answer in a member", [open("a"), end]),
    ("A second end of a member", [open("a"), close, close]),
    ("A position in a member", [open("a"), .position(1)]),
    ("A position that goes back", [.position(2), .position(1)]),
    ("A position after the end", [.position(101)]),
    ("The largest position", [.position(.max)]),
    ("A member that took longer than the daemon waits", [open("a"), .endMember(late)]),
    ("An answer that took longer", [.end(late)]),
    ("The longest time", [.end(.init(.complete, time: .max))]),
    ("The longest negative time", [.end(.init(.complete, time: 1 << 63))]),
    ("A process that took longer", [.exit(.init(status: -9, time: late.time, memory: 1))]),
    ("Too many members inside each other", (0...4).map { open("\($0)") }),
    ("An empty text in a member", [open("a"), .text([])]),
    (
      "Too many members",
      (0...ExtractionAnswer.memberLimit).flatMap { _ in [open("a"), close] }.dropLast()
    ),
    (
      "Too much text in a member",
      [open("a")] + (0..<5).map { _ in text(String(repeating: "a", count: 50_000)) }
    ),
    (
      "A flood of tiny frames",
      [open("a")] + [ExtractionFrame](repeating: .text([0x61]), count: 5_000)
    ),
  ]

  @Test(arguments: broken.indices)
  func `A broken rule ends the answer`(index: Int) {
    let (rule, frames) = Self.broken[index]
    let (_, _, last) = take(frames)
    #expect(last == .broken, "\(rule)")
  }

  @Test func `As many members as the limit are taken`() {
    let limit = ExtractionAnswer.memberLimit
    let (_, members, last) = take((0..<limit).flatMap { _ in [Self.open("a"), Self.close] })
    #expect(members.count == limit)
    #expect(last != .broken)
  }

  @Test func `All members together have a limit of text`() {
    let request = ExtractionRequest(
      number: 7, format: .archive, time: 1_000, textLimit: 1 << 30, fileSize: 1)
    var answer = ExtractionAnswer(to: request)
    answer.memberTextLimit = 12 << 20
    let text = ExtractionFrame.text([UInt8](repeating: 0x61, count: 59_000))
    var (taken, isBroken) = (0, false)
    while taken < 20 << 20, !isBroken {
      _ = answer.take(Self.open("a"))
      for _ in 0..<100 where !isBroken {
        isBroken = answer.take(text) == .broken
        taken += 59_000
      }
      _ = answer.take(Self.close)
    }
    #expect(isBroken)
    #expect(taken > answer.memberTextLimit)
    #expect(taken < answer.memberTextLimit + 200_000)
  }

  @Test func `Many nearly empty pages are no flood of text`() {
    let page = [ExtractionFrame.part(.page, label: []), Self.text("\n")]
    let pages = Array([[ExtractionFrame]](repeating: page, count: 5_000).joined())
    let (answer, _, step) = take(pages + [Self.end])
    #expect(step != .broken)
    #expect(answer.content.parts.count == 5_000)
  }

  @Test func `Times up to ten times the limit are believed`() {
    let last = ExtractionFrame.Ending(.complete, time: Self.late.time - 1)
    #expect(take([Self.open("a"), .endMember(last), .end(last)]).2 == .ended(last))
    let exit = ExtractionFrame.Exit(status: .min, time: last.time, memory: .max)
    #expect(take([.exit(exit)]).2 == .died(exit))
  }

  @Test func `Reading goes on in the file, and only forwards`() {
    for (start, position, isAllowed) in [
      (50, 49, false), (50, 50, true), (50, 100, true), (0, 0, true), (100, 99, false),
      (100, 100, true), (UInt64.max, 99, false), (.max, 100, true), (.max, .max, false),
    ] as [(UInt64, UInt64, Bool)] {
      var request = Self.request
      (request.format, request.start) = (.mailbox, start)
      var answer = ExtractionAnswer(to: request)
      #expect(answer.take(.position(position)) == (isAllowed ? .more : .broken))
      // The content of a compressed mailbox is longer than its file.
      request.isCompressed = true
      answer = ExtractionAnswer(to: request)
      #expect(answer.take(.position(position)) == .more)
    }
  }

  @Test func `The last position is kept`() {
    #expect(take([.position(5), Self.open("a"), Self.close, .position(5)]).0.position == 5)
    #expect(take([.position(5), .position(9), Self.end]).0.position == 9)
    #expect(take([Self.end]).0.position == nil)
  }

  @Test func `Parts of a member beyond the limit are ignored`() {
    let limit = ExtractionAnswer.memberPartLimit
    let parts = [ExtractionFrame](repeating: .part(.page, label: []), count: limit + 10)
    let (_, members, _) = take([Self.open("a")] + parts + [Self.close])
    #expect(members.first?.content.parts.count == limit)
  }

  @Test func `The end of the process is told in a member, too`() {
    let exit = ExtractionFrame.Exit(status: -9, time: 1, memory: 2)
    #expect(take([Self.open("a"), .exit(exit)]).2 == .died(exit))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `Random frames never trap, and keep the rules of what is handed out`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    func random(_ limit: Int) -> Int { .random(in: 0..<limit, using: &generator) }
    let frames: [ExtractionFrame] = [
      Self.open("a"), Self.open("b"), Self.open("c"), Self.close, Self.close, Self.close,
      Self.text("text"), .text([0xff, 0]), .field(.title, [0x61]), .part(.page, label: [0x31]),
      .position(UInt64(random(110))), Self.end,
    ]
    var answer = ExtractionAnswer(to: Self.request)
    for _ in 0..<2_000 {
      let frame = frames[random(random(40) == 0 ? frames.count : frames.count - 3)]
      var packet = ExtractionPacket(7, [frame]).bytes
      if random(100) == 0 { packet[random(packet.count)] = UInt8(random(256)) }
      guard let read = ExtractionPacket.read(packet[...])?.frames.first else { continue }
      let step = answer.take(read)
      if step == .broken {
        answer = ExtractionAnswer(to: Self.request)
      } else if case .member(let member) = step {
        #expect((1...ExtractionAnswer.depthLimit).contains(member.path.count))
        #expect(member.path.allSatisfy { !$0.isEmpty })
        #expect(String(validating: member.content.text, as: UTF8.self) != nil)
      }
    }
  }
}
