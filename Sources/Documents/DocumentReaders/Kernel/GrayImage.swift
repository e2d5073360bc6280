/// A grayscale image.
public struct GrayImage: Equatable, Sendable {
  /// The width in pixels; positive.
  public let width: Int
  /// The height in pixels; positive.
  public let height: Int
  /// The rows from top to bottom; each pixel is one byte, from 0 for black to 255 for white.
  public let pixels: [UInt8]

  /// Creates an image; nil if the number of pixels does not fit the size, or is zero.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0,
      width.multipliedReportingOverflow(by: height) == (pixels.count, false)
    else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The share of pixels that are nearer to black than to white, from 0 to 1.
  public var darkness: Double {
    var dark = 0
    for pixel in pixels where pixel < 128 { dark += 1 }
    return Double(dark) / Double(pixels.count)
  }
}
