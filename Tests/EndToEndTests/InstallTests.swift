import LinuxSystem
import TestSupport
import Testing

/// The files of `make install` and their places.
@Suite(.timeLimit(.minutes(15)))
struct InstallTests {
  @Test(arguments: ["/usr", "/opt/sitta"])
  func `Everything lies where others look for it, below DESTDIR`(prefix: String) throws {
    let folder = try TemporaryDirectory()
    // The programs are there already: built with the tests.
    func make(_ target: String) throws {
      try Tool.run(
        "/usr/bin/make", "--directory", "\(SourceTree.root)", "--silent", "--old-file=all", target,
        "BINARIES=\(try Binary.sitta.path.parent)", "DESTDIR=\(folder.path)", "PREFIX=\(prefix)")
    }
    try make("install")
    for file in [
      "bin/sitta", "bin/sittad", "bin/sitta-pick", "share/man/man1/sitta-pick.1",
      "share/man/man1/sitta.1", "share/man/man5/sittad.conf.5",
      "share/man/man7/io.sitta.Search.7", "share/man/man8/sittad.8",
      "share/bash-completion/completions/sitta", "share/zsh/site-functions/_sitta",
      "share/fish/vendor_completions.d/sitta.fish", "share/systemd/user/sittad.service",
      "share/systemd/user/sittad.socket", "libexec/sitta/sitta-extract",
      "share/sitta/key-bindings.bash",
      "libexec/sitta/libsitta-pdf.so", "libexec/sitta/sitta-extract-pdf",
      "libexec/sitta/sitta-extract-external", "libexec/sitta/sitta-extract-ocr",
      "libexec/sitta/sitta-extract-meaning", "libexec/sitta/sitta-session",
      "share/sitta/web/index.html", "share/applications/io.sitta.Sitta.desktop",
      "share/icons/hicolor/scalable/apps/io.sitta.Sitta.svg",
      "share/icons/hicolor/symbolic/apps/io.sitta.Sitta-symbolic.svg",
      "share/gnome-shell/search-providers/io.sitta.Desktop.search-provider.ini",
      "share/krunner/dbusplugins/io.sitta.Desktop.desktop",
      "share/dbus-1/services/io.sitta.Desktop.service",
      "share/systemd/user/sitta-session.service", "share/systemd/user/sitta-watch.service",
    ] { #expect(folder["\(prefix)/\(file)"].exists, "\(file)") }
    #expect(folder["etc/sitta/sittad.conf"].exists)
    // Nobody gets what only a team needs.
    for file in [
      "bin/sitta-feed", "bin/sitta-gateway", "share/man/man8/sitta-feed.8",
      "share/man/man8/sitta-gateway.8",
    ] {
      #expect(!folder["\(prefix)/\(file)"].exists, "\(file)")
    }
    for file in ["feed.conf", "gateway.conf"] {
      #expect(!folder["etc/sitta/\(file)"].exists, "\(file)")
    }
    let page = try FileStatus(of: folder["\(prefix)/share/man/man1/sitta.1"])
    #expect(page.permissions == 0o644)
    let service = try folder["\(prefix)/share/systemd/user/sittad.service"].text()
    #expect(service.contains("\nExecStart=\(prefix)/bin/sittad\n"))
    let session = try folder["\(prefix)/share/systemd/user/sitta-session.service"].text()
    #expect(session.contains("\nExecStart=\(prefix)/libexec/sitta/sitta-session bus\n"))
    let bus = try folder["\(prefix)/share/dbus-1/services/io.sitta.Desktop.service"].text()
    #expect(bus.contains("\nExec=\(prefix)/libexec/sitta/sitta-session bus\n"))
    let entry = try folder["\(prefix)/share/applications/io.sitta.Sitta.desktop"].text()
    #expect(entry.contains("\nExec=\(prefix)/bin/sitta web\n"))
    let limit = try folder["etc/sysctl.d/60-sitta.conf"].text()
    #expect(limit.contains("\nfs.inotify.max_user_watches = 1048576\n"))
    try folder["etc/sitta/sittad.conf"].write("# Mine.\n")
    try make("install")
    #expect(try folder["etc/sitta/sittad.conf"].text() == "# Mine.\n")
    try make("uninstall")
    #expect(try files(below: folder.path) == [folder["etc/sitta/sittad.conf"]])
  }

  @Test func `The package has each command that README names, as the installed program has`() throws
  {
    let folder = try TemporaryDirectory()
    // In a copy, because the recipe writes below debian.
    try Tool.run(
      "/bin/sh", "-c",
      """
      cd '\(SourceTree.root)' && mkdir -p '\(folder["copy"])' '\(folder["programs"])' && \
      cp -r Makefile bin debian etc packaging share scripts systemd '\(folder["copy"])' && \
      for p in sitta sittad sitta-extract sitta-session sitta-feed sitta-gateway libsitta-pdf.so; \
      do : > '\(folder["programs"])'/$p; done && \
      printf '#!/bin/sh\n' > '\(folder["copy"])/scripts/make-reproducible.sh'
      """)
    try Tool.run(
      "/usr/bin/make", "--directory", "\(folder["copy"])", "--silent", "--file=debian/rules",
      "override_dh_auto_install", "BINARIES=\(folder["programs"])")
    let script = SourceTree.root.appending("Tests").appending("EndToEndTests")
      .appending("readme-commands.sh")
    let commands = try Tool.run("\(script)").split(separator: "\n")
    #expect(commands == ["sitta", "sitta-pick", "sittad"])
    for command in commands {
      let program = folder["copy/debian/sitta/usr/bin/\(command)"]
      #expect(program.exists, "\(command)")
      #expect(try FileStatus(of: program).permissions == 0o755)
    }
    for file in [
      "libexec/sitta/sitta-session", "share/sitta/web/index.html",
      "share/applications/io.sitta.Sitta.desktop", "share/metainfo/io.sitta.Sitta.metainfo.xml",
      "lib/systemd/user/sitta-session.service",
    ] { #expect(folder["copy/debian/sitta-session/usr/\(file)"].exists, "\(file)") }
    for file in [
      "usr/bin/sitta-feed", "usr/bin/sitta-gateway", "usr/share/man/man8/sitta-feed.8",
      "usr/share/man/man8/sitta-gateway.8", "etc/sitta/feed.conf", "etc/sitta/gateway.conf",
      "etc/sitta/server.conf",
    ] {
      #expect(folder["copy/debian/sitta-team/\(file)"].exists, "\(file)")
      #expect(!folder["copy/debian/sitta/\(file)"].exists, "\(file)")
    }
    for (unit, call) in [
      ("sitta-feed", "sitta-feed --config"), ("sitta-gateway", "sitta-gateway --config"),
      ("sitta-server", "sittad --config"),
    ] {
      let text = try folder["copy/debian/sitta-team.\(unit).service"].text()
      #expect(text.contains("\nExecStart=/usr/bin/\(call) /etc/sitta/"))
    }
    let bus = "copy/debian/sitta-session/usr/share/dbus-1/services/io.sitta.Desktop.service"
    #expect(try folder[bus].text().contains("\nExec=/usr/libexec/sitta/sitta-session bus\n"))
    #expect(!folder["copy/debian/sitta/usr/share/sitta/web"].exists)
    let control = try folder["copy/debian/control"].text()
    #expect(control.contains("\nSuggests: fzf,") && control.contains(" sitta-ocr,\n"))
  }

  @Test func `The page and the desktop show the same icon`() throws {
    let share = SourceTree.root.appending("share")
    let icons = ["icons/hicolor/scalable/apps/io.sitta.Sitta.svg", "sitta/web/icon.svg"]
    let texts = try icons.map { path in
      try path.split(separator: "/").reduce(share) { $0.appending(String($1)) }.text()
    }
    #expect(texts[0] == texts[1])
  }

  @Test func `A tilde is the home folder in every shell, and the next steps are told`() throws {
    let home = try TemporaryDirectory()
    let output = try Tool.run(
      "/usr/bin/env", "HOME=\(home.path)", "make", "--directory", "\(SourceTree.root)", "--silent",
      "--old-file=all", "install", "BINARIES=\(try Binary.sitta.path.parent)", "PREFIX=~/.local")
    #expect(home[".local/bin/sitta"].exists)
    #expect(home[".config/sitta/sittad.conf"].exists)
    #expect(output.contains("systemctl --user enable --now sittad.socket sittad.service"))
    #expect(output.contains("'\(home[".local/bin"])' is not in your PATH"))
  }

  @Test func `What is built is not built again`() throws {
    let folder = try TemporaryDirectory()
    func recipe() throws -> String {
      try Tool.run(
        "/usr/bin/make", "--directory", "\(SourceTree.root)", "--dry-run", "all",
        "BINARIES=\(folder.path)")
    }
    #expect(try recipe().contains("swift build"))
    try folder[".built"].write("")
    #expect(try !recipe().contains("swift build"))
  }

  @Test(arguments: [
    ("exit 127", "there is no 'swift' in PATH"), ("echo 'Swift version 5.10.1'", "'swift' is 5.10"),
  ])
  func `Without the right compiler, a person learns which one and where it is`(
    swift: String, sentence: String
  ) throws {
    let folder = try TemporaryDirectory()
    if swift != "exit 127" { try folder["swift"].writeProgram("#!/bin/sh\n\(swift)\n") }
    let report = try ChildProcess.run(
      ChildProcess.Command(
        SourceTree.root.appending("scripts").appending("check-toolchain.sh"), [Array("swift".utf8)],
        // A compiler of this machine may be among its programs.
        environment: [
          Array("PATH=\(folder.path)\(swift == "exit 127" ? "" : ":/usr/bin:/bin")".utf8)
        ]),
      until: .now + .seconds(60))
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains(sentence), "\(report.errorText)")
    #expect(report.errorText.contains("Swift 6.3"))
    #expect(report.errorText.contains("https://www.swift.org/install"))
  }

  private func files(below folder: FilePath) throws -> [FilePath] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
      .map(folder.appending).flatMap { path in
        try FileStatus(of: path).kind == .directory ? files(below: path) : [path]
      }
  }
}
