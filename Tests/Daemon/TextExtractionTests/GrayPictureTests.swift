import TestSupport
import Testing

@testable import TextExtraction

/// Pictures of pages.
struct GrayPictureTests {
  private func picture(_ width: Int, _ rows: [UInt8]...) throws -> GrayPicture {
    try #require(GrayPicture(width: width, height: rows.count, pixels: rows.flatMap(\.self)))
  }

  @Test func `A picture has as many pixels as its size says`() {
    #expect(GrayPicture(width: 2, height: 1, pixels: [1]) == nil)
    #expect(GrayPicture(width: 0, height: 1, pixels: []) == nil)
    #expect(GrayPicture(width: .max, height: 2, pixels: [1]) == nil)
    #expect(GrayPicture(width: -1, height: -1, pixels: [1]) == nil)
  }

  @Test func `A narrow picture has the mean of the pixels`() throws {
    let wide = try picture(4, [0, 100, 200, 200], [100, 200, 200, 200])
    #expect(try wide.narrowed(to: 2) == picture(2, [100, 200]))
    #expect(try wide.narrowed(to: 1) == picture(1, [150]))
    #expect(wide.narrowed(to: 4) == wide && wide.narrowed(to: 9) == wide)
    // Every pixel counts once, also if the sizes do not divide.
    #expect(try picture(3, [0, 90, 255]).narrowed(to: 2).pixels == [0, 172])
  }
}
