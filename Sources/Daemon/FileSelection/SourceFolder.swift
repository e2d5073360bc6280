public import LinuxSystem

/// The folder of a program of which only the stores of a ``PersonalSource`` are indexed.
///
/// Nothing else in it is opened. It is a root whose entries are decided by this list, not by their leading dots
/// and by rule files. Forgotten paths, secrets, excluded patterns and the largest size apply as everywhere.
public struct SourceFolder: Hashable, Sendable {
  /// The source.
  public let source: PersonalSource
  /// The folder; symbolic links in it are resolved before it is used as a root.
  public var path: FilePath
  /// The index of the place in ``PersonalSource/places``.
  private let place: Int

  init(_ source: PersonalSource, at path: FilePath, place: Int) {
    (self.source, self.path, self.place) = (source, path, place)
  }

  /// Whether an entry is a store, is in one, or is a folder on the way to one.
  ///
  /// - Parameter entry: an entry below ``path``.
  /// - Returns: whether it matches; a folder also if a file with its name would.
  func contains(_ entry: PatternList.Entry) -> Bool {
    source.places[place].contains(entry.path(below: path), isFolder: entry.isFolder)
  }
}

extension PersonalSource {
  /// The folders in which the programs of the source keep their stores.
  ///
  /// - Parameter home: the home folder.
  /// - Returns: all of them, of which most do not exist.
  public func folders(in home: FilePath) -> [SourceFolder] {
    places.indices.map { index in
      let names = places[index].folder.split(separator: "/")
      let path = names.reduce(home) { $0.appending(Array($1.utf8)) }
      return SourceFolder(self, at: path, place: index)
    }
  }
}

extension SelectionRules {
  /// The list of stores that applies in a root; nil if all of the root is indexed.
  package func source(at root: FilePath) -> SourceFolder? {
    sources.isEmpty ? nil : sources.first { $0.path == root }
  }

  /// Whether rule files apply in a root.
  func followsIgnoreFiles(in root: FilePath) -> Bool {
    followsIgnoreFiles && source(at: root) == nil
  }
}
