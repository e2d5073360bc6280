import FileSelection
import FoundationEssentials
import Indexing
import LinuxSystem
import MediaTypes

/// What an index of some folders would have, as their files are on the disk: `sittad --survey`.
///
/// It lists folders and reads ignore files, and opens no document, so that it can run before the first index.
struct Survey {
  /// A folder, with everything below it that would be indexed.
  struct Folder: Encodable, Equatable {
    var path: String
    var documents = 0
    /// The size of its files in bytes.
    var bytes: Int64 = 0
    /// The folders in it, the largest number of documents first; nil below the second level.
    var folders: [Folder]?
  }

  /// The number of files and folders that a rule leaves out.
  struct LeftOut: Encodable, Equatable {
    let rule: String
    let count: Int
  }

  /// The result so far, as a line of JSON.
  struct Snapshot: Encodable, Equatable {
    var folders: [Folder]
    var leftOut: [LeftOut]
    var documents: Int
    var bytes: Int64
    /// The number of folders that could not be looked at.
    var unread: Int
    /// The seconds that a first index takes, without and with the pauses for other programs.
    var seconds: [Int]
    /// The smallest and the largest size of the index in bytes.
    var indexBytes: [Int64]
    /// Whether everything was looked at.
    var done: Bool
  }

  /// The most folders that wait to be looked at; those of a wider tree are counted as unread.
  private static let mostFolders = 1_000_000
  /// The most folders in a snapshot, at each level.
  private static let mostShown = 200

  private var selector: FileSelector
  private let roots: [FilePath]
  /// The folders to look at, the next one last.
  private var waiting: [FilePath]
  private var tree: [FilePath: [FilePath: Folder]] = [:]
  private var leftOut: [Verdict.Reason.Kind: Int] = [:]
  private var cost = SurveyCost()
  private var unread = 0

  /// - Parameter rules: the rules with the roots.
  init(_ rules: SelectionRules) {
    selector = FileSelector(rules: rules)
    roots = rules.roots
    // A root inside another one is reached from there.
    waiting = rules.roots.filter { rules.innermostRoot(of: $0.parent) == nil }
  }

  /// Looks at the next folder; returns whether there are more.
  mutating func next() -> Bool {
    guard let folder = waiting.popLast() else { return false }
    guard let descriptor = try? selector.rules.open(folder: folder),
      let names = try? DirectoryListing(of: descriptor).names,
      let selection = selector.selection(in: folder)
    else {
      unread += 1
      return !waiting.isEmpty
    }
    let place = place(of: folder)
    selection.forEachEntry(names, in: descriptor) { name, status, verdict in
      guard status.kind == .regular || status.kind == .directory else { return }
      if case .excluded(let reason) = verdict {
        leftOut[reason.kind, default: 0] += 1
      } else if status.kind == .regular {
        count(name, in: place, size: status.size)
      } else if waiting.count < Self.mostFolders {
        waiting.append(folder.appending(name))
      } else {
        unread += 1
      }
    }
    return !waiting.isEmpty
  }

  /// Where the documents of a folder are counted: the folder in the root, and the one in that.
  private func place(of folder: FilePath) -> (first: FilePath, second: FilePath) {
    guard let root = roots.first(where: { folder.isInside($0) }) else { return (folder, folder) }
    let names = folder.components.dropFirst(root.components.count)
    let first = names.first.map { root.appending($0) } ?? root
    return (first, names.dropFirst().first.map { first.appending($0) } ?? first)
  }

  private mutating func count(
    _ name: [UInt8], in place: (first: FilePath, second: FilePath), size: Int64
  ) {
    cost.add(MediaType(fileName: name), size: size)
    var known = tree[place.first]?[place.second] ?? Folder(path: place.second.description)
    known.documents += 1
    known.bytes += min(size, .max - known.bytes)
    tree[place.first, default: [:]][place.second] = known
  }

  /// The result so far, as a line of JSON.
  var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return ((try? encoder.encode(snapshot)).map(Array.init) ?? []) + [0x0a]
  }

  /// The result so far.
  var snapshot: Snapshot {
    let folders = tree.map { path, inner in
      var folder = Folder(path: path.description)
      for value in inner.values {
        folder.documents += value.documents
        folder.bytes += min(value.bytes, .max - folder.bytes)
      }
      folder.folders = Self.sorted(inner.filter { $0.key != path }.map(\.value))
      return folder
    }
    return Snapshot(
      folders: Self.sorted(folders),
      leftOut: leftOut.map { LeftOut(rule: $0.key.rawValue, count: $0.value) }
        .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) },
      documents: cost.documents, bytes: cost.bytes, unread: unread, seconds: cost.seconds,
      indexBytes: cost.indexBytes, done: waiting.isEmpty)
  }

  private static func sorted(_ folders: [Folder]) -> [Folder] {
    Array(
      folders.sorted { ($1.documents, $0.path) < ($0.documents, $1.path) }.prefix(mostShown))
  }
}

extension DaemonSettings {
  /// Looks at all folders to index, and gives lines of JSON to a function; the last one says that it is done.
  ///
  /// - Parameter write: receives a line now and then.
  /// - Throws: the error of `write`.
  public func survey(to write: ([UInt8]) throws -> Void) throws {
    let indexing = try configuration.indexing(
      roots, state: state, languages: [],
      calls: FileSystemCalls(tasks: LoopTaskExecutor(name: "sitta-files")))
    var survey = Survey(indexing.rules)
    let gap = Duration.milliseconds(300)
    var due = ContinuousClock.now + gap
    while survey.next() {
      guard due <= .now else { continue }
      try write(survey.line)
      due = .now + gap
    }
    try write(survey.line)
  }
}

/// What a first index of files costs, by their number and size.
///
/// The figures are those of README: 15,000 text files of 288 MB took 46 s of CPU time, and an index of about their size.
/// Other documents take longer for each byte, but have less text. Files of unknown formats are found by their names.
struct SurveyCost {
  private(set) var documents = 0
  private(set) var bytes: Int64 = 0
  private var textBytes = 0.0
  private var readDocuments = 0.0

  /// The seconds for a megabyte of text, and for a document of another format.
  private static let (secondsForMegabyte, secondsForDocument) = (0.16, 0.05)
  /// How much longer it takes if it gives way to other programs and on battery.
  private static let slowdown = 8.0
  /// The share of a document of another format that is text, at least and at most.
  private static let textShare = (0.01, 0.1)
  /// The largest part of a file of text that is indexed.
  private static let textLimit: Int64 = 32 << 20
  private var otherBytes = 0.0

  mutating func add(_ type: MediaType, size: Int64) {
    documents += 1
    bytes += min(size, .max - bytes)
    if type.isText {
      textBytes += Double(min(size, Self.textLimit))
    } else if !type.isUnknown, type.name.hasPrefix("application/") {
      readDocuments += 1
      otherBytes += Double(min(size, Self.textLimit))
    }
  }

  /// Without pauses, and with those for other programs.
  var seconds: [Int] {
    let least =
      Double(documents) * 0.001 + textBytes / 1e6 * Self.secondsForMegabyte
      + readDocuments * Self.secondsForDocument
    return [Int(least.rounded(.up)), Int((least * Self.slowdown).rounded(.up))]
  }

  /// The smallest and the largest size in bytes.
  var indexBytes: [Int64] {
    let names = Double(documents) * 600
    return [
      Int64(names + textBytes * 0.5 + otherBytes * Self.textShare.0),
      Int64(names + textBytes + otherBytes * Self.textShare.1),
    ]
  }
}
