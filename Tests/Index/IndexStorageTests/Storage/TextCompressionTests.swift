import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import IndexStorage

@Suite(.timeLimit(.minutes(15)))
struct TextCompressionTests {
  let decompressor = TextDecompressor()

  @Test(arguments: [0, 1, 2, 100, 65_536, 1_000_003])
  func `A decompressed text equals the original`(size: Int) {
    var random = SplitMix(seed: UInt64(size))
    let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    let text = (0..<size).map { Array("words and words ".utf8)[$0 % 16] }
    let compressor = TextCompressor()
    for original in [noise, text, noise] {
      #expect(decompressor.text(from: compressor.compress(original).span) == original)
    }
    #expect(size < 100 || compressor.compress(text).count < size / 2)
  }

  @Test func `The highest possible compression ratio is accepted`() {
    let text = [UInt8](repeating: 0x61, count: 40 << 20)
    #expect(decompressor.text(from: TextCompressor().compress(text).span) == text)
  }

  @Test func `A truncated frame has no text`() {
    let frame = TextCompressor().compress(Array(String(repeating: "seed ", count: 500).utf8))
    for count in 0..<frame.count {
      #expect(decompressor.text(from: Array(frame.prefix(count)).span) == nil, "\(count)")
    }
  }

  @Test func `A damaged frame has no text, or one of the announced length`() {
    var random = SplitMix(seed: 7)
    let text = (0..<2_000).map { _ in UInt8.random(in: 97...122, using: &random) }
    let frame = TextCompressor().compress(text)
    for place in frame.indices {
      for bit in 0..<8 as Range<UInt8> {
        var damaged = frame
        damaged[place] ^= 1 << bit
        _ = decompressor.text(from: damaged.span)
      }
    }
    for _ in 0..<5_000 {
      let noise = (0..<Int.random(in: 0...64, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = decompressor.text(from: (Array(frame.prefix(4)) + noise).span)
    }
  }

  @Test(
    arguments: [
      // The magic number, a descriptor that announces eight bytes of length, and the length.
      [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0],
      [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 0, 0],
      [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0],
      [0x28, 0xb5, 0x2f, 0xfd, 0xe0, 1, 0, 0, 0x40, 0, 0, 0, 0, 1, 0, 0],
      // A frame without its length.
      [0x28, 0xb5, 0x2f, 0xfd, 0, 0x58, 1, 0, 0],
      Array("no frame at all".utf8), [0], [],
    ] as [[UInt8]])
  func `An impossible length is refused`(frame: [UInt8]) {
    #expect(decompressor.text(from: frame.span) == nil)
  }
}
