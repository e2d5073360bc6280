import LinuxSystem
import Testing

/// What the programs need at run time; see "Dynamic Section" in elf(5).
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
    // What is linked statically shows among the symbols.
    let path = "\(try Binary.sitta.path)"
    let symbols = try Tool.run("/usr/bin/readelf", "--symbols", "--wide", path)
    #expect(symbols.contains(" main") && !symbols.contains("sqlite3_"))
    // The daemon has to do with both, so that this test can see them.
    #expect(try libraries(of: .sittad).contains { $0.contains("sqlite") })
  }
}
