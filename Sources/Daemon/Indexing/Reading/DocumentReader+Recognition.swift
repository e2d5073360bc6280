import ExtractionProtocol
import IndexStorage
import LinuxSystem
import TextExtraction

/// The recognition of text in images of documents.
extension DocumentReader {
  /// Whether and how the text in images is recognized.
  var recognition: RecognitionSettings { extraction.recognition }

  /// Problems of recognition, as sentences for people.
  var recognitionWarnings: [String] {
    let missing =
      isRecognitionMissing && recognition.isPossible
      ? [
        """
        Text in images is not recognized: \(ImageRecognizer.programName) is missing or does not run. \
        Install \(ImageRecognizer.packages), and Sitta again if that does not help.
        """
      ] : []
    return recognition.warnings + missing
  }
}

extension Document.Scan {
  /// The images of a document whose text is not yet recognized; nil if there are none.
  init?(waitingIn extracted: ExtractedText) {
    if extracted.waitingPages.isEmpty { return nil }
    self.init(isPicture: extracted.isPicture, pages: extracted.waitingPages.text)
  }
}
