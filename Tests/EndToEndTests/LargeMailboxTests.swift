import LinuxSystem
import TestSupport
import Testing

/// Mailboxes that are larger than the memory that their reader may have.
@Suite(.timeLimit(.minutes(10)))
struct LargeMailboxTests {
  @Test func `The last message of a mailbox of more than a gibibyte is found`() throws {
    let home = try TemporaryDirectory()
    let mailbox = home["files/Inbox.mbox"]
    func message(_ number: Int, _ type: String, _ text: String) -> String {
      """
      From ann@example.org Fri Nov 13 08:00:00 2020
      From: Ann <ann@example.org>
      Message-ID: <\(number)@example.org>
      Content-Type: \(type)

      \(text)


      """
    }
    // An attachment of zeros, which take no room on the disk.
    try mailbox.write(message(1, "text/plain", "heron") + message(2, "application/x-disk", "x"))
    _ = try Tool.run("/usr/bin/truncate", "--size=1200M", "\(mailbox)")
    try mailbox.append("\n\n" + message(3, "text/plain", "stork"))
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("heron").count == 1)
    #expect(try daemon.found("stork").count == 1)
  }
}
