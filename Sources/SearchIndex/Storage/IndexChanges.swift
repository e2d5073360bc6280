/// What commits have changed, as far as readers keep something of it.
struct IndexChanges: Equatable, Sendable {
  /// Documents that came or went, and those whose texts are others now.
  var texts: Set<Int64> = []
  /// Documents of which the row was written: their metadata, or the folder they are in.
  var rows: Set<Int64> = []
  /// Folders that have another path, went away or came back, and everything below them with them.
  var folders: Set<Int64> = []

  var count: Int { texts.count + rows.count + folders.count }

  mutating func formUnion(_ other: IndexChanges) {
    texts.formUnion(other.texts)
    rows.formUnion(other.rows)
    folders.formUnion(other.folders)
  }
}
