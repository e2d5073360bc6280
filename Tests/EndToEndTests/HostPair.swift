import LinuxSystem
import TestSupport

/// Two daemons, and a folder for a `sitta --host` that asks both.
struct HostPair {
  /// The configuration, the connections and the temporary files of `sitta`.
  let folder: TemporaryDirectory
  let here: RunningDaemon
  let there: RunningDaemon

  /// Starts both daemons, and waits until they have indexed these texts, by the names of their files.
  init(here ours: [String: String], there theirs: [String: String]) throws {
    folder = try TemporaryDirectory()
    here = try RunningDaemon(in: TemporaryDirectory())
    there = try RunningDaemon(in: TemporaryDirectory())
    for (name, text) in ours { try here.files.appending(name).write(text) }
    for (name, text) in theirs { try there.files.appending(name).write(text) }
    _ = try (here.listed(), there.listed())
    try folder["run"].makeDirectory()
  }

  /// Three files on each, which share words: `good0` to `good2` here, `other0` to `other2` there.
  static func ofGoodAndOther() throws -> HostPair {
    let good = (0..<3).map { ("good\($0)", "a barrier of memory, number \($0)") }
    let other = (0..<3).map { ("other\($0)", "password, barrier, memory \($0)") }
    return try HostPair(
      here: Dictionary(uniqueKeysWithValues: good), there: Dictionary(uniqueKeysWithValues: other))
  }

  /// A `sitta` whose own daemon is the one here.
  var client: HostsClient {
    HostsClient(folder: folder, variables: ["SITTA_SOCKET=\(here.socket)"])
  }
}
