import ContentTypes
import ExtractionProtocol
import Hashing
import LinuxSystem

extension DocumentExtractor {
  /// The size in bytes below which an image file has no text worth recognizing.
  private static let leastPicture: Int64 = 10_000
  private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/tiff"]

  /// Whether text in an image can be recognized.
  ///
  /// - Parameters:
  ///   - type: the media type.
  ///   - size: the size in bytes.
  /// - Returns: false for other types, and for small and very large files.
  public static func isRecognizable(imageOfType type: String, size: Int64) -> Bool {
    (leastPicture...ImageRecognizer.mostBytes).contains(size) && pictures.contains(type)
  }

  /// The images of a document.
  struct Images {
    /// The pages whose text is not recognized yet; page 1 for an image.
    var waiting = PageNumbers()
    /// Whether the document is an image.
    var isPicture = false
    /// Whether a recognized text was left out because of the limit.
    var isCut = false
  }

  /// Inserts the recognized texts of images into the text of a document.
  ///
  /// - Parameters:
  ///   - type: the media type of the document.
  ///   - format: its format.
  ///   - status: its status; that of its content if it is a member of a container.
  ///   - content: the content that was read from it.
  ///   - limit: the largest size of the text in bytes.
  /// - Returns: the images of the document.
  func insertTexts(
    ofType type: String, _ format: DocumentFormat, _ status: FileStatus,
    into content: inout DocumentContent, _ limit: Int
  ) -> Images {
    let isPicture =
      format == .image && Self.isRecognizable(imageOfType: type, size: status.size)
    let scanned = isPicture ? PageNumbers("1") ?? PageNumbers() : content.scannedPages
    if scanned.isEmpty { return Images(isPicture: isPicture) }
    let texts = recognizedTexts(scanned, status, settings.recognition.languages.name)
    let isWhole = content.insert(texts, limit: limit)
    return Images(
      waiting: scanned.filter { texts[$0] == nil }, isPicture: isPicture, isCut: !isWhole)
  }

  /// Describes a member whose reader ran in the program of its container, with the texts of its images.
  func member(_ answered: consuming AnsweredMember, _ byteLimit: Int) -> ExtractedMember {
    var answered = answered
    let description = answered.description
    var images = Images()
    if let format = description.format, format.hasImages, let checksum = description.checksum {
      images = insertTexts(
        ofType: description.type, format,
        FileStatus(contentOf: description.size, checksum: checksum), into: &answered.content,
        byteLimit)
    }
    var member = ExtractedMember(answered)
    member.document.take(images)
    return member
  }
}

extension ExtractedText {
  /// Records which images wait for recognition.
  mutating func take(_ images: DocumentExtractor.Images) {
    (waitingPages, isPicture) = (images.waiting, images.isPicture)
    if images.isCut, extent == .whole { extent = .part(because: .textLimit) }
  }
}

extension FileStatus {
  /// The status of a member's content, whatever its container and its times are.
  ///
  /// - Parameters:
  ///   - size: the size in bytes.
  ///   - checksum: the checksum that the container has, or that was computed.
  package init(contentOf size: UInt64, checksum: UInt64) {
    var sum = FNV1a()
    sum.add(checksum)
    self.init(
      size: Int64(clamping: size), modified: FileTime(nanoseconds: 0), checksum: sum.value)
  }
}
