import DaemonMeasuring
import LinuxSystem
import SearchInterface

/// A mailbox as Thunderbird keeps it, and how soon a new message in it is found.
struct MeasuredMailbox {
  private let file: FilePath
  private let place: Workplace
  /// The words of the messages.
  private static let words = (0..<20_000).map { "w\(String($0 &* 7_919 &+ 46_656, radix: 36))" }
  /// How many words a message has; with its header it is as long as the average of real ones.
  private static let length = 600

  init(in place: Workplace) throws {
    self.place = place
    file = try place.folder("mail").appending("Inbox")
    try FileDescriptor.makeFile(at: file)
  }

  /// Indexes a mailbox, appends messages one by one, and marks one as read.
  ///
  /// - Parameters:
  ///   - messages: the number of messages at first.
  ///   - rounds: how many are appended.
  /// - Throws: where the daemon does not answer.
  func measure(messages: Int, rounds: Int) throws {
    for start in stride(from: 0, to: messages, by: 1_000) {
      try append((start..<min(start + 1_000, messages)).map { Self.message($0) }.joined())
    }
    let daemon = try ServedDaemon(in: place, roots: [file.parent])
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    let status = try daemon.client.status()
    let size = try FileStatus(of: file).size
    report(
      "first index of a mailbox",
      """
      \(status.documents) documents, \(size / 1_000_000) MB in \
      \(rounded(daemon.start.duration(to: .now) / .seconds(1))) s: CPU \
      \(rounded(try daemon.cost.cpuSeconds)) s, peak \(try daemon.cost.peakKiB / 1_024) MiB
      """)
    var times: [Duration] = []
    for round in 0..<rounds {
      // A file that changes again within two seconds waits longer; mail comes less often.
      wait(.seconds(3))
      let word = "new\(round)x\(UInt32.random(in: .min ... .max))"
      try append(Self.message(messages + round, word))
      let saved = ContinuousClock.now
      while try daemon.client.search(SearchMethod.Parameters(query: word, strict: true)).hits
        .isEmpty
      {
        if saved.duration(to: .now) > .seconds(60) { break }
      }
      times.append(saved.duration(to: .now))
    }
    report("saved message to hit", times)
    try daemon.waitUntilIdle()
    let before = try daemon.cost.cpuSeconds
    let start = ContinuousClock.now
    // The flags of the first message are changed where they are, as a mail program does it.
    let offset = Int64(Self.separator.utf8.count + "X-Mozilla-Status: ".utf8.count)
    try FileDescriptor(opening: file, flags: 1).write(Array("0001".utf8), at: offset)
    try daemon.synchronize()
    report(
      "message marked as read",
      """
      \(milliseconds(start.duration(to: .now))) ms, CPU of sittad \
      \(rounded(try daemon.cost.cpuSeconds - before)) s
      """)
    try daemon.terminate()
  }

  private func append(_ text: String) throws {
    // O_WRONLY | O_APPEND
    try FileDescriptor(opening: file, flags: 0o2001).write(Array(text.utf8))
  }

  private static let separator = "From - Thu Nov 12 13:30:00 2020\n"

  private static func message(_ number: Int, _ word: String = "") -> String {
    var generator = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    let text = (0..<length).map { position in
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return words[Int(generator >> 33) % words.count] + (position % 12 == 11 ? "\n" : " ")
    }
    return """
      \(separator)X-Mozilla-Status: 0000
      X-Mozilla-Status2: 00000000
      Message-ID: <\(number)@example.org>
      Date: Thu, 12 Nov 2020 13:30:00 +0000
      From: Person \(number % 300) <person\(number % 300)@example.org>
      To: Ann <ann@example.org>
      Subject: Message \(number)
      Content-Type: text/plain; charset=utf-8

      \(text.joined())
      \(word)


      """
  }
}
