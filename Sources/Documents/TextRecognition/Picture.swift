import CTesseract
import DocumentReaders

/// A gray image of leptonica, scaled down to a size that is enough for recognition.
@safe
struct Picture: ~Copyable {
  /// The longest side in pixels; larger images are scaled down (A4 with 300 dots per inch has 3,508).
  private static let longestSide: Int32 = 3_600
  /// The resolution that is assumed for an image that declares none, in dots per inch.
  private static let usualResolution: Int32 = 200

  private let library: UnsafePointer<ctesseract_functions>
  private var pix: OpaquePointer?

  /// Takes ownership of an image of any depth, and converts it; nil if there is no memory.
  @unsafe
  init?(
    owning decoded: OpaquePointer, of library: UnsafePointer<ctesseract_functions>
  ) {
    func replace(
      _ pix: inout OpaquePointer?, with new: OpaquePointer?
    ) {
      unsafe library.pointee.pixDestroy(&pix)
      unsafe pix = new
    }
    var pix: OpaquePointer? = unsafe decoded
    if unsafe library.pointee.pixGetSpp(pix) == 4 {
      unsafe replace(&pix, with: library.pointee.pixAlphaBlendUniform(pix, 0xffff_ff00))
    }
    if unsafe library.pointee.pixGetDepth(pix) != 8 || library.pointee.pixGetColormap(pix) != nil {
      unsafe replace(&pix, with: library.pointee.pixConvertTo8(pix, 0))
    }
    let side = unsafe max(library.pointee.pixGetWidth(pix), library.pointee.pixGetHeight(pix))
    if side > Self.longestSide {
      let scale = Float(Self.longestSide) / Float(side)
      unsafe replace(&pix, with: library.pointee.pixScale(pix, scale, scale))
    }
    guard unsafe pix != nil else { return nil }
    unsafe (self.library, self.pix) = (library, pix)
  }

  deinit {
    var pix = unsafe pix
    unsafe library.pointee.pixDestroy(&pix)
  }

  /// Gives the image to tesseract, which copies it.
  borrowing func set(on tesseract: OpaquePointer) {
    unsafe library.pointee.TessBaseAPISetImage2(tesseract, pix)
    if unsafe library.pointee.pixGetXRes(pix) <= 0 {
      unsafe library.pointee.TessBaseAPISetSourceResolution(tesseract, Self.usualResolution)
    }
  }
}

/// Decodes the pages of an image file one after the other.
@safe
struct PictureReader {
  /// The largest number of pixels of a page; each takes four bytes while it is decoded.
  private static let mostPixels = 64 << 20
  /// The number of pages of a TIFF file that are decoded.
  private static let mostPages = 500

  private let library: UnsafePointer<ctesseract_functions>
  private let isTIFF: Bool
  private let leastPixels: Int
  /// The offset of the next page for libtiff; 0 after the last page.
  private var offset = 0
  private var pages = 0

  /// Checks the header of a file.
  ///
  /// - Throws: ``ReadingFailure`` if leptonica is not installed, the file is not in one of four image formats, or its
  ///   size is out of range. Other formats of leptonica are refused: rarely used decoders have more faults.
  init(_ file: Span<UInt8>, leastPixels: Int) throws(ReadingFailure) {
    // leptonica reads the first bytes without checking the size.
    guard file.count > 16 else { throw .damaged("the image is cut off") }
    guard let library = unsafe ctesseract_load() else {
      throw .unsupported("leptonica is not installed")
    }
    var (format, width, height) = (Int32(0), Int32(0), Int32(0))
    var (bits, samples, hasMap) = (Int32(0), Int32(0), Int32(0))
    let isKnown = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe library.pointee.findFileFormatBuffer(bytes.baseAddress, &format) == 0
        && Self.formats.contains(format)
        && library.pointee.pixReadHeaderMem(
          bytes.baseAddress, bytes.count, &format, &width, &height, &bits, &samples, &hasMap) == 0
    }
    guard isKnown else { throw .unsupported("the format of the image is not known") }
    unsafe self.library = library
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

  /// Checks the size of a page in a TIFF file; a small page is allowed beside large ones.
  private func checkSize(ofPage index: Int, of file: Span<UInt8>) throws(ReadingFailure) {
    var (width, height, bits, samples) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let result = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe library.pointee.readHeaderMemTiff(
        bytes.baseAddress, bytes.count, Int32(index), &width, &height, &bits, &samples, nil, nil,
        nil)
    }
    guard result == 0, Int(max(0, width)) * Int(max(0, height)) <= Self.mostPixels else {
      throw .damaged("an image in it is too large, or has no size")
    }
  }

  /// Decodes the next page.
  ///
  /// - Parameter file: the file whose header was checked.
  /// - Returns: the page; nil after the last page.
  /// - Throws: ``ReadingFailure`` if it cannot be decoded.
  mutating func next(_ file: Span<UInt8>) throws(ReadingFailure) -> Picture? {
    guard pages == 0 || offset != 0 && pages < Self.mostPages else { return nil }
    if isTIFF, pages > 0 { try checkSize(ofPage: pages, of: file) }
    pages += 1
    var next = offset
    let decoded = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe isTIFF
        ? library.pointee.pixReadMemFromMultipageTiff(bytes.baseAddress, bytes.count, &next)
        : library.pointee.pixReadMem(bytes.baseAddress, bytes.count)
    }
    offset = isTIFF ? next : 0
    guard let decoded = unsafe decoded else {
      throw .damaged("the image cannot be decoded")
    }
    guard let picture = unsafe Picture(owning: decoded, of: library) else {
      throw .damaged("there is no memory for the image")
    }
    return picture
  }
}
