import FileSelection
import LinuxSystem
import MediaTypes
import TestSupport
import Testing

@testable import IndexService

/// What `sittad --survey` counts.
struct SurveyTests {
  @Test func `Documents are counted by folder, and what is left out by rule`() throws {
    let home = try TemporaryDirectory()
    try home["a.txt"].write("1234")
    try home["Mail/in.mbox"].write("12")
    try home["Work/one/x.pdf"].write("12345678")
    try home["Work/one/deep/y.txt"].write("1")
    try home["Work/two/z.txt"].write("")
    try home[".hidden/b.txt"].write("1")
    try home["Work/.ignore"].write("*.log\n")
    try home["Work/c.log"].write("1")
    var survey = Survey(SelectionRules(roots: [home.path]))
    #expect(!survey.snapshot.done)
    while survey.next() {}
    let result = survey.snapshot
    #expect(result.done && result.documents == 5 && result.bytes == 15 && result.unread == 0)
    #expect(
      result.folders.map(\.path)
        == [
          home["Work"].description, home["Mail"].description, home.path.description,
        ].sorted { first, second in
          // The last two have one document each, and are sorted by path.
          first.hasSuffix("Work") || !second.hasSuffix("Work") && first < second
        })
    let work = try #require(result.folders.first)
    #expect(work.documents == 3 && work.bytes == 9)
    #expect(
      work.folders?.map(\.path) == [home["Work/one"].description, home["Work/two"].description])
    #expect(work.folders?.map(\.documents) == [2, 1])
    #expect(
      result.leftOut == [
        Survey.LeftOut(rule: "hidden", count: 2), Survey.LeftOut(rule: "ignored", count: 1),
      ])
  }

  @Test func `Text costs time and room by its size, other documents by their number`() {
    var cost = SurveyCost()
    #expect(cost.seconds == [0, 0] && cost.indexBytes == [0, 0])
    for _ in 0..<1_000 { cost.add(MediaType(fileName: Array("a.txt".utf8)), size: 100_000) }
    #expect(cost.seconds[0] == 17 && cost.seconds[1] == 136)
    #expect(cost.indexBytes[1] == 100_600_000)
    for _ in 0..<100 { cost.add(MediaType(fileName: Array("a.pdf".utf8)), size: 1_000_000) }
    #expect(cost.seconds[0] == 23)
    // Of a file of unknown format only the name is indexed.
    let before = cost.indexBytes[1]
    cost.add(MediaType(fileName: Array("a.jpg".utf8)), size: .max)
    #expect(cost.indexBytes[1] - before == 600 && cost.bytes == .max)
  }
}
