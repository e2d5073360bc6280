import LinuxSystem
import TeamProgram
import Testing

@testable import FeedService

/// The file of `sitta-feed`.
struct FeedConfigurationTests {
  private func read(_ text: String) throws(ConfigurationFile.Fault) -> FeedConfiguration {
    try FeedConfiguration(
      ConfigurationFile(Array(text.utf8), named: "f", section: "Feed"), hostName: "nas")
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

  @Test func `The manual has each key, and the installed file lacks only the database`() throws {
    for option in FeedManual.options {
      let line = "\(option.key)=\(option.example)\n"
      #expect(FeedManual.file.contains(line), "\(line)")
      let connection = option.key == "Connection" ? "" : "Connection=service=a\n"
      _ = try read("[Feed]\n\(connection)\(line)")
    }
    do {
      _ = try read(FeedManual.file)
      Issue.record("It is read.")
    } catch {
      #expect("\(error)".hasPrefix("f: Connection= is missing"), "\(error)")
      for option in FeedManual.options {
        #expect(refusal(of: "Colour=red").contains("\(option.key)="))
      }
    }
    let whole = try read(FeedManual.file.replacing("#Connection=", with: "Connection="))
    #expect(whole.connection == "service=team" && whole.source == "nas")
    #expect(whole.socket?.utf8 == "/run/sitta/io.sitta.Search")
  }

  private func refusal(of line: String) -> String {
    do {
      _ = try read("[Feed]\n\(line)\n")
      return ""
    } catch {
      return "\(error)"
    }
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
