import LinuxSystem
import TestSupport
import Testing

@testable import Configuration

struct RootsFileTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private var file: RootsFile { RootsFile(in: folder["sittad.conf.d"]) }

  private func roots() throws -> [FilePath]? {
    try ConfigurationReader(home: "/home/a").read(only: nil, folders: [folder.path]).roots
  }

  @Test(
    arguments: [
      ["/a"], ["/a", "/b"], ["/my files", "/tab\there"], ["/it's", "/say \"it\"", "/\"'\""],
      ["/  two  blanks  "], ["/#hash", "/=equals", "/日本"],
    ] as [[FilePath]])
  func `What is written is read, whatever stands before it`(written: [FilePath]) throws {
    try folder["sittad.conf"].write("[Index]\nRoots=/other\n")
    try file.replace(with: Array(#require(RootsFile.text(for: written)).utf8))
    #expect(try roots() == written)
  }

  @Test func `What no line can name is not written`() throws {
    #expect(RootsFile.text(for: ["/a", "/two\nlines"]) == nil)
    let bytes: [UInt8] = [0x2f, 0xff]
    #expect(RootsFile.text(for: [try #require(FilePath(absolute: bytes))]) == nil)
  }

  @Test func `It is its owner's alone, and goes without a trace`() throws {
    let text = Array(try #require(RootsFile.text(for: ["/a"])).utf8)
    #expect(file.content == nil)
    try file.replace(with: text)
    #expect(file.content == text)
    #expect(try FileStatus(of: file.path).permissions == 0o600)
    let names = try DirectoryListing(
      of: FileDescriptor(openingDirectory: folder["sittad.conf.d"])
    ).names
    #expect(names == [Array("99-roots.conf".utf8)])
    try file.replace(with: nil)
    #expect(file.content == nil)
    #expect(try roots() == nil)
  }
}
