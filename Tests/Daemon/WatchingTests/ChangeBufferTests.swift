import LinuxSystem
import TestSupport
import Testing
import Watching

struct ChangeBufferTests {
  @Test(
    arguments: [
      .init("a closed file settles", "0 completed a", gives: ["20: a"]),
      .init(
        "two changes are one, and the wait begins anew", "0 completed a; 15 completed a",
        gives: ["35: a"]),
      .init(
        "each path waits for itself", "0 completed b; 10 completed a",
        gives: ["20: b", "30: a"]),
      .init(
        "what is ripe at once comes at once, in byte order",
        "0 completed b; 0 completed a; 0 completed a/c", gives: ["20: a a/c b"]),
      .init(
        "a file that changes again waits 150 ms, then twice that, 2 s at most",
        """
        0 completed a; 100 completed a; 300 completed a; 700 completed a; 1400 completed a; \
        2700 completed a; 4800 completed a
        """,
        gives: ["20: a", "250: a", "600: a", "1300: a", "2600: a", "4700: a", "6800: a"]),
      .init(
        "within 2 s of its batch it changes again", "0 completed a; 2020 completed a",
        gives: ["20: a", "2170: a"]),
      .init(
        "after 2 s it is as if for the first time", "0 completed a; 2021 completed a",
        gives: ["20: a", "2041: a"]),
      .init(
        "it begins with 150 ms anew after a rest",
        "0 completed a; 100 completed a; 2251 completed a; 2300 completed a",
        gives: ["20: a", "250: a", "2271: a", "2450: a"]),
      .init(
        "what never rests waits no longer than 2 s", "0-5000/100 completed a",
        gives: ["20: a", "2100: a", "4100: a", "5600: a"]),
      .init(
        "a first change that never rests waits no longer than 2 s", "0-2500/10 completed a",
        gives: ["2000: a", "2650: a"]),
    ] as [ChangeScenario])
  func `A closed file has a short delay, a busy file a longer one`(scenario: ChangeScenario) throws
  {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test(
    arguments: [
      .init("it waits until it is closed", "0 ongoing a; 900 completed a", gives: ["920: a"]),
      .init("it is told once it was quiet for 2 s", "0 ongoing a", gives: ["2000: a"]),
      .init(
        "its longest wait doubles up to a minute", "0-130000/1000 ongoing a",
        gives: [
          "2000: a", "6000: a", "14000: a", "30000: a", "62000: a", "122000: a", "132000: a",
        ]),
      .init(
        "2 s of quiet are enough later, too", "0-10000/500 ongoing a",
        gives: ["2000: a", "6000: a", "12000: a"]),
      .init(
        "once it is closed its first change counts", "0-10000/500 ongoing a; 10100 completed a",
        gives: ["2000: a", "6000: a", "10100: a"]),
      .init(
        "opened again before it was told, it waits for the next close",
        "0 completed a; 10 ongoing a; 50 completed a", gives: ["70: a"]),
    ] as [ChangeScenario])
  func `A file that is open for writing has a long delay`(scenario: ChangeScenario) throws {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test(
    arguments: [
      .init("it is one change", "0 moved a b; 0 exchanged a b", gives: ["20: a<>b a b"]),
      .init(
        "what waits below either is asked for at both",
        "0 completed a/x; 0 completed b/y; 0 appeared b/s; 5 moved a b; 5 exchanged a b",
        gives: ["20: a<>b a/x a/y b/x b/y a/s/** b/s/**", "25: a b"]),
      .init(
        "other changes in between keep their order",
        "0 moved a b; 0 moved b/x b/y; 0 exchanged a b; 0 moved b c",
        gives: ["20: a<>b b/x>b/y b>c a a/x a/y b c c/x c/y"]),
      .init(
        "where the first half has been told, both are compared", "0 moved a b; 30 exchanged a b",
        gives: ["20: a>b a b", "180: a b"]),
    ] as [ChangeScenario])
  func `An exchange replaces the rename that was its first half`(
    scenario: ChangeScenario
  ) throws {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test(
    arguments: [
      .init("both ends are compared", "0 moved a b", gives: ["20: a>b a b"]),
      .init(
        "what waits below is named as it is after the move, which comes no later",
        "0 completed d/x; 5 moved d e", gives: ["20: d>e e/x", "25: d e"]),
      .init(
        "the move is told first where the path has to wait longer",
        "0 completed d/x; 100 completed d/x; 110 moved d e",
        gives: ["20: d/x", "130: d>e d e", "250: e/x"]),
      .init(
        "a scan that waits goes along", "0 appeared d/x; 5 moved d e",
        gives: ["20: d>e e/x/**", "25: d e"]),
      .init(
        "the folder's own scan goes along", "0 appeared d; 5 moved d e",
        gives: ["20: d>e e/**", "25: d e"]),
      .init(
        "a name that only begins alike stays", "0 completed da; 5 moved d e",
        gives: ["20: d>e da", "25: d e"]),
      .init(
        "moves keep their order", "0 moved b c; 1 moved a b",
        gives: ["20: b>c a>b c", "21: a b"]),
      .init(
        "a path that is moved twice has its last name",
        "0 completed d/x; 1 moved d e; 2 moved e f",
        gives: ["20: d>e e>f f/x", "21: d", "22: e f"]),
      .init(
        "an editor's save by way of a second file",
        "0 ongoing t; 1 completed t; 2 moved t a", gives: ["22: t>a a t"]),
      .init(
        "a renamed file is that as well",
        "0 ongoing t; 1 completed t; 2 renamed t a", gives: ["22: t>a a t"]),
      .init(
        "what waits below a file's name was in a folder that is gone",
        "0 completed t/x; 5 renamed t a", gives: ["20: t>a t/x", "25: a t"]),
      .init(
        "a file that is renamed waits no longer",
        "0 ongoing t; 100 renamed t a", gives: ["120: t>a a t"]),
    ] as [ChangeScenario])
  func `A move comes first and renames pending paths`(scenario: ChangeScenario) throws {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test(
    arguments: [
      .init(
        "everything before it is told with it",
        "0 ongoing a; 5 appeared d; 6 completed b; 7 moved x y; 10 barrier 7",
        gives: ["10: x>y a b x y d/** #7"]),
      .init("it does not wait for anything", "0 barrier 1", gives: ["0: #1"]),
      .init(
        "what comes after it settles as ever", "0 completed a; 5 barrier 1; 6 completed b",
        gives: ["5: a #1", "26: b"]),
      .init(
        "what was flushed counts as told", "0 completed a; 5 barrier 1; 6 completed a",
        gives: ["5: a #1", "156: a"]),
    ] as [ChangeScenario])
  func `A barrier makes all changes due`(scenario: ChangeScenario) throws {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test(
    arguments: [
      .init("a new folder is scanned", "0 appeared d", gives: ["20: d/**"]),
      .init("once", "0 appeared d; 5 appeared d", gives: ["20: d/**"]),
      .init("in byte order", "0 appeared e; 5 appeared d", gives: ["20: d/** e/**"]),
      .init("lost events are told once", "0 lost; 5 lost", gives: ["20: lost"]),
      .init("they take along what is ripe", "0 completed a; 0 lost", gives: ["20: a lost"]),
    ] as [ChangeScenario])
  func `New folders and lost events have the short delay`(scenario: ChangeScenario) throws {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test(
    arguments: [
      .init(
        "as many as fit stay", "0 completed d/1; 0 completed d/2; 0 completed d/3",
        gives: ["20: d/1 d/2 d/3"], capacity: 3),
      .init(
        "a flooded folder becomes a scan of itself",
        "0 completed d/1; 0 completed d/2; 0 completed d/3; 0 completed e", gives: ["20: e d/*"],
        capacity: 3),
      .init(
        "paths that are spread too far count as lost",
        "0 completed a/1; 0 completed b/1; 0 completed c/1; 0 completed d/1", gives: ["20: lost"],
        capacity: 3),
      .init(
        "new folders are held to the same measure, each once",
        "0 appeared a; 0 appeared a; 0 appeared b; 0 appeared c; 0 appeared d; 0 completed e",
        gives: ["20: e lost"], capacity: 3),
      .init(
        "moves are, too", "0 moved a b; 0 moved c d; 0 barrier 1", gives: ["0: #1 lost"],
        capacity: 2),
      .init(
        "a barrier waits for the scan", "0 completed d/1; 0 completed d/2; 5 barrier 3",
        gives: ["5: d/* #3"], capacity: 1),
    ] as [ChangeScenario])
  func `Changes beyond the capacity become scans or lost events`(scenario: ChangeScenario) throws {
    let batches = try scenario.play()
    #expect(batches == scenario.batches)
  }

  @Test func `A hundred thousand changed files become one scan`() {
    var buffer = ChangeBuffer()
    let now = ContinuousClock.now
    let folder: FilePath = "/home/a"
    for number in 0...100_000 {
      buffer.record(.completed(folder.appending("\(number)")), at: now)
    }
    #expect(buffer.count == 1)
    let batch = buffer.takeBatch(at: now + .milliseconds(20))
    #expect(batch?.text() == "home/a/*")
  }

  @Test func `The cost of renaming a file does not grow with the number of files`() {
    var buffer = ChangeBuffer()
    let now = ContinuousClock.now
    let folder: FilePath = "/home/a"
    let time = ThreadClock.measure {
      for number in 0..<30_000 {
        let temporary = folder.appending(".\(number).part")
        buffer.record(.completed(temporary), at: now)
        buffer.record(
          .moved(from: temporary, to: folder.appending("\(number)"), isFolder: false), at: now)
        #expect(buffer.nextDeadline != nil)
      }
    }
    #expect(buffer.count == 90_000)
    #expect(time < .seconds(20), "A search through all files for each rename takes minutes.")
    #expect(buffer.takeBatch(at: now + .seconds(3))?.paths.count == 60_000)
    #expect(buffer.nextDeadline == nil)
  }

  @Test func `The next deadline is right after any changes and batches`() {
    var random = SplitMix(seed: 5)
    var buffer = ChangeBuffer(capacity: 60)
    let start = ContinuousClock.now
    var now = start
    for _ in 0..<20_000 {
      now += .milliseconds(Int.random(in: 0..<8, using: &random))
      let path = FilePath("/r").appending("\(Int.random(in: 0..<40, using: &random))")
      let other = FilePath("/r").appending("\(Int.random(in: 0..<40, using: &random))")
      switch Int.random(in: 0..<12, using: &random) {
      case 0: buffer.record(.moved(from: path, to: other, isFolder: true), at: now)
      case 1: buffer.record(.moved(from: path, to: other, isFolder: false), at: now)
      case 2: buffer.record(.exchanged(path, other), at: now)
      case 3: buffer.record(.barrier(1), at: now)
      case 4...7: buffer.record(.ongoing(path), at: now)
      default: buffer.record(.completed(path), at: now)
      }
      if let due = buffer.nextDeadline, Bool.random(using: &random) {
        if due > now { #expect(buffer.takeBatch(at: due - .nanoseconds(1)) == nil) }
        #expect(due > now || buffer.takeBatch(at: now)?.isEmpty == false)
      }
    }
    while let due = buffer.nextDeadline {
      #expect(buffer.takeBatch(at: due - .nanoseconds(1)) == nil)
      #expect(buffer.takeBatch(at: due)?.isEmpty == false)
    }
    #expect(buffer.count == 0)
  }

  @Test func `An empty buffer has no deadline and no batch`() {
    var buffer = ChangeBuffer()
    #expect(buffer.nextDeadline == nil)
    #expect(buffer.takeBatch(at: .now) == nil)
    #expect(buffer.count == 0)
    #expect(ChangeBatch().isEmpty)
  }
}
