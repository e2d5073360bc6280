import LinuxSystem
import TestSupport
import Testing

/// Rules and the kernel agree: files and folders with random modes, owners and lists are opened as several users.
struct KernelAccessTests {
  private struct Reader {
    let user: UInt32
    let groups: [UInt32]
  }

  private static let readers = [
    Reader(user: 0, groups: [0]), Reader(user: 61_001, groups: [61_101]),
    Reader(user: 61_002, groups: [61_102, 61_103]),
    Reader(user: 61_003, groups: [61_101, 61_102]), Reader(user: 61_004, groups: [61_104]),
    Reader(user: 61_005, groups: [61_103, 61_104, 61_101]),
  ]

  @Test(
    .enabled(if: ProcessEnvironment.user == 0, "Only root can act as other users."),
    .enabled(if: FilePath.hasAccessLists, "The file system of temporary folders has no lists."),
    arguments: 1...4)
  func `A rule allows what the kernel allows`(seed: Int) async throws {
    let folder = try TemporaryDirectory()
    try folder.path.setPermissions(0o755)
    var random = SplitMix(seed: UInt64(seed))
    var rules: [(name: String, isFolder: Bool, rule: AccessRule)] = []
    for number in 0..<150 {
      let path = folder["\(number)"]
      let isFolder = number.isMultiple(of: 2)
      if isFolder { try path.makeDirectory() } else { try path.write("words") }
      try path.setOwner(
        [0, 61_001, 61_002, 61_003].randomElement(using: &random) ?? 0,
        group: 61_101 + .random(in: 0...3, using: &random))
      try path.setPermissions(.random(in: 0...0o777, using: &random))
      if number % 3 != 0 { #expect(path.set(accessList: Self.list(&random))) }
      // chmod(2) of a file with a list changes its mask.
      if number % 4 == 0 { try path.setPermissions(.random(in: 0...0o777, using: &random)) }
      let rule = try #require(AccessRule(of: path))
      let open = try FileDescriptor(openingDirectory: folder.path)
      #expect(AccessRule(of: path.name, in: open) == rule)
      rules.append(("\(number)", isFolder, rule))
    }
    let names = rules.map { ($0.isFolder ? "\($0.name)/x" : $0.name, $0.isFolder) }
    for reader in Self.readers {
      let allowed = try await ActingUser.tries(
        names, in: folder.path, as: reader.user, reader.groups)
      for (entry, isAllowed) in zip(rules, allowed) {
        #expect(
          entry.rule.allows(user: reader.user, groups: Set(reader.groups)) == isAllowed,
          "user \(reader.user), groups \(reader.groups): \(entry.rule)")
      }
    }
  }

  private static func list(_ random: inout SplitMix) -> String {
    var permissions: String {
      zip("rwx", 0..<3).map { Bool.random(using: &random) ? String($0.0) : "-" }.joined()
    }
    func named(_ tag: String, _ first: Int) -> [String] {
      (first..<first + 5).filter { _ in .random(using: &random) }
        .map { "\(tag):\($0):\(permissions)" }
    }
    let words =
      ["u::\(permissions)"] + named("u", 61_001) + ["g::\(permissions)"] + named("g", 61_101)
    return (words + ["m::\(permissions)", "o::\(permissions)"]).joined(separator: ",")
  }
}
