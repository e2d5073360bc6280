import ExtractionProtocol
import LinuxSystem
import SearchInterface
import TestSupport
import Testing
import TextExtraction

@testable import SearchServing

/// Programs that send extreme numbers in every field of every frame, from the frame to the reply of each
/// method: nothing traps, and the service goes on.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct HostileReaderTests {
  /// Ten documents at which a program ends would pause it.
  nonisolated private static let batches =
    stride(from: 0, to: HostileReader.answers.count, by: 8)
    .map { $0..<min($0 + 8, HostileReader.answers.count) }

  /// Writes a file whose last line is a number, with the beginning that its format has.
  private func write(_ number: Int, to name: String, _ service: LiveService) throws {
    let signature: [UInt8] =
      name.hasSuffix(".gz")
      ? [0x1f, 0x8b, 8, 0] : name.hasSuffix(".zip") ? [0x50, 0x4b, 3, 4] : []
    let begin =
      name.hasSuffix(".mbox") ? Array("From a@x Mon Jan  1 00:00:00 2024\n".utf8) : signature
    let end = Array("\n\(number)\n".utf8)
    let size = HostileReader.fileSize + number
    // The program looks at the beginning of a file.
    let filling = [UInt8](repeating: 0x0a, count: size - begin.count - end.count)
    try service.files.appending(name).write(begin + end + filling)
  }

  @Test(arguments: batches)
  func `No number of a program ends the service`(batch: Range<Int>) async throws {
    let reader: ReaderStart = { (path, _) throws(SystemError) in
      HostileReader(HostileReader.answers, inPlaceOf: path)
    }
    try await LiveService.run(reader: reader) { service, client in
      try service.write("plain.txt", "apple pear")
      for number in batch {
        try write(number, to: "\(number).\(HostileReader.answers[number].file)", service)
      }
      _ = try client.sync(.init())
      let names = batch.map { HostileReader.answers[$0].name }
      let listed = try client.list(.init()).documents
      #expect(listed.count(where: { $0.member == nil }) == batch.count + 1, "\(names)")
      let everything: [FacetProperty] = FacetProperty.allCases
      for order in SearchOrder.allCases {
        for query in [
          "pear", "pear created:>1900", "pear created:<2200", "pear modified:>2200", "pear size:>1",
          "pear modified:<1700", "pear pages:>1", "pear has:attachment", "type:archive",
        ] {
          let found = try client.search(
            .init(query: query, order: order, facets: everything, passages: 2))
          if query == "pear" { #expect(found.hits.contains { $0.document.name == "plain.txt" }) }
        }
      }
      for document in listed {
        _ = try client.explain(.init(path: document.uri, query: "pear"))
        _ = try client.read(.init(uri: document.uri))
      }
      _ = try client.changes(.init(text: true))
      _ = try client.statistics(.init(query: "pear"))
      #expect(try client.status().documents >= batch.count + 1)
      try service.write("later.txt", "quince")
      _ = try client.sync(.init())
      #expect(try client.count(.init(query: "quince")).count == 1)
    }
  }

  @Test func `The same answers with ordinary numbers are read`() async throws {
    let answers = HostileReader.ordinary
    let reader: ReaderStart = { (path, _) throws(SystemError) in
      HostileReader(answers, inPlaceOf: path)
    }
    try await LiveService.run(reader: reader) { service, client in
      for (number, answer) in answers.enumerated() {
        try write(number, to: "\(number).\(answer.file)", service)
      }
      _ = try client.sync(.init())
      let hits = try client.search(.init(query: "pear", limit: 100, copies: true)).hits
      let files = Set(hits.map { $0.document.path?.split(separator: "/").last ?? "" })
      let expected = answers.enumerated().map { "\($0.offset).\($0.element.file)" }
      #expect(files == Set(expected.map { Substring($0) }))
      // The mailbox goes on three times.
      #expect(hits.count { $0.document.path?.hasSuffix(".mbox") == true } == 5)
    }
  }
}
