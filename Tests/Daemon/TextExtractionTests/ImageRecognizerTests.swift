import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// Rendering and recognition by the real jailed programs, which are killed at the first refused call.
@Suite(.timeLimit(.minutes(15)))
struct ImageRecognizerTests {
  let folder: TemporaryDirectory
  let languages = RecognitionLanguages(["english"])

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["sitta-extract-pdf", ImageRecognizer.programName] {
      try folder[name].writeProgram(
        "#!/bin/sh\nexec \(try Program.sibling(name)) --strict \"$@\"\n")
    }
  }

  private func recognizer(_ programs: FilePath? = nil) -> ImageRecognizer {
    ImageRecognizer(programs: programs ?? folder.path, languages: languages)
  }

  private func render(
    _ page: UInt32, of bytes: [UInt8], by recognizer: ImageRecognizer,
    isInterrupted: () -> Bool = { false }
  ) throws -> JailedAnswer<ImageRecognizer.Rendering> {
    try folder["a.pdf"].write(bytes)
    let file = try FileDescriptor(openingForeign: folder["a.pdf"])
    return recognizer.render(page, of: file, size: Int64(bytes.count), isInterrupted)
  }

  private func recognize(
    _ bytes: [UInt8], by recognizer: ImageRecognizer, isInterrupted: () -> Bool = { false }
  ) throws -> JailedAnswer<ImageRecognizer.Recognition> {
    try folder["image"].write(bytes)
    let file = try FileDescriptor(openingForeign: folder["image"])
    return recognizer.recognize(file, size: Int64(bytes.count), isInterrupted)
  }

  private func words(_ recognition: ImageRecognizer.Recognition) -> [Substring] {
    guard case .text(let text, let engine) = recognition else { return [] }
    #expect(engine.hasPrefix("5."))
    return Substring(decoding: text, as: UTF8.self).split { $0.isWhitespace }
  }

  @Test func `The words of a scanned page are recognized`() throws {
    let recognizer = recognizer()
    let page = DrawnPage(lines: ["THE OLD BARREL", "IS FULL OF RUST"])
    let rendering = try render(2, of: ScannedDocument([nil, page]).bytes, by: recognizer)
    guard case .image(let image) = rendering.result else {
      Issue.record("\(rendering.result)")
      return
    }
    #expect(rendering.time > .zero)
    #expect(abs(image.size - Int64(page.file.count)) < Int64(page.file.count) / 50)
    // No process can change it on its way.
    #expect(throws: SystemError.self) { try image.descriptor.write([0], at: 30) }
    for _ in 0..<2 {
      let answer = recognizer.recognize(image.descriptor, size: image.size) { false }
      #expect(words(answer.result) == ["THE", "OLD", "BARREL", "IS", "FULL", "OF", "RUST"])
      #expect(answer.time > .zero)
    }
  }

  @Test func `An empty page is blank, and a page that is not there fails`() throws {
    let recognizer = recognizer()
    let document = ScannedDocument([nil]).bytes
    guard case .blank = try render(1, of: document, by: recognizer).result else {
      Issue.record("It is not blank.")
      return
    }
    for (page, bytes) in [(2, document), (0, document), (1, Array("no PDF".utf8))] {
      guard case .failed(.unreadable) = try render(UInt32(page), of: bytes, by: recognizer).result
      else {
        Issue.record("Page \(page) was rendered.")
        return
      }
    }
  }

  @Test func `What is no image, or a small one, is unreadable`() throws {
    let recognizer = recognizer()
    for bytes in [
      Array("GIF89a and so on and on".utf8), [1], Array("P5\n9 9\n255\n123456789".utf8),
    ] {
      #expect(try recognize(bytes, by: recognizer).result == .failed(.unreadable))
    }
    #expect(try recognize([], by: recognizer).result == .failed(.unreadable))
  }

  @Test func `Recognition is interrupted at once, and goes on later`() throws {
    let recognizer = recognizer()
    let file = DrawnPage(lines: Array(repeating: "THE OLD BARREL IS FULL OF RUST", count: 20)).file
    #expect(try recognize(file, by: recognizer) { true }.result == .failed(.interrupted))
    let page = DrawnPage(lines: ["FULL BARREL"])
    #expect(words(try recognize(page.file, by: recognizer).result) == ["FULL", "BARREL"])
  }

  @Test func `A program that is missing or does not run is no fault of the image`() throws {
    let page = DrawnPage(lines: ["FULL BARREL"]).file
    let empty = try TemporaryDirectory()
    #expect(
      try recognize(page, by: recognizer(empty.path)).result == .failed(.missingProgram))
    let none = ImageRecognizer(programs: nil, languages: languages)
    #expect(try recognize(page, by: none).result == .failed(.missingProgram))
    try empty[ImageRecognizer.programName].writeProgram("#!/bin/sh\nexit 70\n")
    #expect(
      try recognize(page, by: recognizer(empty.path)).result == .failed(.missingProgram))
    // A language that is not there.
    var other = languages
    other.installed = ["xyz"]
    let real = ImageRecognizer(programs: folder.path, languages: other)
    #expect(try recognize(page, by: real).result == .failed(.missingProgram))
  }
}

/// Allowed and hostile answers of programs for images.
struct HostileImageTests {
  private static let sides: [UInt32] = [
    0, 1, 2, 5_792, 5_793, 32 << 20, 1 << 31 - 1, 1 << 31, .max - 1, .max,
  ]
  private static let times: [UInt64] = [
    0, 1, 300_000_000, 300_000_001, 1 << 63 - 1, 1 << 63, .max,
  ]

  private func recognizer(_ frames: [ExtractionFrame]) -> ImageRecognizer {
    let clock = ScriptedProgram.Clock()
    return ImageRecognizer(programs: .root, languages: RecognitionLanguages([], in: [])) { _, _ in
      ScriptedProgram(clock, step: .milliseconds(1)) { number in
        number == 0 ? frames : [.exit(.init(status: -9, time: 1, memory: 1))]
      }
    }
  }

  @Test(arguments: sides, sides)
  func `A rendered page has the size of its pixels, or there is none`(
    width: UInt32, height: UInt32
  ) throws {
    let frames: [ExtractionFrame] = [
      .image(width: width, height: height), .pixels([1, 2, 3, 4]), .end(.init(.complete, time: 1)),
    ]
    let file = try FileDescriptor(inMemory: "document")
    let rendering = recognizer(frames).render(1, of: file, size: 0) { false }
    switch rendering.result {
    case .image(let image):
      #expect(UInt64(width) * UInt64(height) == 4)
      #expect(image.size < 64)
    case .blank: Issue.record("An image of \(width) and \(height) pixels is no blank page.")
    case .failed(let failure): #expect(failure == .died)
    }
  }

  @Test(arguments: times)
  func `Times of both programs are bounded`(time: UInt64) throws {
    let isBelieved = time <= 300_000_000
    let file = try FileDescriptor(inMemory: "document")
    for end in [
      ExtractionFrame.end(.init(.complete, time: time)),
      .exit(.init(status: .max, time: time, memory: .max)),
    ] {
      let rendered = recognizer([.image(width: 1, height: 1), .pixels([1]), end])
        .render(1, of: file, size: 0) { false }
      let recognized = recognizer([.text([0x61]), end]).recognize(file, size: 1) { false }
      for spent in [rendered.time, recognized.time] {
        #expect(spent == (isBelieved ? .microseconds(Int64(time)) : .zero))
      }
      if case .exit = end {
        #expect(recognized.result == .failed(.died))
      } else {
        #expect(
          recognized.result == (isBelieved ? .text([0x61], engine: "") : .failed(.died)))
      }
    }
  }
}

struct RecognitionLanguagesTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for file in ["4/eng", "5/eng", "5/deu", "6/fra"] {
      try folder["\(file).traineddata"].write("")
    }
  }

  private func find(_ names: [String], in versions: [String] = ["6", "5", "4"])
    -> RecognitionLanguages
  {
    RecognitionLanguages(names, in: versions.map { folder[$0] })
  }

  @Test func `The folder with most of the languages is taken`() {
    let languages = find(["english", "german", "french"])
    #expect(languages.folder == folder["5"])
    #expect(languages.name == "eng+deu")
    #expect(languages.missingPackages == ["tesseract-ocr-fra"])
    #expect(find(["french"]).folder == folder["6"])
    #expect(find(["french"]).missing == [])
  }

  @Test func `Without languages, English is meant`() {
    #expect(find([]).name == "eng")
    #expect(find(["klingon"]).name == "eng")
  }

  @Test func `A language is known by its names and codes`() {
    for name in ["german", "german2", "de", "ger", "deu"] { #expect(find([name]).name == "deu") }
    #expect(find(["english", "porter", "en"]).installed == ["eng"])
  }

  @Test func `Nothing installed is said with the packages to install`() {
    let languages = find(["german", "english"], in: ["7"])
    #expect(languages.folder == nil)
    #expect(languages.missing == ["deu", "eng"])
    let settings = RecognitionSettings(.pages, languages)
    #expect(!settings.isPossible)
    #expect(
      settings.warnings == [
        "Text in images is not recognized: tesseract has no language. Install the packages: "
          + "tesseract-ocr-deu tesseract-ocr-eng"
      ])
    #expect(RecognitionSettings(.nothing, languages).warnings == [])
    #expect(RecognitionSettings(.pages, find(["english"])).warnings == [])
    #expect(RecognitionSettings(.pages, find(["english", "french"])).warnings.count == 1)
  }
}
