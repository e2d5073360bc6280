import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Extended attributes, in which desktops keep tags, comments and ratings.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: FilePath.hasAttributes, "the file system has no extended attributes"))
struct AttributeTests {
  @Test func `A file is found by its tags as soon as they change`() throws {
    let home = try TemporaryDirectory()
    let (note, photo) = (home["files/note.txt"], home["files/photo.raw"])
    try note.write("birds")
    try photo.write([0, 1, 2, 3])
    #expect(note.set(attribute: "user.xdg.tags", to: "garden"))
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("tag:garden birds") == [note])
    #expect(try daemon.found("wedding") == [])
    #expect(note.set(attribute: "user.xdg.tags", to: "house"))
    #expect(photo.set(attribute: "user.xdg.comment", to: "the wedding in Lviv"))
    #expect(photo.set(attribute: "user.baloo.rating", to: "10"))
    #expect(try daemon.found("wedding lviv") == [photo])
    #expect(try daemon.found("tag:\"5 stars\"") == [photo])
    #expect(try daemon.found("tag:house") == [note])
    #expect(try daemon.found("tag:garden") == [])
  }
}
