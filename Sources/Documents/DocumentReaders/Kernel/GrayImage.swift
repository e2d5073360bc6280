/// An image in shades of gray.
public struct GrayImage: Equatable, Sendable {
  /// The width in pixels; positive.
  public let width: Int
  /// The height in pixels; positive.
  public let height: Int
  /// The rows from top to bottom, each pixel a byte from 0 for black to 255 for white.
  public let pixels: [UInt8]

  /// Makes an image; nil if there are not as many pixels as the size says, or none.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0,
      width.multipliedReportingOverflow(by: height) == (pixels.count, false)
    else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The share of pixels that are rather black than white.
  public var darkness: Double {
    var dark = 0
    for pixel in pixels where pixel < 128 { dark += 1 }
    return Double(dark) / Double(pixels.count)
  }
}
