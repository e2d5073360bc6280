import TestSupport
import Testing

@testable import LinuxSystem

struct DirectoryListingTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  func names() throws -> Set<[UInt8]> {
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
    #expect(Set(names).count == names.count)
    return Set(names)
  }

  @Test func `An empty folder lists nothing`() throws {
    #expect(try names().isEmpty)
  }

  @Test func `Every entry is listed once, whatever its kind and name`() throws {
    let strange: [UInt8] = [0xff, 0xfe, 0x0a]
    try folder["file"].write("")
    try folder["folder"].makeDirectory()
    try folder["link"].makeSymbolicLink(to: folder["nowhere"])
    try folder["fifo"].makeFIFO()
    try folder[strange].write("")
    let expected = ["file", "folder", "link", "fifo"].map { Array($0.utf8) } + [strange]
    #expect(try names() == Set(expected))
  }

  @Test func `A listing that takes several calls is complete`() throws {
    let expected = (0..<2_000).map { Array("a name of some length, number \($0)".utf8) }
    for name in expected { try folder[name].write("") }
    #expect(try names() == Set(expected))
  }

  @Test func `A file cannot be listed`() throws {
    try folder["file"].write("")
    let error = #expect(throws: SystemError.self) {
      try DirectoryListing(of: FileDescriptor(opening: folder["file"], flags: 0))
    }
    #expect(error?.code == 20)
  }

  /// `struct linux_dirent64`, padded to a multiple of 8 bytes.
  static func record(_ name: String) -> [UInt8] {
    let length = (19 + name.utf8.count + 1 + 7) / 8 * 8
    let head = [UInt8](repeating: 0xaa, count: 16) + [UInt8(length), 0, 8]
    let padding = [UInt8](repeating: 0, count: length - head.count - name.utf8.count)
    return head + Array(name.utf8) + padding
  }

  static func decode(_ bytes: some Collection<UInt8>) -> [String] {
    var names: [[UInt8]] = []
    // A slice that does not begin at 0.
    DirectoryListing.decode((Array("xxx".utf8) + bytes)[3...], into: &names)
    return names.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `The entries . and .. are left out, other names with dots are not`() {
    let bytes = [".", "..", "...", ".a", "b"].flatMap(Self.record)
    #expect(Self.decode(bytes) == ["...", ".a", "b"])
  }

  @Test func `A truncated record is left out`() {
    let names = ["first", "second one", "third"]
    let records = names.map(Self.record)
    let bytes = records.flatMap { $0 }
    let ends = records.indices.map { records[...$0].joined().count }
    for count in 0...bytes.count {
      let whole = ends.prefix { $0 <= count }.count
      #expect(Self.decode(bytes.prefix(count)) == Array(names.prefix(whole)))
    }
  }

  @Test(arguments: [0, 1, 18, 200, 255])
  func `A record with an impossible length ends the listing`(length: UInt8) {
    var bytes = Self.record("a") + Self.record("b")
    bytes[16] = length
    #expect(Self.decode(bytes).isEmpty)
  }
}
