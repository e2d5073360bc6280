import ContentTypes
import ExtractionProtocol
import LinuxSystem

extension DocumentExtractor {
  /// An image in a smaller file has no text worth recognizing.
  private static let leastPicture: Int64 = 10_000
  private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/tiff"]

  /// Inserts the known texts of images into what was read of a file.
  ///
  /// - Parameters:
  ///   - type: the type of the file.
  ///   - format: its format.
  ///   - status: its status.
  ///   - content: what was read of it.
  ///   - limit: the largest size of the text in bytes.
  /// - Returns: the pages that are images whose text is not known, and whether the file is an image.
  func insertTexts(
    of type: ContentType, _ format: DocumentFormat, _ status: FileStatus,
    into content: inout DocumentContent, _ limit: Int
  ) -> (waiting: PageNumbers, isPicture: Bool) {
    if type.isCompressed { return (PageNumbers(), false) }
    let isPicture =
      format == .image && (Self.leastPicture...ImageRecognizer.mostBytes).contains(status.size)
      && Self.pictures.contains(type.type)
    let scanned = isPicture ? PageNumbers("1") ?? PageNumbers() : content.scannedPages
    if scanned.isEmpty { return (scanned, isPicture) }
    let texts = recognizedTexts(scanned, status, settings.recognition.languages.name)
    content.insert(texts, limit: limit)
    return (scanned.filter { texts[$0] == nil }, isPicture)
  }
}
