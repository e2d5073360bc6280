import LinuxSystem
import TestSupport
import Testing

/// The checks and the output of `make release`, in a repository of its own.
@Suite(.timeLimit(.minutes(15)))
struct ReleaseTests {
  private let folder: TemporaryDirectory
  private var repository: FilePath { folder["repository"] }

  init() throws {
    folder = try TemporaryDirectory()
    try Tool.run(
      "/bin/sh", "-ec",
      """
      mkdir '\(folder["repository"])' && cd '\(SourceTree.root)' &&
      cp --recursive --parents CHANGELOG.md scripts/release.sh scripts/make-tarball.sh debian/control debian/changelog \
        packaging/* share/metainfo/*.xml Sources/Wire/SearchInterface/Release.swift \
        Sources/Wire/SearchInterface/io.sitta.Search.varlink etc/sitta/sittad.conf docs/manual/*.md Tests/Released/* '\(folder["repository"])'
      """)
    try repository.appending("CHANGELOG.md").write(
      "# Changes\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0 - 2026-11-27\n\n- All.\n")
    try git("init", "--quiet")
    try commit()
  }

  @discardableResult
  private func git(_ words: String...) throws -> String {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@b.example"]
    return try Tool.run(
      "/usr/bin/git", arguments: ["-C", "\(repository)"] + identity + words)
  }

  private func commit() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", "A change")
  }

  /// Makes a release without building and testing.
  private func release(
    _ version: String, make: String = "true", maintainer: String = "Ann Lee <ann@lee.test>",
    page: String = "https://sitta.test/home"
  ) throws -> ChildProcess.Report {
    let variables = [
      "PATH=/usr/bin:/bin", "MAKE=\(make)", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@b.example",
      "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@b.example", "MAINTAINER=\(maintainer)",
      "HOMEPAGE=\(page)",
    ]
    return try ChildProcess.run(
      ChildProcess.Command(
        repository.appending("scripts").appending("release.sh"), [Array(version.utf8)],
        environment: variables.map { Array($0.utf8) }),
      until: .now + .seconds(60))
  }

  @Test func `A release has its version and date everywhere, and a tag`() throws {
    try Tool.run(
      "/bin/sh", "-ec",
      "echo '# New' >> '\(repository)/Sources/Wire/SearchInterface/io.sitta.Search.varlink'")
    try commit()
    let report = try release("0.2.0")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(try git("describe", "--exact-match") == "v0.2.0\n")
    #expect(try git("status", "--porcelain") == "")
    let date = try #require(
      git("log", "-1", "--format=%cd", "--date=format:%Y-%m-%d").split(separator: "\n").first)
    let changes = try repository.appending("CHANGELOG.md").text()
    #expect(changes.contains("## Unreleased\n\n## 0.2.0 - \(date)\n\n- A thing.\n"))
    let stamps = try git(
      "show", "HEAD:Sources/Wire/SearchInterface/Release.swift", "HEAD:debian/changelog",
      "HEAD:share/metainfo/io.sitta.Sitta.metainfo.xml")
    #expect(stamps.contains("version = \"0.2.0\"\n"))
    #expect(stamps.contains("date = \"\(date)\"\n"))
    #expect(stamps.contains("sitta (0.2.0-1) unstable"))
    #expect(stamps.contains("<release version=\"0.2.0\" date=\"\(date)\"/>"))
    let packages = try git("show", "HEAD:packaging/PKGBUILD", "HEAD:packaging/sitta.spec")
    #expect(packages.contains("pkgver=0.2.0\n") && packages.contains("Version: 0.2.0\n"))
    #expect(try git("show", "HEAD:Tests/Released/io.sitta.Search.varlink").hasSuffix("# New\n"))
  }

  @Test func `A release names who can be reached`() throws {
    for (maintainer, page) in [
      ("", "https://sitta.test"), ("Ann Lee", "https://sitta.test"),
      ("Ann | Lee <ann@lee.test>", "https://sitta.test"),
      ("Ann Lee <ann@lee.test>", ""), ("Ann Lee <ann@lee.test>", "https://a.test/ b"),
    ] {
      let report = try release("0.2.0", maintainer: maintainer, page: page)
      #expect(report.ending == .exited(1), "\(maintainer), \(page)")
      #expect(report.errorText.hasPrefix("No release: "), "\(report.errorText)")
      #expect(try git("status", "--porcelain") == "", "\(maintainer), \(page)")
    }
    #expect(try release("0.2.0").ending == .exited(0))
    let files = try git(
      "show", "HEAD:debian/control", "HEAD:debian/changelog", "HEAD:packaging/PKGBUILD",
      "HEAD:packaging/sitta.spec",
      "HEAD:scripts/make-tarball.sh", "HEAD:share/metainfo/io.sitta.Sitta.metainfo.xml")
    #expect(files.split(separator: "Ann Lee <ann@lee.test>").count == 4)
    #expect(files.split(separator: "https://sitta.test/home").count == 6)
    #expect(!files.contains("sitta.invalid"))
    try repository.appending("new.txt").write("x")
    try repository.appending("CHANGELOG.md").write(
      "# Changes\n\n## Unreleased\n\n- Another thing.\n")
    try commit()
    // The next release knows it already.
    #expect(try release("0.3.0", maintainer: "", page: "").ending == .exited(0))
    #expect(try git("show", "HEAD:debian/changelog").contains("\n -- Ann Lee <ann@lee.test>  "))
  }

  @Test(arguments: ["", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.x", "1..3", "0.1.0; true"])
  func `What is no version is refused`(version: String) throws {
    let report = try release(version)
    #expect(report.ending == .exited(1))
    #expect(report.errorText.hasPrefix("No release: '\(version)'"))
    #expect(try git("tag") == "")
  }

  @Test func `Changes, an old or known version and an empty list of changes are refused`() throws {
    func refusal(_ version: String) throws -> String {
      let report = try release(version)
      #expect(report.ending == .exited(1))
      return report.errorText
    }
    try repository.appending("new.txt").write("x")
    #expect(try refusal("0.2.0").contains("the working tree has changes"))
    try commit()
    #expect(try release("0.2.0").ending == .exited(0))
    #expect(try refusal("0.2.0").contains("the tag v0.2.0 exists"))
    #expect(try refusal("0.1.9").contains("0.1.9 is older than the last release, v0.2.0"))
    #expect(try refusal("0.10.0").contains("nothing under 'Unreleased'"))
    #expect(try git("tag") == "v0.2.0\n")
  }

  @Test func `Nothing is tagged if the tests fail`() throws {
    #expect(try release("0.2.0", make: "false").ending != .exited(0))
    #expect(try git("tag") == "")
  }
}
