import FileSelection
import Indexing
import LinuxSystem
import SearchInterface
import Synchronization

/// `ListSources`: the mail, address books and bookmarks that `Sources=` can have indexed.
final class SourcesHandler: Sendable {
  private let configuration: any ConfigurationControl
  private let index: RepairingReader
  /// The words of the last search for mail that is not indexed, when it was made, and for which rules.
  private let last = Mutex<
    (words: [String], moment: ContinuousClock.Instant, rules: SelectionRules)?
  >(
    nil)

  /// How long one call on the disk may take before its file system counts as one that does not answer.
  private static let timeout = Duration.seconds(10)
  /// The folders after which the next call on the disk begins.
  private static let folderLimit = 500
  /// The folders in which mail is looked for to say that it is not indexed.
  private static let sampleLimit = 200
  /// How long the answer to that is kept.
  private static let sampleAge = Duration.seconds(600)
  /// The longest wait for it.
  private static let sampleTimeout = Duration.milliseconds(500)

  init(configuration: any ConfigurationControl, index: RepairingReader) {
    (self.configuration, self.index) = (configuration, index)
  }

  func list() async throws -> ListSourcesMethod.Reply {
    let rules = index.indexer.progress.rules
    var reply = ListSourcesMethod.Reply(sources: [], unread: 0)
    for source in PersonalSource.allCases {
      var message = SourceMessage(
        word: source.rawValue, title: source.title, indexed: false, folders: [])
      for folder in await folders(of: source) {
        try Task.checkCancellation()
        if rules.verdict(on: folder.path).isIncluded { message.indexed = true }
        var walk = SourceWalk(of: folder, rules)
        while !walk.isDone {
          do {
            walk = try await index.calls.answer(within: Self.timeout) { [walk] call in
              var walk = walk
              try walk.next(Self.folderLimit) { try call.willTouch($0) }
              return walk
            }
          } catch is FileSystemCalls.Unanswered {
            reply.unread += 1
            break
          }
        }
        reply.unread += walk.unread
        if walk.files > 0 {
          message.folders.append(
            SourceFolderMessage(
              uri: walk.root.uri, files: walk.files, bytes: Int(clamping: walk.bytes)))
        }
      }
      reply.sources.append(message)
    }
    return reply
  }

  /// The words of the sources whose mail exists and is not indexed; kept for ten minutes.
  func unindexedMail(at now: ContinuousClock.Instant = .now) async -> [String] {
    let rules = index.indexer.progress.rules
    if let known = last.withLock(\.self), known.rules == rules, known.moment + Self.sampleAge > now
    {
      return known.words
    }
    var words: [String] = []
    for source in PersonalSource.allCases where source.hasMail {
      let folders = await folders(of: source)
      if folders.contains(where: { rules.verdict(on: $0.path).isIncluded }) { continue }
      let hasMail = try? await index.calls.answer(within: Self.sampleTimeout) { call in
        try folders.contains { folder in
          var walk = SourceWalk(of: folder, rules)
          for _ in 0..<Self.sampleLimit where walk.files == 0 && !walk.isDone {
            try walk.next(1) { try call.willTouch($0) }
          }
          return walk.files > 0
        }
      }
      if hasMail == true { words.append(source.rawValue) }
    }
    last.withLock { [words] in $0 = (words, now, rules) }
    return words
  }

  /// The folders of a source, with symbolic links resolved.
  private func folders(of source: PersonalSource) async -> [SourceFolder] {
    guard let home = configuration.home else { return [] }
    var folders = source.folders(in: home)
    let paths = await index.resolve(folders.map(\.path))
    for (number, path) in zip(folders.indices, paths) { folders[number].path = path }
    return folders
  }
}
