import DaemonMeasuring
import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex

/// How often the snippet of the right document has the answer to a question.
struct ShownAnswers {
  /// A line of the file: a document below the folder of the file, a question, and what answers it.
  private struct Question {
    let document: FilePath
    let collection: String
    let text: String
    let answer: String
  }

  private let questions: [Question]
  private let snippetWords: Int

  /// Reads a file: the fields are separated by tabs, and the first folder names the collection.
  init(linesOf file: FilePath, snippetWords: Int) throws {
    self.snippetWords = snippetWords
    let bytes = try FileDescriptor(openingOwn: file).read(upTo: 16 << 20, expecting: 1 << 20)
    questions = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 3, let document = FilePath(absolute: "\(file.parent)/\(fields[0])")
      else { return nil }
      return Question(
        document: document, collection: String(fields[0].prefix { $0 != "/" && $0 != "-" }),
        text: fields[1], answer: fields[2])
    }
  }

  /// Writes the documents into an index, asks for each one alone, and prints a line for each collection.
  func measure(in store: IndexStore) throws {
    let writer = try store.open(now: .now).writer
    for path in Set(questions.map(\.document)) {
      let status = try FileStatus(of: path)
      var document = Document(status: status, type: "text/plain")
      document.text = try FileDescriptor(openingOwn: path).read(upTo: 16 << 20, expecting: 1 << 16)
      try writer.replace(document, at: path)
    }
    try writer.commit()
    let reader = try IndexReader(store)
    for (collection, questions) in Dictionary(grouping: questions, by: \.collection)
      .sorted(by: { $0.key < $1.key })
    {
      let snippets = try questions.map { try snippet(for: $0, in: reader) }
      let shown = zip(questions, snippets).count { $1.contains(oneLine($0.answer)) }
      let whole = snippets.count { !$0.hasPrefix("…") && !$0.hasSuffix("…") }
      let characters = snippets.reduce(0) { $0 + $1.count } / max(1, snippets.count)
      report(
        collection,
        "\(questions.count) questions, answer shown \(share(shown, of: questions)), "
          + "whole sentences \(share(whole, of: questions)), \(characters) characters")
    }
  }

  private func snippet(for question: Question, in reader: IndexReader) throws -> String {
    var options = SearchOptions()
    (options.within, options.limit) = ([question.document], 1)
    options.snippetWords = snippetWords
    return try reader.search(Query(parsing: question.text), options).hits.first?.snippet.text ?? ""
  }

  private func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func share(_ count: Int, of questions: [Question]) -> String {
    "." + String(1_000 + count * 1_000 / max(1, questions.count)).dropFirst()
  }
}
