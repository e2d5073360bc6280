import SearchInterface
import Testing

@testable import ClientTool

struct StatusTextTests {
  private func lines(_ change: (inout StatusMethod.Reply) -> Void) -> [String] {
    var status = StatusMethod.Reply(version: "9", process: 1, clock: FakeSearch.clock)
    change(&status)
    return StatusText(status).lines
  }

  private func format(_ name: String, _ documents: Int) -> FormatCountMessage {
    FormatCountMessage(
      format: name, name: name, documents: documents, withoutText: 0, partial: 0, unreadable: 0,
      failed: 0, locked: 0, waiting: 0, leftOut: 0)
  }

  @Test func `Documents are counted by format`() {
    let lines = lines { status in
      status.documents = 12
      (status.locked, status.failed) = (2, 1)
      status.formats = [format("HTML", 9), format("mail", 3)]
    }
    #expect(lines.contains("documents  12 (2 need a password; 1 given up)"))
    #expect(lines.contains("formats    HTML 9, mail 3"))
    #expect(!self.lines { _ in }.contains { $0.hasPrefix("formats") })
  }

  @Test func `One thing is named in the singular`() {
    let lines = lines { status in
      (status.away, status.watchedFolders, status.scans) = (1, 1, 1)
      status.rebuild = IndexRebuildMessage(
        reason: "R.", started: "T", documents: 1, serving: .old)
    }
    #expect(lines.contains("away       1 document of folders that are not available now"))
    #expect(lines.contains("watched    1 folder"))
    #expect(lines.contains("new index  1 document so far, since T: R."))
    #expect(lines.contains { $0.hasPrefix("scans      1 document has ") })
  }

  @Test func `What the rules leave out is counted`() {
    let lines = lines { status in
      status.leftOut = [
        ExclusionMessage(rule: .hidden, count: 1_204),
        ExclusionMessage(rule: .toolFolder, count: 2),
      ]
    }
    #expect(lines.contains("left out   1204 hidden, 2 filled by tools"))
    #expect(!self.lines { $0.leftOut = [] }.contains { $0.hasPrefix("left out") })
  }

  @Test(
    arguments: [
      (
        AuditMessage(samples: 14_978, stale: 0, least: 0.999_800_01), 30.2,
        "at least 99.98 % fresh, 95 % sure (14978 samples); delay p95 31 ms"
      ),
      (
        AuditMessage(samples: 1, stale: 0, least: 0.05), nil,
        "at least 5.00 % fresh, 95 % sure (1 sample)"
      ),
      (
        AuditMessage(samples: 100, stale: 1, least: 0.953_44), nil,
        "at least 95.34 % fresh, 95 % sure (100 samples, 1 of them stale and repaired)"
      ),
      (nil, 0.2, "delay p95 1 ms"), (nil, 12_000.5, "delay p95 12 s"),
    ] as [(AuditMessage?, Double?, String)])
  func `The audited figures are limits, so they are not rounded up`(
    audit: AuditMessage?, delay: Double?, text: String
  ) {
    #expect(lines { ($0.audit, $0.delay) = (audit, delay) }.contains("audited    " + text))
    #expect(!self.lines { _ in }.contains { $0.hasPrefix("audited") })
  }

  @Test func `Consumers of the changes are named, with what they have`() {
    let text = "consumer   backup confirmed the changes up to 40 on 2026-01-31"
    func lines(clock: Int) -> [String] {
      self.lines { status in
        status.clock.sequence = clock
        status.consumers = [ConsumerMessage(name: "backup", confirmed: 40, day: "2026-01-31")]
      }
    }
    #expect(lines(clock: 40).contains(text))
    #expect(lines(clock: 41).contains("\(text), and lacks 1 commit"))
    let late = self.lines { status in
      status.clock.sequence = 1_000_041
      status.consumers = [
        ConsumerMessage(name: "backup", confirmed: 40, day: "2026-01-31", commits: 2, lag: 7),
        ConsumerMessage(name: "done", confirmed: 40, day: "2026-01-31", commits: 0, lag: 0),
      ]
    }
    #expect(late.contains("\(text), and lacks 2 commits, the first of them 7 seconds old"))
    #expect(late.contains("consumer   done confirmed the changes up to 40 on 2026-01-31"))
    #expect(!self.lines { _ in }.contains { $0.hasPrefix("consumer") })
  }

  @Test func `The languages in use are named`() {
    #expect(
      lines { $0.languages = ["english", "german"] }.contains("languages  english, german"))
    #expect(!lines { _ in }.contains { $0.hasPrefix("languages") })
  }

  @Test(
    arguments: [
      (
        WaitingReason.missingProgram,
        "the program that reads them is missing; install the package p"
      ),
      (.noFilter, "this kernel has no seccomp filters"),
      (.paused, "their reader is paused until 2026-01-02T03:04:05Z"),
      (.ready, "they are read soon"),
    ])
  func `What waits says why`(reason: WaitingReason, words: String) {
    let lines = lines { status in
      var waiting = WaitingDocumentsMessage(
        format: "pdf", name: "PDF", documents: 5, reason: reason, until: "2026-01-02T03:04:05Z")
      if reason == .missingProgram { waiting.package = "p" }
      status.waiting = [waiting]
    }
    #expect(lines.contains("waiting    5 of the format PDF: \(words)"))
  }

  @Test(arguments: [(nil, nil), (1, "1 document waits"), (2, "2 documents wait")])
  func `What waits for the sentence encoder is counted`(count: Int?, words: String?) {
    let line = lines { $0.unencoded = count }.first { $0.hasPrefix("meaning") }
    #expect(
      line == words.map { "meaning    \($0) for the sentence encoder, which works in idle time" })
  }

  @Test func `Mail that is not indexed is one line, as long as it is not`() {
    #expect(
      lines { $0.unindexedMail = ["thunderbird", "kmail"] }.contains(
        "mail       of thunderbird, kmail is not indexed; 'sitta sources' says how to index it"))
    #expect(!lines { $0.unindexedMail = nil }.contains { $0.hasPrefix("mail") })
  }

  @Test(
    arguments: [
      (RecognitionState.active, "images whose text is recognized while nothing else is to be done"),
      (.off, "pages that are images; their text is found with OCR=pdf in sittad.conf"),
      (.unavailable, "images whose text cannot be recognized; the warnings say what to install"),
    ])
  func `Scans say whether their text is recognized`(state: RecognitionState, words: String) {
    let lines = lines { ($0.scans, $0.recognition) = (2, state) }
    #expect(lines.contains("scans      2 documents have \(words)"))
  }

  @Test(
    arguments: [
      (nil, nil, nil), (7, true, nil), (0, true, "without Landlock, with filtered system calls"),
      (7, false, "with Landlock, without filtered system calls"),
      (0, false, "without Landlock and without filtered system calls"),
    ] as [(Int?, Bool?, String?)])
  func `Only what is missing of the jail is said`(landlock: Int?, filtered: Bool?, words: String?) {
    let lines = lines { status in
      status.programs = [
        ReadingProgramMessage(
          name: "sitta-extract", missing: false, landlock: landlock, filtered: filtered)
      ]
    }
    let found = lines.filter { $0.hasPrefix("jail") }
    #expect(found == (words.map { ["jail       sitta-extract runs \($0)."] } ?? []))
  }
}
