import DaemonMeasuring
import LinuxSystem
import TestSupport

/// Compares the words that our readers find with the words of other readers.
///
/// Known losses are the reference's: odfpy glues the number of a footnote and the text of a frame to the
/// word beside it. Python's `email` believes a charset that is declared wrongly, keeps both alternatives
/// where a boundary is used twice, and repeats an address that is also the name of its owner.
struct WordComparison {
  private let options: Options
  private let place: Workplace
  private let reading: JailedReading
  private let generated: FilePath
  /// PDFs are many and long.
  private static let standardCount = 300

  init(_ options: Options, in place: Workplace) throws {
    (self.options, self.place) = (options, place)
    reading = try JailedReading()
    generated = try place.folder("generated")
  }

  /// Prints a line for each format.
  func run(_ verdict: inout Verdict) throws {
    let material = try options.material
    _ = try options.runScript("generate.py", ["\(generated)", "\(options.seed)", "words"])
    let documents = try ["debian", "pypi"].flatMap {
      try DocumentFolder.files(below: material.appending($0))
    }
    // The documents of the packages are many, but short.
    let office = try (try? options.corpus).map {
      try DocumentFolder.files(below: $0, ".docx", ".odt")
    }
    let all = documents + (office ?? [])
    func files(_ suffixes: String...) -> [FilePath] {
      all.filter { file in suffixes.contains { file.description.hasSuffix($0) } }
    }
    func made(_ name: String) throws -> [FilePath] {
      try DocumentFolder.files(below: generated.appending(name))
    }
    // One of them is a message of Outlook, which is no mail in text.
    let malformed = documents.filter {
      $0.description.contains("/tests/mails/mail_") && !$0.description.contains("outlook")
    }
    let formats: [(name: String, script: String, files: [FilePath], bound: Double)] = [
      ("docx", "docx", files(".docx"), 0.999),
      ("pptx", "pptx", files(".pptx"), 0.999),
      ("xlsx", "xlsx", files(".xlsx") + (try made("xlsx")), 0.999),
      ("odf", "odf", files(".odt", ".ods", ".odp"), 0.999),
      ("mail in ten charsets", "mail", try made("mail"), 0.999),
      ("malformed mail", "mail", malformed, 0.99),
      ("html", "html", sample(files(".html")), 0.999),
    ]
    for format in formats where options.wants(format.script) {
      let references = try references(format.script, format.files)
      try compare(format.name, format.files, references, bound: format.bound, &verdict)
    }
    if options.wants("pdf") {
      try comparePDF(sample(files(".pdf")), &verdict)
      try compareTwins(files(".pdf"), &verdict)
    }
  }

  /// Some files, spread over all.
  private func sample(_ files: [FilePath]) -> [FilePath] {
    let count = options.rounds ?? Self.standardCount
    return files.count <= count ? files : (0..<count).map { files[$0 * files.count / count] }
  }

  /// The texts of files as a reference reader has them; nil if it refuses the file.
  private func references(_ script: String, _ files: [FilePath]) throws -> [WordCount?] {
    let folder = try place.folder("texts")
    defer { place.remove(folder) }
    let input = Array(files.map(\.bytes).joined(separator: [0x0a]))
    _ = try options.runScript("read.py", [script, "\(folder)"], input: input)
    return files.indices.map { number in
      (try? folder.appending("\(number).txt").contents()).map(WordCount.init)
    }
  }

  private func compare(
    _ name: String, _ files: [FilePath], _ references: [WordCount?], bound: Double,
    _ verdict: inout Verdict
  ) throws {
    var shares = WordShares()
    var unread = 0
    for (file, reference) in zip(files, references) {
      guard let reference else { continue }
      let text = try reading.text(file)
      if text == nil { unread += 1 }
      shares.add(file.description, WordCount(text ?? []), reference)
    }
    let refused = references.count { $0 == nil }
    verdict.add(
      name,
      """
      \(shares.files) files, \(shares.words) words: \(percent(shares.found)) % found, at least \
      \(percent(bound)) %; \(percent(shares.confirmed)) % of ours are in the reference\
      \(refused > 0 ? "; it refuses \(refused)" : "")\(unread > 0 ? "; \(unread) unread" : "")
      """, isGood: shares.found >= bound && unread == 0)
    for file in shares.worst {
      say("    \(percent(file.share)) %  \(file.name): \(file.missing)")
    }
  }

  private func comparePDF(_ files: [FilePath], _ verdict: inout Verdict) throws {
    let references = try files.map { try PDFText.words(of: $0) }
    try compare("pdf", files, references, bound: 0.9999, &verdict)
  }

  /// PDFs beside which the same text is, made of the same source: ours must be as near as `pdftotext`.
  private func compareTwins(_ files: [FilePath], _ verdict: inout Verdict) throws {
    for file in files {
      let name = file.name.dropLast(4)
      guard let twin = try? file.parent.appending(name + Array(".txt".utf8)).contents() else {
        continue
      }
      let words = WordCount(twin)
      let reference = try PDFText.words(of: file)
      let own = WordCount(try reading.text(file) ?? [])
      let theirs = Double(words.shared(with: reference ?? WordCount([]))) / Double(words.total)
      let ours = Double(words.shared(with: own)) / Double(words.total)
      verdict.add(
        "twin of \(String(decoding: file.name, as: UTF8.self))",
        "\(words.total) words, \(percent(ours)) % found, by pdftotext \(percent(theirs)) %",
        isGood: ours >= theirs)
    }
  }
}

/// The text of PDFs by `pdftotext`.
enum PDFText {
  static let program = "/usr/bin/pdftotext"

  /// The words of a PDF; nil if it cannot be read.
  static func words(of file: FilePath) throws -> WordCount? {
    guard let program = FilePath(absolute: program) else { return nil }
    let words = ["-enc", "UTF-8", "\(file)", "-"].map { Array($0.utf8) }
    let report = try ChildProcess.run(
      ChildProcess.Command(program, words), upTo: 64 << 20, until: .now + .seconds(600))
    return report.ending == .exited(0) ? WordCount(report.output) : nil
  }
}
