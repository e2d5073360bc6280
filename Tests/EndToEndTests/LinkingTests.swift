import LinuxSystem
import TestSupport
import Testing

/// The libraries that the programs need at run time; see "Dynamic Section" in elf(5).
struct LinkingTests {
  private func libraries(of binary: Binary) throws -> [String] {
    let dynamic = try Tool.run("/usr/bin/readelf", "--dynamic", "--wide", "\(try binary.path)")
    return dynamic.matches(of: /\(NEEDED\).*\[(.*)\]/).map { String($0.output.1) }
  }

  private static let foreign = [
    "sqlite", "systemd", "zstd", "stemmer", "libFoundation.", "ICU", "Networking", "XML",
  ]

  @Test func `The client needs neither SQLite nor Foundation`() throws {
    let needed = try libraries(of: .sitta)
    #expect(needed.contains { $0.hasPrefix("libc.so") })
    #expect(needed.filter { name in Self.foreign.contains { name.contains($0) } } == [])
    // Statically linked libraries show among the symbols.
    let path = "\(try Binary.sitta.path)"
    let symbols = try Tool.run("/usr/bin/readelf", "--symbols", "--wide", path)
    #expect(symbols.contains(" main") && !symbols.contains("sqlite3_"))
    // The daemon has to do with both, so that this test can see them.
    #expect(try libraries(of: .sittad).contains { $0.contains("sqlite") })
  }

  @Test func `Only the programs of a team's index need libpq`() throws {
    for binary in [Binary.sitta, .sittad, .extractor, .session] {
      #expect(try libraries(of: binary).filter { $0.contains("libpq") } == [])
    }
    #expect(try libraries(of: .feed).contains { $0.contains("libpq") })
  }

  @Test func `The stemmers are in the daemon, because other versions of them find other stems`()
    throws
  {
    #expect(try libraries(of: .sittad).filter { $0.contains("stemmer") } == [])
  }

  @Test func `poppler, which is under the GPL, is in one library that is loaded for PDF only`()
    throws
  {
    for binary in [Binary.sitta, .sittad, .extractor] {
      let foreign = try libraries(of: binary).filter {
        $0.contains("poppler") || $0.contains("tesseract") || $0.contains("lept")
      }
      #expect(foreign == [])
    }
    let library = try Binary.extractor.path.parent.appending("libsitta-pdf.so")
    let dynamic = try Tool.run("/usr/bin/readelf", "--dynamic", "--wide", "\(library)")
    #expect(dynamic.contains("libpoppler-cpp.so"))
  }

  @Test(arguments: [Binary.sitta, .sittad])
  func `Symbols are bound at the start, and what they are bound to is read-only`(
    binary: Binary
  ) throws {
    let path = "\(try binary.path)"
    let dynamic = try Tool.run("/usr/bin/readelf", "--dynamic", "--wide", path)
    #expect(dynamic.contains(/FLAGS_1\).*\bNOW\b/))
    #expect(try Tool.run("/usr/bin/readelf", "--segments", "--wide", path).contains("GNU_RELRO"))
  }

  /// The programs of the tests find Swift's libraries by a RUNPATH; the programs of a release
  /// contain them.
  @Test func `A release has no RUNPATH, or is none`() throws {
    let recipe = try Tool.run(
      "/usr/bin/make", "--directory", "\(SourceTree.root)", "--dry-run", "--always-make",
      "all")
    #expect(recipe.contains("for program in sittad sitta sitta-extract sitta-session;"))
    #expect(recipe.contains("--static-swift-stdlib --disable-local-rpath --product $program"))
    #expect(recipe.contains("RUNPATH"))
    let make = try ChildProcess.run(
      ChildProcess.Command(
        "/usr/bin/make",
        [
          "--directory", "\(SourceTree.root)", "--silent", "check-linking",
          "BINARIES=\(try Binary.sitta.path.parent)",
        ].map { Array($0.utf8) }), until: .now + .seconds(60))
    #expect(make.ending == .exited(2))
    #expect(make.errorText.contains("sittad has a path to libraries of its own (RUNPATH)."))
  }
}
