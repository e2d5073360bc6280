import CTesseract
public import DocumentReaders

/// Recognizes text in images with tesseract.
///
/// This type and ``Picture`` are the only ones here that call C libraries. Use it on one thread only. With
/// `OMP_THREAD_LIMIT=1` in the environment, tesseract starts no other threads. See
/// <https://tesseract-ocr.github.io/tessdoc/APIExample.html>.
@safe
public struct TextRecognizer: ~Copyable {
  private let library: UnsafePointer<ctesseract_functions>
  private let tesseract: OpaquePointer

  /// Loads languages; nil if tesseract is not installed, or a language is missing or damaged.
  ///
  /// Reads all files now, and none later. `TessBaseAPIInit5`, which loads from memory, supports only one
  /// language.
  ///
  /// - Parameters:
  ///   - languages: tesseract's codes such as `eng`, the most important language first.
  ///   - folder: the folder of the language files, such as `/usr/share/tesseract-ocr/5/tessdata`.
  public init?(languages: [String], folder: String) {
    guard !languages.isEmpty, let library = unsafe ctesseract_load() else { return nil }
    _ = unsafe library.pointee.setMsgSeverity(Int32(L_SEVERITY_NONE))
    guard let tesseract = unsafe library.pointee.TessBaseAPICreate() else { return nil }
    _ = unsafe library.pointee.TessBaseAPISetVariable(tesseract, "debug_file", "/dev/null")
    let names = languages.joined(separator: "+")
    guard
      unsafe library.pointee.TessBaseAPIInit2(tesseract, folder, names, OEM_LSTM_ONLY) == 0
    else {
      unsafe library.pointee.TessBaseAPIDelete(tesseract)
      return nil
    }
    unsafe (self.library, self.tesseract) = (library, tesseract)
    unsafe library.pointee.TessBaseAPISetPageSegMode(tesseract, PSM_AUTO)
    warmUp()
  }

  deinit {
    unsafe library.pointee.TessBaseAPIDelete(tesseract)
  }

  /// The version of tesseract, such as `5.3.0`.
  public static var version: String {
    unsafe ctesseract_load()?.pointee.TessVersion().map { unsafe String(cString: $0) } ?? ""
  }

  /// Recognizes the text of an image file: PNG, JPEG, PNM, or TIFF with one or more pages.
  ///
  /// - Parameters:
  ///   - file: the file, whole.
  ///   - leastPixels: images with fewer pixels are refused, except PNM files, which come from programs.
  ///   - sink: receives the text of each page.
  /// - Throws: ``ReadingFailure`` if the image, or the rest of it, cannot be decoded or has a wrong size.
  public func recognize(
    _ file: Span<UInt8>, leastPixels: Int = 0, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let isPNM = file.count > 2 && file[0] == UInt8(ascii: "P") && file[1] == UInt8(ascii: "5")
    var reader = try PictureReader(file, leastPixels: isPNM ? 0 : leastPixels)
    while sink.wantsMore, let picture = try reader.next(file) {
      let text = text(of: picture) { sink.wantsMore }
      sink.add(text: text.span)
    }
  }

  private func text(of picture: borrowing Picture, while wantsMore: () -> Bool) -> [UInt8] {
    unsafe picture.set(on: tesseract)
    defer { unsafe library.pointee.TessBaseAPIClear(tesseract) }
    guard let monitor = unsafe library.pointee.TessMonitorCreate() else { return [] }
    defer { unsafe library.pointee.TessMonitorDelete(monitor) }
    unsafe library.pointee.TessMonitorSetCancelFunc(monitor) { context, _ in
      guard let context = unsafe context else { return false }
      return unsafe Unmanaged<Condition>.fromOpaque(context)._withUnsafeGuaranteedRef {
        !$0.wantsMore()
      }
    }
    withoutActuallyEscaping(wantsMore) { wantsMore in
      let condition = Condition(wantsMore)
      withExtendedLifetime(condition) {
        unsafe library.pointee.TessMonitorSetCancelThis(
          monitor, Unmanaged.passUnretained(condition).toOpaque())
        // The words recognized before a cancellation remain available.
        _ = unsafe library.pointee.TessBaseAPIRecognize(tesseract, monitor)
      }
    }
    guard let result = unsafe library.pointee.TessBaseAPIGetUTF8Text(tesseract) else { return [] }
    defer { unsafe library.pointee.TessDeleteText(result) }
    let text = Array(unsafe String(cString: result).utf8)
    return DividedWords.joined(text.span) ?? text
  }

  /// Recognizes a small image, so that everything that loads at first use is loaded.
  private func warmUp() {
    let (width, height) = (64, 32)
    var file = Array("P5\n\(width) \(height)\n255\n".utf8)
    for row in 0..<height {
      for column in 0..<width {
        let isDark = (8..<24).contains(row) && (column / 4) % 3 == 1
        file.append(isDark ? 0 : 255)
      }
    }
    guard var reader = try? PictureReader(file.span, leastPixels: 0),
      let picture = try? reader.next(file.span)
    else { return }
    _ = text(of: picture) { true }
  }

  /// A closure in an object, so that C can hold a pointer to it.
  private final class Condition {
    let wantsMore: () -> Bool

    init(_ wantsMore: @escaping () -> Bool) {
      self.wantsMore = wantsMore
    }
  }
}
