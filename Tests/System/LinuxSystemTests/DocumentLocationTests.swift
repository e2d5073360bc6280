import LinuxSystem
import Testing

struct DocumentLocationTests {
  private static func path(_ text: String) throws -> FilePath {
    try #require(FilePath(absolute: text))
  }

  @Test func `A file has no members`() throws {
    let location = DocumentLocation(try Self.path("/home/a.zip"))
    #expect(!location.isMember)
    #expect(location.file == location.path)
    #expect(location.members.isEmpty)
    #expect(location.uri == "file:///home/a.zip")
    #expect(location.description == "/home/a.zip")
  }

  @Test func `A member has the file, its path in the file, and a URI that opens the file`() throws {
    let archive = DocumentLocation(try Self.path("/home/a b.zip"))
    let member = archive.container.appending(Array("docs".utf8)).appending(Array("what!.txt".utf8))
    #expect(member.isMember)
    #expect(member.file == archive.path)
    #expect(member.members == [Array("docs/what!.txt".utf8)])
    #expect(member.uri == "file:///home/a%20b.zip#!/docs/what%21.txt")
    #expect(member.description == "/home/a b.zip!/docs/what!.txt")
  }

  @Test func `A member of a member has both paths`() throws {
    let mail = DocumentLocation(try Self.path("/m.eml"))
    let archive = mail.container.appending(Array("in.tar".utf8))
    let member = archive.container.appending(Array("x.c".utf8))
    #expect(member.file == mail.path)
    #expect(member.uri == "file:///m.eml#!/in.tar!/x.c")
    #expect(member.members == [Array("in.tar".utf8), Array("x.c".utf8)])
  }

  @Test func `The folder of the members of a file is no member`() throws {
    let folder = DocumentLocation(try Self.path("/a.zip")).container
    #expect(folder.members == [])
    #expect(folder.uri == "file:///a.zip")
    #expect(folder.description == "/a.zip!/")
    #expect(folder.container == folder)
    let inner = folder.appending(Array("in.tar".utf8)).container
    #expect(inner.members == [Array("in.tar".utf8)])
    #expect(inner.description == "/a.zip!/in.tar")
  }

  @Test func `The root has no members`() {
    #expect(!DocumentLocation(.root).container.isMember)
  }

  @Test(arguments: [[6, 6], [6, 3], [3, 6, 4], [6, 60], [-1, 0, 1, 6]])
  func `Lengths that do not ascend are ignored`(lengths: [Int]) throws {
    let location = DocumentLocation(try Self.path("/a.zip/b/c"), containerLengths: lengths)
    let ascending = location.containerLengths
    #expect(zip(ascending, ascending.dropFirst()).allSatisfy { $0 < $1 })
    #expect(ascending.allSatisfy { $0 > 1 && $0 < location.path.bytes.count })
    #expect(location.members.count == ascending.count)
  }

  @Test(arguments: [
    "file:///home/a.zip", "file:///a.zip#!/docs/b.txt", "file:///m.eml#!/in.tar!/x.c",
    "file:///a%23b.zip#!/%FF%21",
  ])
  func `A URI gives the location that gave it`(_ uri: String) throws {
    #expect(try #require(DocumentLocation(uri: uri)).uri == uri)
  }

  @Test(arguments: [
    ("file:///r.pdf#page=12", "file:///r.pdf"),
    ("file:///a.zip#!/r.pdf!page=12", "file:///a.zip#!/r.pdf"),
  ])
  func `A URI can have a page, which the location ignores`(_ uri: String, _ plain: String) throws {
    let location = try #require(DocumentLocation(uri: uri))
    #expect(location.uri == plain)
    #expect(location.uri(page: 12) == uri)
  }

  @Test(arguments: ["http://x/a", "file:///a#b", "file:///a#!", "file:///a#!/%zz", "a.zip#!/b"])
  func `Other URIs have no location`(_ uri: String) {
    #expect(DocumentLocation(uri: uri) == nil)
  }
}
