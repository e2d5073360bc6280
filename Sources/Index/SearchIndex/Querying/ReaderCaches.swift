import FullText

/// What the readers of an index share in memory.
struct ReaderCaches: Sendable {
  /// The counts of common words.
  let phraseCounts = FTS5PhraseCounts()
  /// The folders of the documents and their names.
  let folders = SharedFolders()
  /// The compounds that contain a word; see ``CompoundWords/drop()``.
  var compounds = CompoundWords()
  /// Whether the readers look into FTS5's pages themselves; see ``CandidateSearch``.
  var segments = FTS5SegmentSwitch()

  /// Whether these pages gave another answer than FTS5, so that only FTS5 is asked since.
  var distrustsSegments: Bool { segments.isOff }

  /// Drops what is wrong for another index or other text settings.
  ///
  /// The counts depend on synonyms and stems, and the names of folders on stems.
  func removeAll() {
    phraseCounts.removeAll()
    folders.removeAll()
  }
}
