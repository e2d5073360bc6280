import ContentTypes
import ExtractionProtocol
import LinuxSystem

extension DocumentExtractor {
  /// The size in bytes below which an image file has no text worth recognizing.
  private static let leastPicture: Int64 = 10_000
  private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/tiff"]

  /// Whether text in an image file can be recognized, if the file is not in a container.
  ///
  /// - Parameters:
  ///   - type: the media type.
  ///   - size: the size in bytes.
  /// - Returns: false for other types, and for small and very large files.
  public static func isRecognizable(imageOfType type: String, size: Int64) -> Bool {
    (leastPicture...ImageRecognizer.mostBytes).contains(size) && pictures.contains(type)
  }

  /// Inserts the recognized texts of images into the text of a file.
  ///
  /// - Parameters:
  ///   - type: the type of the file.
  ///   - format: its format.
  ///   - status: its status.
  ///   - content: the content that was read from it.
  ///   - limit: the largest size of the text in bytes.
  /// - Returns: the image pages whose text is not recognized yet, whether the file is an image, and
  ///   whether a recognized text was left out because of the limit.
  func insertTexts(
    of type: ContentType, _ format: DocumentFormat, _ status: FileStatus,
    into content: inout DocumentContent, _ limit: Int
  ) -> (waiting: PageNumbers, isPicture: Bool, isCut: Bool) {
    if type.isCompressed { return (PageNumbers(), false, false) }
    let isPicture =
      format == .image && Self.isRecognizable(imageOfType: type.type, size: status.size)
    let scanned = isPicture ? PageNumbers("1") ?? PageNumbers() : content.scannedPages
    if scanned.isEmpty { return (scanned, isPicture, false) }
    let texts = recognizedTexts(scanned, status, settings.recognition.languages.name)
    let isWhole = content.insert(texts, limit: limit)
    return (scanned.filter { texts[$0] == nil }, isPicture, !isWhole)
  }
}
