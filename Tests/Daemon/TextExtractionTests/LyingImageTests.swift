import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// Images whose header does not fit their pixels, recognized by the real jailed program.
@Suite(.timeLimit(.minutes(15)))
struct LyingImageTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func little(_ number: UInt32, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var sum: UInt32 = .max
    for byte in Array(type.utf8) + content {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return big(UInt32(content.count)) + Array(type.utf8) + content + big(~sum)
  }

  /// A PNG file of this size without its pixels.
  private static func png(
    _ width: UInt32, _ height: UInt32, depth: UInt8 = 8, color: UInt8 = 2,
    isInterlaced: Bool = false
  ) -> [UInt8] {
    let header = big(width) + big(height) + [depth, color, 0, 0, isInterlaced ? 1 : 0]
    // An empty stream of zlib.
    let data: [UInt8] = [0x78, 0x9c, 3, 0, 0, 0, 0, 1]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// A JPEG file whose frame has this size, without its pixels.
  private static func jpeg(_ width: Int, _ height: Int, components: UInt8 = 3) -> [UInt8] {
    let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    let parts = (0..<components).flatMap { [$0 + 1, 0x11, 0] as [UInt8] }
    return [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
      + [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
      + [0xff, 0xc0, 0, 8 + 3 * components, 8] + size + [components] + parts
      + [0xff, 0xda, 0, 6 + 2 * components, components]
      + (0..<components).flatMap { [$0 + 1, 0] as [UInt8] } + [0, 63, 0, 0xff, 0xd9]
  }

  /// A TIFF file of one strip with these entries.
  private static func tiff(
    _ width: UInt32, _ height: UInt32, bits: UInt32 = 8, strip: UInt32 = 8, count: UInt32 = 100,
    samples: UInt32 = 1, next: UInt32 = 0
  ) -> [UInt8] {
    let entries: [(tag: UInt32, type: UInt32, value: UInt32)] = [
      (256, 4, width), (257, 4, height), (258, 3, bits), (259, 3, 1), (262, 3, 1),
      (273, 4, strip), (277, 3, samples), (278, 4, height), (279, 4, count),
    ]
    return [0x49, 0x49, 42, 0] + little(8) + little(UInt32(entries.count), 2)
      + entries.flatMap { little($0.tag, 2) + little($0.type, 2) + little(1) + little($0.value) }
      + little(next) + [UInt8](repeating: 0x55, count: 200)
  }

  private static func pnm(_ size: String, pixels: Int = 20) -> [UInt8] {
    Array("P5\n\(size)\n255\n".utf8) + [UInt8](repeating: 0, count: pixels)
  }

  static let images: [(name: String, bytes: [UInt8])] = [
    ("png without size", png(0, 0)), ("png of the largest size", png(.max, .max)),
    ("png of the largest width", png(0x7fff_ffff, 1)), ("png of a line", png(64 << 20, 1)),
    ("png of a column", png(1, 64 << 20)), ("png of 64 million pixels", png(8_192, 8_192)),
    ("png of 64 million deep pixels", png(8_192, 8_192, depth: 16, color: 6)),
    ("interlaced png", png(8_000, 8_000, color: 6, isInterlaced: true)),
    ("png with more pixels than 32 bits count", png(65_537, 65_537)),
    ("png without palette", png(4_000, 4_000, color: 3)),
    ("jpeg of the largest size", jpeg(65_535, 65_535)), ("jpeg without height", jpeg(8_000, 0)),
    ("jpeg of 64 million pixels", jpeg(8_192, 8_192)), ("jpeg of a line", jpeg(65_500, 1)),
    ("jpeg of four colors", jpeg(8_000, 8_000, components: 4)),
    ("tiff of the largest size", tiff(.max, .max)), ("tiff without size", tiff(0, 0)),
    ("tiff of a line", tiff(64 << 20, 1)), ("tiff of 64 million pixels", tiff(8_192, 8_192)),
    ("tiff with a strip behind its end", tiff(4_000, 4_000, strip: .max, count: .max)),
    ("tiff with a strip of the largest size", tiff(4_000, 4_000, count: .max)),
    ("tiff of deep pixels", tiff(8_000, 8_000, bits: 65_535)),
    ("tiff of many samples", tiff(8_000, 8_000, samples: 65_535)),
    ("tiff whose pages go round", tiff(2_000, 2_000, next: 8)),
    ("tiff with a page behind its end", tiff(2_000, 2_000, next: .max)),
    ("pnm of the largest size", pnm("2147483647 2147483647")),
    ("pnm of more than that", pnm("99999999999 99999999999")), ("pnm of less", pnm("-1 -1")),
    ("pnm of a line", pnm("67108864 1")), ("pnm of 64 million pixels", pnm("8192 8192")),
    ("pnm without size", pnm("0 0")), ("pnm without pixels", pnm("4000 4000", pixels: 0)),
  ]

  @Test func `No header has the program take more time or memory than there is`() throws {
    let recognizer = ImageRecognizer(
      programs: try Program.sibling("sitta-extract-ocr").parent,
      languages: RecognitionLanguages(["english"]))
    for image in Self.images {
      try folder["image"].write(image.bytes)
      let file = try FileDescriptor(openingForeign: folder["image"])
      let begin = ContinuousClock.now
      let answer = recognizer.recognize(file, size: Int64(image.bytes.count)) { false }
      let time = begin.duration(to: .now)
      switch answer.result {
      case .text(let text, _): #expect(text.count < 1_000, "\(image.name)")
      case .failed(let failure):
        #expect(failure == .unreadable || failure == .died, "\(image.name): \(failure)")
      }
      #expect(time < .seconds(60), "\(image.name): \(time)")
    }
    let page = DrawnPage(lines: ["FULL BARREL"])
    try folder["page"].write(page.file)
    let file = try FileDescriptor(openingForeign: folder["page"])
    guard
      case .text(let text, _) = recognizer.recognize(
        file, size: Int64(page.file.count), { false }
      ).result
    else {
      Issue.record("An honest image is not recognized any more.")
      return
    }
    #expect(String(decoding: text, as: UTF8.self).contains("BARREL"))
  }
}
