import DaemonMeasuring
import IndexStorage
import LinuxSystem
import SearchIndex
import TestSupport

/// Measures searches inside a reader of an index with many documents.
///
/// `BENCHMARKS=1 swift run -c release QueryBenchmark [OPTION…] FOLDER…` makes documents of the UTF-8 texts below
/// the folders. `--documents N`: so many, by cutting the files into slices where they are fewer
/// (100000). `--seed N` draws other queries. `--queries FILE` adds queries. `--index FOLDER` keeps the
/// index there, for another run. `--rounds N` asks all queries so often, and the quickest time
/// of each counts. `--form FORM` asks only those of a ``QueryMix/Form``, for a profiler. `--answers FILE`
/// measures the snippets and nothing else; ``ShownAnswers`` says what is in the file. `--snippet-words N` sets
/// their length.
@main
struct QueryBenchmark {
  private var count = 100_000
  private var seed: UInt64 = 2026
  private var queries: FilePath?
  private var index: FilePath?
  private var form: QueryMix.Form?
  private var rounds = 1
  private var answers: FilePath?
  private var snippetWords = SearchOptions().snippetWords
  private var folders: [FilePath] = []

  static func main() throws {
    var benchmark = QueryBenchmark()
    var words = ProcessEnvironment.arguments.map { String(decoding: $0, as: UTF8.self) }[...]
    while let word = words.popFirst() {
      switch word {
      case "--documents": benchmark.count = words.popFirst().flatMap { Int($0) } ?? 0
      case "--seed": benchmark.seed = words.popFirst().flatMap { UInt64($0) } ?? 0
      case "--queries": benchmark.queries = words.popFirst().flatMap { FilePath(absolute: $0) }
      case "--index": benchmark.index = words.popFirst().flatMap { FilePath(absolute: $0) }
      case "--answers": benchmark.answers = words.popFirst().flatMap { FilePath(absolute: $0) }
      case "--snippet-words":
        benchmark.snippetWords = words.popFirst().flatMap { Int($0) } ?? benchmark.snippetWords
      case "--form": benchmark.form = words.popFirst().flatMap(QueryMix.Form.init)
      case "--rounds": benchmark.rounds = words.popFirst().flatMap { Int($0) } ?? 1
      default: benchmark.folders += [FilePath(absolute: word)].compactMap(\.self)
      }
    }
    guard !benchmark.folders.isEmpty || benchmark.answers != nil else {
      print("usage: QueryBenchmark [OPTION…] FOLDER…")
      ProcessEnvironment.exit(2)
    }
    let place = try Workplace()
    defer { place.remove() }
    if let answers = benchmark.answers {
      return try ShownAnswers(linesOf: answers, snippetWords: benchmark.snippetWords)
        .measure(in: IndexStore(in: place.folder("answers")))
    }
    let isWithin = try benchmark.run(in: benchmark.index ?? place.folder("index"))
    if !isWithin {
      place.remove()
      ProcessEnvironment.exit(1)
    }
  }

  private func run(in folder: FilePath) throws -> Bool {
    let corpus = try Corpus(folders: folders, count: count)
    let store = IndexStore(in: folder)
    let samples = try prepare(corpus, store)
    var mix = QueryMix(from: samples, count: 300, seed: seed)
    if let queries { try mix.append(linesOf: queries) }
    let reader = try IndexReader(store)
    var options = SearchOptions()
    // Others first, so that the file is in memory, and common words are known as in a daemon.
    let others = QueryMix(from: samples, count: 300, seed: seed + 1)
    _ = try MeasuredQueries(others, in: reader, options)
    if let form { mix = mix.only(form) }
    let measured = try MeasuredQueries(mix, in: reader, options, rounds: rounds)
    measured.print("with snippets")
    options.snippetWords = 0
    try MeasuredQueries(mix, in: reader, options, rounds: rounds).print("without snippets")
    if form != nil { return true }
    guard let all = measured.all else { return false }
    let isWithin = isWithinBounds(all)
    return try isWithinBoundsInBulk(mix, corpus, store) && isWithin
  }

  /// Writes the documents, unless they are there, and takes some for the queries.
  private func prepare(_ corpus: Corpus, _ store: IndexStore) throws -> [ArraySlice<UInt8>] {
    let opened = try store.open(now: .now)
    let writer = opened.isNew ? opened.writer : nil
    var random = SplitMix(seed: seed)
    var samples: [ArraySlice<UInt8>] = []
    var (number, bytes) = (0, 0)
    try writer?.setBulk(true)
    try corpus.forEach { piece in
      number += 1
      bytes += piece.text.count
      if Int.random(in: 0..<count, using: &random) < 3_000 { samples.append(piece.text) }
      guard let writer else { return }
      var document = Document(status: piece.status, type: "text/plain")
      document.text = Array(piece.text)
      document.title = title(of: piece.text)
      try writer.replace(document, at: piece.path)
      if number % 1_000 == 0 { try writer.commit() }
    }
    if let writer {
      try writer.commit()
      try writer.setBulk(false)
      while try writer.maintain() {}
      try writer.setCleanShutdown(true)
    }
    report("documents", "\(number), \(bytes / 1_000_000) MB of text")
    return samples
  }

  /// The first words, as many files have a title.
  private func title(of text: ArraySlice<UInt8>) -> String {
    String(decoding: text.prefix(200), as: UTF8.self).split { !$0.isLetter }.prefix(5)
      .joined(separator: " ")
  }

  private func isWithinBounds(_ times: Quantiles) -> Bool {
    let isLarge = count > 100_000
    let isWithin =
      times.ninetyNinth <= .milliseconds(isLarge ? 50 : 20)
      && (isLarge || times.median <= .milliseconds(2))
    report(
      "bounds",
      (isLarge ? "99th 50 ms" : "median 2 ms, 99th 20 ms") + (isWithin ? ": held" : ": MISSED"))
    return isWithin
  }

  /// Asks again while documents are written in bulk.
  private func isWithinBoundsInBulk(
    _ mix: QueryMix, _ corpus: Corpus, _ store: IndexStore
  ) throws -> Bool {
    let reader = try IndexReader(store)
    let options = SearchOptions()
    _ = try MeasuredQueries(mix, in: reader, options)
    let quiet = try MeasuredQueries(mix, in: reader, options)
    let writer = BulkWriter(corpus, to: store)
    let busy = try MeasuredQueries(mix, in: reader, options)
    let documents = try writer.stop()
    guard let quiet = quiet.whole, let busy = busy.whole else { return false }
    let ratio = busy.median / quiet.median
    report("while \(documents) documents are written, wall", "\(busy)")
    let isWithin = ratio <= 2
    report(
      "median while writing",
      "\(rounded(ratio)) times the quiet one (2)" + (isWithin ? ": held" : ": MISSED"))
    return isWithin
  }
}
