import ExtractionProtocol
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import TextExtraction

/// Programs that send random frames with extreme numbers.
///
/// Reading ends without a trap, and its result keeps the rules. The fuzzer of readers looks for
/// more with its target `programs`.
struct RandomAnswerTests {
  private static let numbers: [UInt64] = [
    0, 1, 9_999, 10_000, 30_000, 1 << 31, 1 << 32 - 1, 1 << 62, 1 << 63 - 1, 1 << 63, .max - 1,
    .max,
  ]

  private static func frame(_ random: inout SplitMix) -> ExtractionFrame {
    let number = numbers.randomElement(using: &random) ?? 0
    let digits = Array("\(number)".utf8)
    let ending = ExtractionFrame.Ending(
      .init(rawValue: UInt8.random(in: 0...9, using: &random)) ?? .complete, time: number)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .field(DocumentField.allCases.randomElement(using: &random) ?? .title, digits)
    case 1: return .part(.page, label: digits)
    case 2: return .text(digits + [0xff, 0])
    case 3, 4:
      let format = DocumentFormat.allCases.randomElement(using: &random)
      return .member(
        .init(
          path: digits, type: "a/b", format: format, size: number,
          modified: Int64(bitPattern: number), checksum: number))
    case 5: return .content(digits)
    case 6, 7, 8: return .endMember(.init(.complete, time: number & 0xffff))
    case 9: return .position(number)
    case 10:
      return .exit(.init(status: Int32(truncatingIfNeeded: number), time: number, memory: number))
    case 11: return .end(ending)
    case 12: return .end(.init(.memberLimit, time: number & 0xffff))
    default: return .ready(landlock: UInt8(truncatingIfNeeded: number), isFiltered: true)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `Whatever programs send, reading ends and keeps the rules`(seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let random = Mutex(SplitMix(seed: seed))
    let start: ReaderStart = { _, _ in
      ScriptedProgram(ScriptedProgram.Clock(), step: .milliseconds(1)) { _ in
        random.withLock { random in
          (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.frame(&random) }
        }
      }
    }
    let extractor = DocumentExtractor(ExtractionSettings(programs: folder.path), start: start)
    let filling = [UInt8](repeating: 0x0a, count: 30_000)
    for (name, begin) in [
      ("a.html", "<p>"), ("a.zip", "PK\u{3}\u{4}"),
      ("a.mbox", "From a@x Mon Jan  1 00:00:00 2024\n"),
      ("a.pdf", "%PDF-1.4\n"), ("a.eml", "Subject: a\n"),
    ] {
      try folder[name].write(Array(begin.utf8) + filling)
      for _ in 0..<50 {
        let file = try FileDescriptor(openingForeign: folder[name])
        var whole: ExtractedText?
        for from in [0, 10_000] as [UInt64] {
          guard
            case .read(let document) = try extractor.extract(
              file, file.status(), name: Array(name.utf8), byteLimit: 1 << 16, from: from)
          else { continue }
          whole = whole?.continued(by: document) ?? document
          #expect(String(validating: document.text, as: UTF8.self) != nil)
          #expect(document.parts.allSatisfy { $0.offset <= document.text.count })
        }
        guard let whole else { continue }
        #expect((0...(1 << 50)).contains(whole.readingTime))
        #expect((0...10_000_000).contains(whole.attachments))
        #expect((0...10_000_000).contains(whole.pages ?? 0))
        #expect(whole.position ?? 0 <= 40_000)
      }
    }
  }
}
