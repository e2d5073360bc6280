import TestSupport
import TextAnalysis
import Testing

@testable import IndexStorage

@Suite struct TextLayoutTests {
  private static let text = Array(
    String(
      repeating: "One line of several words.\nAnd another one, longer than that. ", count: 4_000
    )
    .utf8)

  private func layout(of text: [UInt8]) -> TextLayout {
    var analyzer = TextLayout.analyzer
    let places = analyzer.places(in: text.span, every: TextLayout.interval)
    let frames = stride(from: 0, to: text.count, by: TextLayout.frameSize).map { 100 + $0 % 7 }
    return TextLayout(of: text, places, frames: frames)
  }

  @Test func `A layout is stored in a few bytes and read again`() throws {
    let layout = layout(of: Self.text)
    #expect(layout.places.count > 80)
    #expect(layout.stored.count < 6 * layout.places.count + 20)
    #expect(TextLayout(stored: layout.stored) == layout)
    for place in layout.places {
      #expect(place.line == Self.text[..<place.offset].count { $0 == 0x0a } + 1)
    }
  }

  @Test func `A damaged layout is nil or within the text`() {
    let stored = layout(of: Self.text).stored
    for index in stored.indices {
      for bit in 0..<8 {
        var damaged = stored
        damaged[index] ^= 1 << bit
        guard let layout = TextLayout(stored: damaged) else { continue }
        #expect(layout.places.allSatisfy { (0...layout.count).contains($0.offset) })
        #expect(
          layout.frames.count == (layout.count + TextLayout.frameSize - 1) / TextLayout.frameSize)
      }
      let cut = Array(stored[..<index])
      if let layout = TextLayout(stored: cut) {
        #expect(layout.places.allSatisfy { (0...layout.count).contains($0.offset) })
      }
    }
    let largest = [1] + [UInt8](repeating: 0xff, count: 9) + [0x7f]
    #expect(TextLayout(stored: largest) == nil)
  }

  @Test func `The frames of some tokens reach from a place before them to one after them`() throws {
    let layout = layout(of: Self.text)
    let size = TextLayout.frameSize
    // The last place of the first frame, so near to its end that the tokens before the next place are in both.
    let place = try #require(layout.places.last { $0.offset < size })
    #expect(layout.frames(at: place.position + 1..<place.position + 5) == 0..<2)
    #expect(layout.frames(at: 0..<5) == 0..<1)
    #expect(layout.frames(at: 1 << 40..<1 << 41) == layout.frames.count - 1..<layout.frames.count)
    #expect(layout.frames.indices.allSatisfy { layout.bytes(ofFrame: $0).count <= size })
    #expect(layout.bytes(ofFrame: layout.frames.count - 1).upperBound == Self.text.count)
  }
}
