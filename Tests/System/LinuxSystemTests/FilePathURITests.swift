import LinuxSystem
import TestSupport
import Testing

struct FilePathURITests {
  @Test(
    arguments: [
      ("/", "file:///"), ("/a/b.txt", "file:///a/b.txt"), ("/a b", "file:///a%20b"),
      ("/100%", "file:///100%25"), ("/a?b#c", "file:///a%3Fb%23c"), ("/é", "file:///%C3%A9"),
      ("/\n", "file:///%0A"), ("/-._~", "file:///-._~"),
    ])
  func `A path is written as a URI`(path: String, uri: String) throws {
    #expect(try #require(FilePath(absolute: path)).uri == uri)
    #expect(FilePath(uri: uri)?.utf8 == path)
  }

  @Test(
    arguments: [
      ("file:/a", "/a"), ("file://localhost/a", "/a"), ("file:///a%2fb", "/a/b"),
      ("file:///a/../b", "/b"), ("file:///é", "/é"), ("FILE:///a", "/a"),
      ("file://LocalHost/a", "/a"), ("file:/\u{301}", "/\u{301}"),
    ])
  func `Other spellings of a local URI are read`(uri: String, path: String) {
    #expect(FilePath(uri: uri)?.utf8 == path)
  }

  @Test(
    arguments: [
      "", "/a", "file:", "file:a", "file://", "http:///a", "file://host/a", "file://localhost",
      "file://localhostile/a", "file:///%", "file:///%4", "file:///%4g", "file:///%00",
      "file:///a%",
    ])
  func `A URI that is not local is refused`(uri: String) {
    #expect(FilePath(uri: uri) == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Any bytes are restored from their URI`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 0...40, using: &random)
      let name = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
      let path = try #require(FilePath(absolute: [0x2f] + name))
      #expect(path.uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
      #expect(FilePath(uri: path.uri) == path)
    }
  }
}
