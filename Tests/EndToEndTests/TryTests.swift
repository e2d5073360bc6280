import LinuxSystem
import TestSupport
import Testing

/// The output of `make try`, and the files that it leaves.
@Suite(.timeLimit(.minutes(15)))
struct TryTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder["files/a.txt"].write("a licence to try\n")
    try folder["files/b.txt"].write("something else\n")
    try folder["tmp"].makeDirectory()
  }

  private func makeTry(_ variables: String...) throws -> ChildProcess.Report {
    // The programs are there already: built with the tests.
    let arguments =
      [
        "TMPDIR=\(folder["tmp"])", "make", "--directory", "\(SourceTree.root)", "--silent",
        "--old-file=all", "try", "BINARIES=\(try Binary.sitta.path.parent)",
      ] + variables
    return try ChildProcess.run(
      ChildProcess.Command("/usr/bin/env", arguments.map { Array($0.utf8) }),
      until: .now + .seconds(300))
  }

  @Test func `A folder is indexed and searched, and nothing is left of it`() throws {
    let report = try makeTry("DIR=\(folder["files"])", "Q=licence")
    let output = String(decoding: report.output, as: UTF8.self)
    #expect(report.ending == .exited(0))
    #expect(output.contains("documents  2"), "\(output)")
    #expect(output.contains("\(folder["files/a.txt"])"), "\(output)")
    #expect(!output.contains("b.txt"), "\(output)")
    #expect(report.errorText.contains("2 of 2 files"), "\(report.errorText)")
    let rest = try DirectoryListing(of: FileDescriptor(openingDirectory: folder["tmp"])).names
    #expect(rest.isEmpty)
  }

  /// Programs in place of the ones that `scripts/try.sh` calls, with these statuses one after the
  /// other.
  private func makeTry(statuses: [String]) throws -> ChildProcess.Report {
    for (number, status) in statuses.enumerated() {
      try folder["statuses/\(number)"].write(status)
    }
    // The socket shows that the daemon is there.
    let listener =
      "import signal,socket,sys; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); signal.pause()"
    try folder["programs/sittad"].writeProgram(
      """
      #!/bin/sh
      while [ "$1" != --socket ]; do shift; done
      exec python3 -c '\(listener)' "$2"

      """)
    try folder["programs/sitta"].writeProgram(
      """
      #!/bin/sh
      [ "$3" = status ] || exit 0
      cd '\(folder["statuses"])'
      next=$(ls | sort -n | head -n 1)
      cat "$next"
      [ "$(ls | wc -l)" -eq 1 ] || rm "$next"

      """)
    let variables = [
      "TRY_BINARIES=\(folder["programs"])", "TRY_FOLDER=\(folder["files"])", "TRY_QUERY=x",
      "TMPDIR=\(folder["tmp"])", "PATH=/usr/bin:/bin", "HOME=/",
    ]
    return try ChildProcess.run(
      ChildProcess.Command(
        SourceTree.root.appending("scripts").appending("try.sh"),
        environment: variables.map { Array($0.utf8) }),
      until: .now + .seconds(120))
  }

  private func status(_ doing: String, documents: Int) -> String {
    """
    sittad 0.1.0, process 7: \(doing)
    root       /a: up to date, 9 to go
    documents  \(documents) (1 in part)
    formats    plain text 1, HTML 1
    """
  }

  @Test func `It counts up, and what is known of all files does not fall`() throws {
    let report = try makeTry(
      statuses: [
        status("indexing, 892 to go so far, still looking for files", documents: 0),
        status("indexing, 12 to go so far, still looking for files", documents: 1_200),
        status("indexing, 3528 to go", documents: 2_310),
        status("indexing, 1234567 to go", documents: 2_400),
        status("resting, 3 to go", documents: 5_820),
        status("up to date", documents: 5_822),
      ])
    #expect(report.ending == .exited(0))
    let shown = report.errorText.split(separator: "\r").map {
      $0.trimmingSuffix { $0.isWhitespace }
    }
    #expect(
      shown == [
        "0 files so far", "1,200 files so far", "2,310 of 5,838 files",
        "2,400 of 1,236,967 files", "5,820 of 1,236,967 files", "5,822 files",
      ])
  }

  @Test(
    arguments: [
      ("\"licence to\"", "a.txt"), ("it's $(nothing) `at` all", "Nothing was found for 'it's $"),
    ])
  func `A query may have quotes, and a search without hits says so`(
    query: String, answer: String
  ) throws {
    let report = try makeTry("DIR=\(folder["files"])", "Q=\(query)")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(String(decoding: report.output, as: UTF8.self).contains(answer))
  }

  @Test func `A folder that does not exist is named`() throws {
    let report = try makeTry("DIR=\(folder["nowhere"])")
    #expect(report.ending == .exited(2))
    #expect(report.errorText.contains("There is no folder '\(folder["nowhere"])'."))
  }
}

extension StringProtocol {
  /// The text without matching characters at its end.
  fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
    String(reversed().drop(while: matches).reversed())
  }
}
