import CPoppler
import DocumentReaders

/// An open PDF document.
///
/// It is valid as long as its bytes are.
@safe
struct PortableDocument: ~Copyable {
  private let document: OpaquePointer

  /// Opens a document; nil if it is damaged beyond repair.
  ///
  /// - Parameter bytes: the file; they have to stay in place until the document is gone.
  @unsafe
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let document = unsafe cpoppler_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.document = document
  }

  deinit {
    unsafe cpoppler_close(document)
  }

  /// Has everything loaded that is loaded at its first use, and keeps it until the process ends.
  ///
  /// - Returns: false if the library does not work here.
  static func prepareLibrary() -> Bool { cpoppler_prepare() == 0 }

  /// Whether a password is needed.
  var isLocked: Bool { unsafe cpoppler_is_locked(document) != 0 }

  /// The number of pages that the document declares.
  var pageCount: Int { unsafe Int(cpoppler_page_count(document)) }

  /// A value of the information dictionary; empty if there is none.
  func information(_ key: String) -> String {
    unsafe Self.string(cpoppler_information(document, key))
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - number: the page, the first being 0.
  ///   - body: called with its label and its text in UTF-8.
  /// - Returns: false if there is no such page.
  func readPage(_ number: Int, _ body: (String, Span<UInt8>) -> Void) -> Bool {
    var (label, text) = unsafe (cpoppler_text(), cpoppler_text())
    guard unsafe cpoppler_page(document, Int32(clamping: number), &label, &text) == 0 else {
      return false
    }
    let span = unsafe Span(
      _unsafeElements: UnsafeBufferPointer(start: text.bytes, count: text.count))
    body(unsafe Self.string(label), span)
    return true
  }

  /// Renders a page.
  ///
  /// - Parameters:
  ///   - number: the page, the first being 0.
  ///   - dotsPerInch: the resolution; a page with more pixels than `mostPixels` gets a lower one.
  ///   - mostPixels: the largest number of pixels.
  /// - Returns: nil if there is no such page, or it cannot be rendered.
  func render(_ number: Int, dotsPerInch: Double, mostPixels: Double) -> GrayImage? {
    var image = unsafe cpoppler_image()
    guard
      unsafe cpoppler_render(
        document, Int32(clamping: number), dotsPerInch, mostPixels, &image) == 0,
      let bytes = unsafe image.bytes
    else { return nil }
    let (width, height) = unsafe (Int(image.width), Int(image.height))
    let stride = unsafe Int(image.stride)
    var pixels: [UInt8] = []
    for row in 0..<height {
      unsafe pixels.append(
        contentsOf: UnsafeBufferPointer(start: bytes + row * stride, count: width))
    }
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  private static func string(_ text: cpoppler_text) -> String {
    // A hostile value may be megabytes.
    unsafe String(
      decoding: UnsafeBufferPointer(start: text.bytes, count: min(text.count, 16 << 10)),
      as: UTF8.self)
  }
}
