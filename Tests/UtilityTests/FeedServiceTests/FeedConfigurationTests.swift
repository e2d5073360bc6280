import FeedService
import LinuxSystem
import Testing

/// The file of `sitta-feed`.
struct FeedConfigurationTests {
  private func read(_ text: String) throws(FeedConfiguration.Fault) -> FeedConfiguration {
    try FeedConfiguration(Array(text.utf8), file: "f", hostName: "nas")
  }

  @Test func `A file needs only the database`() throws {
    let plain = try read("[Feed]\nConnection=service=team\n")
    #expect(plain.connection == "service=team" && plain.source == "nas" && plain.socket == nil)
    let full = try read(
      "# why\n[Feed]\nConnection = host=db dbname=x\nSource=nas 2\nSocket=/run/s\n")
    #expect(full.connection == "host=db dbname=x" && full.source == "nas 2")
    #expect(full.socket?.utf8 == "/run/s")
    // The name of a consumer, which has it after "feed ", has at most 64 bytes.
    let long = FeedConfiguration(hostName: String(repeating: "n", count: 80))
    #expect(long.source.utf8.count == 59)
  }

  @Test(
    arguments: [
      ("", "f: Connection= is missing"), ("[Feed]\nConnection=\n", "f:2: Connection= needs"),
      ("[Feed]\nConnection=host\n", "f:2: missing \"=\""),
      ("[Feed]\nConnection=host=a password=b\n", "f:2: A password does not belong here"),
      ("[Feed]\nColour=red\n", "f:2: The section is [Feed]"),
      ("Connection=service=a\n", "f:1: The section is [Feed]"),
      ("[Feed]\nConnection=service=a\nSource=\n", "f:3: Source= takes"),
      ("[Feed]\nConnection=service=a\nSource=a\u{1b}[m\n", "f:3: Source= takes"),
      ("[Feed]\nConnection=service=a\nSocket=run\n", "f:3: Socket= takes"),
      ("nonsense\n", "f:1: this line is neither"),
    ])
  func `A wrong file names its line`(text: String, message: String) {
    do {
      _ = try read(text)
      Issue.record("It is read.")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }
}
