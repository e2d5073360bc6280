import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// What `Changes` says of who may read files and pass through folders.
struct AccessFeed {
  /// The access of each file and member, by its URI; nil if it is not known.
  private(set) var files: [String: String?] = [:]
  /// The access of each folder, by its URI.
  private(set) var folders: [String: String?] = [:]
  private(set) var clock: ClockMessage?

  /// Reads the changes after the clock, after everything before is in the index; all if there is no clock.
  ///
  /// - Returns: the URIs of what was sent.
  @discardableResult
  mutating func update(from daemon: RunningDaemon) throws -> Set<String> {
    _ = try daemon.listed()
    var parameters = ChangesMethod.Parameters()
    parameters.since = clock
    var sent: Set<String> = []
    var copy = self
    try daemon.connect().changes(parameters) { reply in
      if reply.reset == true { (copy.files, copy.folders) = ([:], [:]) }
      for folder in reply.folders {
        copy.folders[folder.uri] = folder.access
        sent.insert(folder.uri)
      }
      for document in reply.documents {
        copy.files[document.document.uri] = document.access
        sent.insert(document.document.uri)
      }
      copy.clock = reply.clock
    }
    self = copy
    return sent
  }

  /// The access of a file, without the owner and the group.
  func entries(of file: FilePath) -> String? { (files[file.uri] ?? nil).map(Self.entries) }

  /// The access of a folder, without the owner and the group.
  func entries(ofFolder folder: FilePath) -> String? {
    (folders[folder.uri] ?? nil).map(Self.entries)
  }

  private static func entries(_ text: String) -> String {
    text.split(separator: ":", maxSplits: 2).last.map(String.init) ?? text
  }
}
