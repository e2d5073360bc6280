import Foundation
import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import SearchIndex

/// Measures the index without the daemon: how long it takes to write, how large it is, how it reads.
///
/// `BENCHMARKS=1 swift run -c release IndexBenchmark FOLDER…`: the files below the folders that are
/// UTF-8 are the documents, each as it is, without an extractor. `IndexBenchmark --index FOLDER` measures
/// corrections in an index that is there; with folders behind it, it is written and kept.
@main
enum IndexBenchmark {
  static func main() async throws {
    var folders = CommandLine.arguments.dropFirst()
    guard !folders.isEmpty else {
      print("usage: IndexBenchmark [--index FOLDER] FOLDER…")
      return
    }
    if folders.first == "--index", folders.count >= 2 {
      guard let index = FilePath(absolute: folders[2]) else { return }
      folders = folders.dropFirst(2)
      let store = IndexStore(in: index)
      if !folders.isEmpty { _ = try write(folders.flatMap(textFiles).sorted(), to: store) }
      return try await correct(store)
    }
    let files = folders.flatMap(textFiles).sorted()
    let place = FileManager.default.temporaryDirectory.appending(path: "sitta-\(getpid())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    guard let folder = FilePath(absolute: place.path) else { return }
    let store = IndexStore(in: folder)
    let bytes = try write(files, to: store)
    try printSizes(of: store, textBytes: bytes)
    try read(store)
    try await readWords(store)
  }

  private static func textFiles(below folder: String) -> [String] {
    guard let entries = FileManager.default.enumerator(atPath: folder) else { return [] }
    return entries.compactMap { $0 as? String }.map { "\(folder)/\($0)" }.filter { path in
      (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        == .typeRegular
    }
  }

  private static func write(_ files: [String], to store: IndexStore) throws -> Int {
    let writer = try store.open(now: .now).writer
    try writer.setBulk(true)
    var (bytes, documents, seconds) = (0, 0, 0.0)
    for file in files {
      guard let path = FilePath(absolute: file), let status = try? FileStatus(of: path),
        let data = FileManager.default.contents(atPath: file), !data.contains(0),
        String(validating: data, as: UTF8.self) != nil
      else { continue }
      var document = Document(status: status, type: "text/plain")
      document.text = Array(data)
      let start = clock()
      try writer.replace(document, at: path)
      documents += 1
      if documents % 500 == 0 { try writer.commit() }
      seconds += Double(clock() - start) / Double(CLOCKS_PER_SEC)
      bytes += data.count
    }
    let start = clock()
    try writer.commit()
    try writer.setBulk(false)
    seconds += Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let merging = clock()
    var steps = 0
    while try writer.maintain() { steps += 1 }
    let tidying = Double(clock() - merging) / Double(CLOCKS_PER_SEC)
    try writer.setCleanShutdown(true)
    print(
      """
      wrote \(documents) documents, \(megabytes(bytes)) MB of text, in \(rounded(seconds)) s of CPU: \
      \(rounded(Double(bytes) / 1e6 / seconds)) MB/s; tidied in \(rounded(tidying)) s, \(steps) steps
      """)
    return bytes
  }

  /// SQLite: <https://www.sqlite.org/dbstat.html>.
  private static func printSizes(of store: IndexStore, textBytes: Int) throws {
    let database = try Database(path: store.file.bytes, access: .readOnly)
    var sizes: [(name: String, bytes: Int)] = []
    try database.prepare("SELECT name, sum(pgsize) FROM dbstat GROUP BY name").forEachRow { row in
      sizes.append((row.text(at: 0) ?? "", Int(row.integer(at: 1))))
    }
    let words = sizes.filter { $0.name.hasPrefix("search_") || $0.name == "stem" }
    for (name, bytes) in sizes.sorted(by: { $0.bytes > $1.bytes }) where bytes > 1 << 16 {
      print("  \(name): \(megabytes(bytes)) MB, \(percent(bytes, of: textBytes)) of the text")
    }
    let index = words.reduce(0) { $0 + $1.bytes }
    print("  words and stems: \(percent(index, of: textBytes)) of the text")
    let all = sizes.reduce(0) { $0 + $1.bytes }
    print("  all: \(megabytes(all)) MB, \(percent(all, of: textBytes)) of the text")
  }

  private static func read(_ store: IndexStore) throws {
    let reader = try IndexReader(store)
    for text in ["databases", "\"databases\"", "the", "installing packages", "frobnicate"] {
      let query = try Query(parsing: text)
      var times: [Double] = []
      var hits = 0
      for _ in 0..<9 {
        let start = clock()
        hits = try reader.search(query, SearchOptions()).hits.count
        times.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1_000)
      }
      print("  \(text): \(rounded(times.sorted()[4])) ms of CPU in the median, \(hits) hits shown")
    }
  }

  private static func readWords(_ store: IndexStore) async throws {
    let vocabulary = Vocabulary(ReaderPool(store), tasks: try LoopTaskExecutor(name: "words"))
    let start = clock()
    guard let words = try await vocabulary.words(until: .now + .seconds(600)) else { return }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    print("  read \(words.count) words in \(rounded(seconds)) s of CPU, \(words.byteCount) bytes")
  }

  private static func correct(_ store: IndexStore) async throws {
    let vocabulary = Vocabulary(ReaderPool(store), tasks: try LoopTaskExecutor(name: "words"))
    let start = clock()
    guard let words = try await vocabulary.words(until: .now + .seconds(600)) else { return }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    print("read \(words.count) words in \(rounded(seconds)) s of CPU, \(words.byteCount) bytes")
    let test = CorrectionTest(reader: try IndexReader(store), words: words)
    try test.printTimes()
    let misspellings = "Benchmarks/RankingBenchmark/misspellings.tsv"
    try test.printRight(of: String(contentsOfFile: misspellings, encoding: .utf8))
  }

  private static func megabytes(_ bytes: Int) -> Int { bytes / 1_000_000 }
  private static func percent(_ part: Int, of whole: Int) -> String {
    "\(rounded(Double(part) / Double(max(1, whole)) * 100)) %"
  }
  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
