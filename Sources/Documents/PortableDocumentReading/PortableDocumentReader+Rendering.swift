public import DocumentReaders

extension PortableDocumentReader {
  /// The resolution of a page for text recognition, in dots per inch.
  private static let resolution = 200.0
  /// The resolution at which the reader checks whether a page is empty, in dots per inch.
  private static let roughResolution = 50.0
  /// The largest number of pixels; posters are rendered with a lower resolution.
  private static let mostPixels = 20_000_000.0
  /// A page is empty if a smaller share of its pixels is dark.
  private static let leastDarkness = 0.005

  /// Renders a page in shades of gray.
  ///
  /// - Parameters:
  ///   - page: the number of the page, counted from 1.
  ///   - bytes: the document.
  ///   - isAnyWanted: whether a nearly empty page is rendered as well.
  /// - Returns: the page; nil if the page is nearly empty.
  /// - Throws: why the page cannot be rendered.
  public static func render(
    _ page: UInt32, of bytes: Span<UInt8>, evenIfEmpty isAnyWanted: Bool = false
  ) throws(ReadingFailure) -> GrayImage? {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ReadingFailure) in
      guard let document = unsafe PortableDocument(buffer) else {
        throw .damaged("It has no catalog of pages.")
      }
      if document.isLocked { throw .encrypted }
      let number = Int(page) - 1
      guard number >= 0 else { throw .damaged("The page cannot be rendered.") }
      if !isAnyWanted {
        guard
          let rough = document.render(
            number, dotsPerInch: roughResolution, mostPixels: mostPixels)
        else { throw .damaged("The page cannot be rendered.") }
        if rough.darkness <= leastDarkness { return nil }
      }
      guard
        let image = document.render(number, dotsPerInch: resolution, mostPixels: mostPixels)
      else { throw .damaged("The page cannot be rendered.") }
      return image
    }
  }
}
