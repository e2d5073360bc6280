/// A gray picture with one byte for each pixel, row by row.
public struct GrayPicture: Equatable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The pixels; 0 is black.
  public let pixels: [UInt8]

  /// Makes a picture.
  ///
  /// - Returns: nil if the number of pixels is not that of the size.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count == pixels.count else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Makes the picture smaller: each new pixel is the mean of those in its place.
  ///
  /// O(pixels).
  ///
  /// - Parameter limit: the largest width, at least 1.
  /// - Returns: the picture itself if it is narrow enough.
  public func narrowed(to limit: Int) -> GrayPicture {
    if width <= limit { return self }
    let newHeight = max(1, height * limit / width)
    var result: [UInt8] = []
    result.reserveCapacity(limit * newHeight)
    for row in 0..<newHeight {
      let first = row * height / newHeight
      let rows = first..<max(first + 1, (row + 1) * height / newHeight)
      for column in 0..<limit {
        let columns = (column * width / limit)..<((column + 1) * width / limit)
        var sum = 0
        for place in rows {
          let start = place * width
          for pixel in pixels[(start + columns.lowerBound)..<(start + columns.upperBound)] {
            sum += Int(pixel)
          }
        }
        result.append(UInt8(sum / (rows.count * columns.count)))
      }
    }
    return GrayPicture(width: limit, height: newHeight, pixels: result) ?? self
  }
}
