import ExtractionProtocol
import LinuxSystem
import SearchInterface
import TestSupport
import Testing
import TextExtraction

@testable import SearchServing

/// From a program's remarks about a document to its explanation.
@BlockingThread @Suite(.timeLimit(.minutes(5)))
struct OmissionExplainingTests {
  nonisolated private static let text = ExtractionFrame.text(Array("pear\n".utf8))

  nonisolated private static func end(_ reason: ExtractionFrame.Ending.Reason = .complete)
    -> ExtractionFrame.Ending
  {
    .init(reason, time: 1)
  }

  nonisolated private static func member(_ name: String) -> ExtractionFrame {
    .member(.init(path: Array(name.utf8), type: "text/html", format: .html, size: 5))
  }

  nonisolated private static let scanned: [ExtractionFrame] = [
    .part(.page, label: []), text, .field(.scannedPages, Array("2-3".utf8)), .end(end()),
  ]

  /// The name of a file, the answers of programs, and the explanation of its text.
  nonisolated private static let rows:
    [(answer: HostileReader.Answer, amount: String, step: String)] = [
      (
        .init(name: "whole", file: "html") { _ in [text, .end(end())] }, "with all of its text",
        "Read as text/html."
      ),
      (
        .init(name: "a page of a scan", file: "pdf", general: { _ in [] }, pdf: { _ in scanned }),
        "without the text in images on pages 2-3",
        "The text in images on pages 2-3 is not in the index."
      ),
      (
        .init(
          name: "a compressed scan", file: "pdf.gz",
          general: { _ in [.content(Array("%PDF-1.4\n1\n2\n".utf8)), .end(end())] },
          pdf: { _ in scanned }), "without the text in its images",
        "In compressed files no text in images is recognized; pages 2-3 have hardly any letters."
      ),
      (
        .init(name: "a damaged member", file: "zip") { _ in
          [
            member("a.html"), text, .endMember(end(.damaged)), member("b.html"), text,
            .endMember(end()), .end(end()),
          ]
        }, "not all of the text of a member", "One of its members was not read as a whole."
      ),
      (
        .init(name: "a limit", file: "html") { _ in [text, .end(end(.timeLimit))] },
        "with the beginning of its text", "reading the rest takes too long"
      ),
    ]

  @Test func `What was left out is explained`() async throws {
    let answers = Self.rows.map(\.answer)
    let reader: ReaderStart = { (path, _) throws(SystemError) in
      HostileReader(answers, inPlaceOf: path)
    }
    try await LiveService.run(reader: reader) { service, client in
      for (number, row) in Self.rows.enumerated() {
        let begin =
          switch row.answer.file {
          case "zip": "PK\u{3}\u{4}"
          case "pdf": "%PDF-1.4"
          default: ""
          }
        let signature = row.answer.file == "pdf.gz" ? [0x1f, 0x8b, 8, 0] : Array(begin.utf8)
        try service.files.appending("\(number).\(row.answer.file)")
          .write(signature + Array("\n\(number)\n".utf8))
      }
      _ = try client.sync(.init())
      for (number, row) in Self.rows.enumerated() {
        let path = service.files.appending("\(number).\(row.answer.file)")
        let steps = try client.explain(.init(path: "\(path)")).steps
        let name = row.answer.name
        let index = steps.first { $0.topic == .index }?.text ?? ""
        #expect(index.contains(row.amount), "\(name): \(index)")
        let text = steps.first { $0.topic == .text }?.text ?? ""
        #expect(text.contains(row.step), "\(name): \(text)")
      }
      // A document with a remark only is no failure.
      let failed = try client.list(.init(failed: true)).documents.map { $0.member ?? $0.name }
      #expect(Set(failed) == ["a.html", "4.html"])
    }
  }
}
