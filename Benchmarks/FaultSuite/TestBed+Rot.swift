import DaemonMeasuring
import LinuxSystem
import SittaSQLite
import TestSupport

/// Damage to the closed file of an index.
extension TestBed {
  private var index: FilePath { state.appending("index.sqlite") }
  private static let pageSize = 4_096

  /// A bit that is another, anywhere.
  func flipBits() throws {
    try damage(times: 200, "a flipped bit") { bytes, random in
      let offset = Int.random(in: bytes.indices, using: &random)
      bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      return "at byte \(offset)"
    }
  }

  /// A page of zeros.
  func zeroPages() throws {
    try damage(times: 50, "a page of zeros") { bytes, random in
      let page = Int.random(in: 0..<bytes.count / Self.pageSize, using: &random)
      let range = page * Self.pageSize..<(page + 1) * Self.pageSize
      bytes.replaceSubrange(range, with: repeatElement(0, count: Self.pageSize))
      return "at page \(page)"
    }
  }

  /// A file that ends too early, on a page's end or within one.
  func truncate() throws {
    try damage(times: 20, "a file that ends too early") { bytes, random in
      var count = Int.random(in: 1..<bytes.count, using: &random)
      if Bool.random(using: &random) { count = max(1, count / Self.pageSize) * Self.pageSize }
      bytes.removeLast(bytes.count - count)
      return "after \(count) bytes"
    }
  }

  /// Another file in the index's place.
  func replaceByStrangers() throws {
    let whole = try closedIndex()
    let others: [(String, (FilePath) throws -> Void)] = [
      ("an empty file", { try $0.write("") }),
      ("a text", { try $0.write("no database at all\n") }),
      (
        "another program's database",
        { file in
          try file.write("")
          try Database(path: file.bytes).execute("CREATE TABLE song(name)")
        }
      ),
      (
        "an index of a newer version",
        { file in
          try file.write(whole)
          try Database(path: file.bytes).execute(
            "INSERT INTO migration(name) VALUES('99 from the future')")
        }
      ),
    ]
    for (name, place) in others {
      try restore(whole)
      try place(index)
      try expectHealed(after: name)
    }
  }

  private func damage(
    times: Int, _ what: String, _ body: (inout [UInt8], inout SplitMix) -> String
  ) throws {
    let whole = try closedIndex()
    for _ in 0..<min(rounds, times) {
      var bytes = whole
      let how = body(&bytes, &random)
      try restore(bytes)
      try expectHealed(after: "\(what) \(how) of \(whole.count) bytes")
    }
  }

  /// The file of an index that has all documents, and is due to be checked.
  private func closedIndex() throws -> [UInt8] {
    try work(steps: 200)
    if let daemon = start() {
      try daemon.synchronize()
      stop(daemon)
    }
    awaitsCheck = true
    try Database(path: index.bytes).execute(
      "INSERT OR REPLACE INTO meta(key, value) VALUES('checked', \(Self.longAgo.seconds))")
    return try index.contents()
  }

  private func restore(_ bytes: [UInt8]) throws {
    try state.removeTree()
    try index.write(bytes)
  }
}
