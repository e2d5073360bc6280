import CTesseract
import DocumentReaders

/// A gray image of leptonica, not larger than recognition is worth.
@safe
struct Picture: ~Copyable {
  /// The longest side in pixels, to which larger images are made smaller; A4 has 3,508 with 300 dpi.
  private static let longestSide: Int32 = 3_600
  /// The resolution of an image that says none, in dots per inch.
  private static let usualResolution: Int32 = 200

  private var pix: UnsafeMutablePointer<PIX>?

  /// Takes over an image of any depth; nil if there is no memory to convert it.
  init?(owning decoded: UnsafeMutablePointer<PIX>) {
    var pix: UnsafeMutablePointer<PIX>? = unsafe decoded
    if unsafe pixGetSpp(pix) == 4 {
      unsafe Self.replace(&pix, with: pixAlphaBlendUniform(pix, 0xffff_ff00))
    }
    if unsafe pixGetDepth(pix) != 8 || pixGetColormap(pix) != nil {
      unsafe Self.replace(&pix, with: pixConvertTo8(pix, 0))
    }
    let side = unsafe max(pixGetWidth(pix), pixGetHeight(pix))
    if side > Self.longestSide {
      let scale = Float(Self.longestSide) / Float(side)
      unsafe Self.replace(&pix, with: pixScale(pix, scale, scale))
    }
    guard unsafe pix != nil else { return nil }
    unsafe self.pix = pix
  }

  deinit {
    var pix = unsafe pix
    unsafe pixDestroy(&pix)
  }

  private static func replace(
    _ pix: inout UnsafeMutablePointer<PIX>?, with new: UnsafeMutablePointer<PIX>?
  ) {
    unsafe pixDestroy(&pix)
    unsafe pix = new
  }

  /// Gives tesseract the image, of which it makes a copy.
  borrowing func set(on tesseract: OpaquePointer) {
    unsafe TessBaseAPISetImage2(tesseract, pix)
    if unsafe pixGetXRes(pix) <= 0 {
      unsafe TessBaseAPISetSourceResolution(tesseract, Self.usualResolution)
    }
  }
}

/// Decodes the pages of an image file, one after the other.
@safe
struct PictureReader {
  /// The largest number of pixels; they take four bytes each while they are decoded.
  private static let mostPixels = 64 << 20
  /// The most pages of a TIFF file.
  private static let mostPages = 500

  private let isTIFF: Bool
  private let leastPixels: Int
  /// Where libtiff finds the next page; 0 after the last one.
  private var offset = 0
  private var pages = 0

  /// Examines the header of a file.
  ///
  /// - Throws: ``ReadingFailure`` if it is not an image in one of four formats, or its size is out of
  ///   range. leptonica knows more formats; less used decoders have more faults.
  init(_ file: Span<UInt8>, leastPixels: Int) throws(ReadingFailure) {
    // leptonica looks at the first bytes without asking for the size.
    guard file.count > 16 else { throw .damaged("the image is cut off") }
    var (format, width, height) = (Int32(0), Int32(0), Int32(0))
    var (bits, samples, hasMap) = (Int32(0), Int32(0), Int32(0))
    let isKnown = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe findFileFormatBuffer(bytes.baseAddress, &format) == 0 && Self.formats.contains(format)
        && pixReadHeaderMem(
          bytes.baseAddress, bytes.count, &format, &width, &height, &bits, &samples, &hasMap) == 0
    }
    guard isKnown else { throw .unsupported("the format of the image is not known") }
    isTIFF = format != IFF_PNG && format != IFF_JFIF_JPEG && format != IFF_PNM
    self.leastPixels = leastPixels
    try check(width, height)
  }

  private static let formats: Set<Int32> = Set(
    [
      IFF_PNG, IFF_JFIF_JPEG, IFF_PNM, IFF_TIFF, IFF_TIFF_PACKBITS, IFF_TIFF_RLE, IFF_TIFF_G3,
      IFF_TIFF_G4, IFF_TIFF_LZW, IFF_TIFF_ZIP, IFF_TIFF_JPEG,
    ].map { Int32($0) })

  private func check(_ width: Int32, _ height: Int32) throws(ReadingFailure) {
    let pixels = Int(max(0, width)) * Int(max(0, height))
    guard pixels > 0, pixels <= Self.mostPixels, pixels >= leastPixels else {
      throw .unsupported("the image is too large or too small")
    }
  }

  /// Examines the header of a page of a TIFF file; a small one may be beside large ones.
  private func checkSize(ofPage index: Int, of file: Span<UInt8>) throws(ReadingFailure) {
    var (width, height, bits, samples) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let result = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe readHeaderMemTiff(
        bytes.baseAddress, bytes.count, Int32(index), &width, &height, &bits, &samples, nil, nil,
        nil)
    }
    guard result == 0, Int(max(0, width)) * Int(max(0, height)) <= Self.mostPixels else {
      throw .damaged("an image in it is too large, or has no size")
    }
  }

  /// Decodes the next page.
  ///
  /// - Parameter file: the same file.
  /// - Returns: nil after the last one.
  /// - Throws: ``ReadingFailure`` if it cannot be decoded.
  mutating func next(_ file: Span<UInt8>) throws(ReadingFailure) -> Picture? {
    guard pages == 0 || offset != 0 && pages < Self.mostPages else { return nil }
    if isTIFF, pages > 0 { try checkSize(ofPage: pages, of: file) }
    pages += 1
    var next = offset
    let decoded = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe isTIFF
        ? pixReadMemFromMultipageTiff(bytes.baseAddress, bytes.count, &next)
        : pixReadMem(bytes.baseAddress, bytes.count)
    }
    offset = isTIFF ? next : 0
    guard let decoded = unsafe decoded else {
      throw .damaged("the image cannot be decoded")
    }
    guard let picture = unsafe Picture(owning: decoded) else {
      throw .damaged("there is no memory for the image")
    }
    return picture
  }
}
