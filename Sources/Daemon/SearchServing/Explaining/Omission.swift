import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import TextExtraction

/// A part of a document that is not indexed although its reader has read all it can, in words.
struct Omission: Equatable, Sendable {
  /// How much of the text is indexed, as the end of a clause.
  let amount: String
  /// The missing part, as a sentence.
  let sentence: String
  /// What to do about it; nil if nothing can be done.
  var remedy: String?
}

extension PathFacts {
  /// The part that is not indexed although the document was read as a whole; nil if all text is
  /// indexed.
  var omission: Omission? {
    guard let explained = index.document, explained.document.state == .complete else { return nil }
    let document = explained.document
    let inPicture = "without the text in the picture"
    if let scan = explained.scan, scan.isPicture {
      return Omission(
        amount: inPicture, sentence: "The text in the picture is not in the index.",
        remedy: remedy(isOn: recognition.scope == .pagesAndPictures, option: "OCR=all"))
    }
    if let scan = explained.scan {
      let text = "text in images on \(scan.pagesInWords)"
      return Omission(
        amount: "without the \(text)", sentence: "The \(text) is not in the index.",
        remedy: remedy(isOn: recognition.scope != .nothing, option: "OCR=pdf"))
    }
    if storedReader?.isOfImages == true, isUnrecognizable(document) {
      return Omission(
        amount: inPicture, sentence: "Text in pictures of this kind and size is not recognized.")
    }
    if let note = document.note {
      return Omission(
        amount: "without the text in its images", sentence: note,
        remedy: "To find that text, unpack the file.")
    }
    if let reader = storedReader, reader.hasMembers, !opensMembers,
      ["archive", "mailbox"].contains(reader.keyword) || document.attachments > 0
    {
      return Omission(
        amount: "with its own text, but not the text of its members",
        sentence: "Its members are not read.",
        remedy: "To have them read, set Archives=yes and ArchiveDepth=4 in sittad.conf.")
    }
    let count = explained.unreadMembers
    if count == 0 { return nil }
    return Omission(
      amount: "with its own text, but not all of the text of "
        + (count == 1 ? "a member" : "\(count) members"),
      sentence: (count == 1 ? "One of its members was" : "\(count) of its members were")
        + " not read as a whole.",
      remedy: "To see which, and why: sitta list --failed")
  }

  /// Whether text in an image of this document is never recognized.
  private func isUnrecognizable(_ document: ListedDocument) -> Bool {
    !DocumentExtractor.isRecognizable(imageOfType: document.type, size: document.size)
  }

  /// What to do about text in images; `isOn` is whether the configuration has it recognized.
  private func remedy(isOn: Bool, option: String) -> String {
    if !isOn {
      return "To have it recognized, set \(option) in sittad.conf and run 'sitta reload'."
    }
    return recognition.isPossible
      ? "It is recognized while nothing else is to be done; 'sitta status' says how much waits."
      : "It cannot be recognized now: 'sitta status' says what is missing."
  }
}
