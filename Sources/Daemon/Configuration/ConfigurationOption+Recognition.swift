/// The images whose text is recognized.
public enum RecognitionScope: String, CaseIterable, Sendable {
  /// In none: no text in images is recognized.
  case no
  /// In pages of PDF documents that have no letters.
  case pdf
  /// In such pages, and in photos and other image files.
  case all
}

/// The option `OCR=` in the section `[Extract]`: recognition of text in images.
extension ConfigurationOption {
  static let recognition = [
    ConfigurationOption(
      section: "Extract", key: "OCR", allowed: "no, pdf or all",
      defaultValue: ServiceConfiguration().recognition.rawValue,
      help: """
        Whether to recognize text in images: `no`; `pdf` in scanned pages of PDF documents; `all` \
        also in JPEG, PNG and TIFF files; in files of their own, in archives and in mails. A page takes \
        about 2 s of CPU time. So it is done one page at a time, only while nothing else is to be done, never on battery, and at most 500 pages of a \
        document in a day; `sitta status` counts the waiting pages. It needs tesseract with the \
        languages of `Languages=`, and with `auto` with the languages in use at the start: the packages \
        `sitta-ocr`, `tesseract-ocr-eng`, `tesseract-ocr-deu` and so on. The texts are kept in \
        `ocr.sqlite` in the state folder, at most 256 MB, so that no page is recognized twice. \
        Another language is used for pages that are recognized from then on.
        """
    ) { value, configuration, _ in
      // The words for yes and no of other options are accepted, too.
      let word = boolean(value).map { $0 ? "all" : "no" } ?? value.lowercased()
      return set(&configuration.recognition, RecognitionScope(rawValue: word))
    }
  ]
}
