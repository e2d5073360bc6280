import CPoppler
import DocumentReaders

/// An open PDF document.
///
/// Its bytes must stay valid until it is destroyed.
@safe
struct PortableDocument: ~Copyable {
  private let document: OpaquePointer

  /// Opens a document; nil if it is damaged beyond repair.
  ///
  /// - Parameter bytes: the file; it must stay valid until the document is destroyed.
  @unsafe
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let document = unsafe cpoppler_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.document = document
  }

  deinit {
    unsafe cpoppler_close(document)
  }

  /// Loads everything that poppler would load at first use, for the lifetime of the process.
  ///
  /// - Returns: false if poppler does not work here.
  static func prepareLibrary() -> Bool { cpoppler_prepare() == 0 }

  /// Whether a password is needed.
  var isLocked: Bool { unsafe cpoppler_is_locked(document) != 0 }

  /// Whether the document is encrypted; it may be readable without a password.
  var isEncrypted: Bool { unsafe cpoppler_is_encrypted(document) != 0 }

  /// The number of pages that the document declares.
  var pageCount: Int { unsafe Int(cpoppler_page_count(document)) }

  /// Returns a value of the information dictionary; empty if there is none.
  func information(_ key: String) -> String {
    unsafe Self.string(cpoppler_information(document, key))
  }

  /// Calls `body` with the XMP metadata, unless there are none.
  func readMetadata(_ body: (Span<UInt8>) -> Void) {
    let text = unsafe cpoppler_metadata(document)
    if unsafe text.count > 0 { unsafe Self.withSpan(of: text, body) }
  }

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - number: the page, counted from 0.
  ///   - body: called with the label of the page, and its text in UTF-8.
  /// - Returns: false if there is no such page, or it cannot be read.
  func readPage(_ number: Int, _ body: (String, Span<UInt8>) -> Void) -> Bool {
    var (label, text) = unsafe (cpoppler_text(), cpoppler_text())
    guard unsafe cpoppler_page(document, Int32(clamping: number), &label, &text) == 0 else {
      return false
    }
    unsafe Self.withSpan(of: text) { unsafe body(Self.string(label), $0) }
    return true
  }

  /// Renders a page.
  ///
  /// - Parameters:
  ///   - number: the page, counted from 0.
  ///   - dotsPerInch: the resolution; lowered if the page would have more than `mostPixels` pixels.
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

  /// Calls `body` with the bytes of a text.
  private static func withSpan(of text: cpoppler_text, _ body: (Span<UInt8>) -> Void) {
    let bytes = unsafe UnsafeBufferPointer(start: text.bytes, count: text.count)
    body(unsafe Span(_unsafeElements: bytes))
  }

  private static func string(_ text: cpoppler_text) -> String {
    // Cuts the value, because a hostile document may contain megabytes.
    unsafe String(
      decoding: UnsafeBufferPointer(start: text.bytes, count: min(text.count, 16 << 10)),
      as: UTF8.self)
  }
}
