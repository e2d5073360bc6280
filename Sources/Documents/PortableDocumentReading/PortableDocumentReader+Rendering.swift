public import DocumentReaders

extension PortableDocumentReader {
  /// The resolution of a page whose text is recognized, in dots per inch.
  private static let resolution = 200.0
  /// The resolution at which an empty page is recognized.
  private static let roughResolution = 50.0
  /// The largest number of pixels, which limits the resolution of posters.
  private static let mostPixels = 20_000_000.0
  /// A page has something on it if a larger share of its pixels is dark.
  private static let leastDarkness = 0.005

  /// Renders a page in shades of gray.
  ///
  /// - Parameters:
  ///   - page: its number, the first page being 1.
  ///   - bytes: the document.
  /// - Returns: the page; nil if there is next to nothing on it.
  /// - Throws: why it cannot be rendered.
  public static func render(
    _ page: UInt32, of bytes: Span<UInt8>
  ) throws(ReadingFailure) -> GrayImage? {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ReadingFailure) in
      guard let document = unsafe PortableDocument(buffer) else {
        throw .damaged("It has no catalog of pages.")
      }
      if document.isLocked { throw .encrypted }
      let number = Int(page) - 1
      guard number >= 0,
        let rough = document.render(
          number, dotsPerInch: roughResolution, mostPixels: mostPixels)
      else { throw .damaged("The page cannot be rendered.") }
      if rough.darkness <= leastDarkness { return nil }
      guard
        let image = document.render(number, dotsPerInch: resolution, mostPixels: mostPixels)
      else { throw .damaged("The page cannot be rendered.") }
      return image
    }
  }
}
