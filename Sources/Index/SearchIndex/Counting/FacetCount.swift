import IndexStorage
import LinuxSystem
import SittaSQLite

/// Counts the values of facets in all documents that match a plan.
struct FacetCount {
  let request: FacetRequest
  let plan: SearchPlan

  /// The size of a file; a member of one is in a folder that is not on the disk.
  private static let size = """
    iif((SELECT container FROM directory WHERE directory.id = document.directory) IS NULL, document.size, 0)
    """

  /// Counts documents until the deadline of the snapshot, and removes the deadline for what follows.
  func run(
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> (facets: Facets, count: Int) {
    let database = snapshot.database
    var tally = FacetTally(request)
    let columns = """
      document.directory, document.type, document.tags, document.modified, document.language, \
      document.authors, \(request.sumsSizes ? Self.size : "0")
      """
    let isComplete = try snapshot.runUntilDeadline { () throws(SQLiteError) in
      try plan.run(plan.documents(selecting: columns), in: database) { row in
        tally.add(
          FacetTally.Counted(
            folder: row.folder(at: 0), type: row.text(at: 1) ?? "", tags: row.text(at: 2) ?? "",
            modified: row.fileTime(at: 3), language: row.text(at: 4),
            authors: row.text(at: 5) ?? "", bytes: row.integer(at: 6)))
      }
    }
    // Only short look-ups remain: the paths of the folders that were found.
    snapshot.setDeadline(nil)
    let folders =
      request.fields.contains(.folder)
      ? try folderCounts(of: tally, FolderTree(in: database)) : []
    let fields = request.fields.map { tally.facet($0, folders: folders) }
    return (
      Facets(
        fields: fields, isComplete: isComplete, bytes: request.sumsSizes ? tally.all.bytes : nil),
      tally.all.count
    )
  }

  private func folderCounts(
    of tally: FacetTally, _ tree: FolderTree
  ) throws(SQLiteError) -> [FacetTally.FolderCount] {
    var parents: [FolderID: FolderID] = [:]
    for counted in tally.folders.keys {
      var folder = counted
      while folder > .root, parents[folder] == nil {
        guard let parent = try tree.parent(of: folder) else { break }
        parents[folder] = parent
        folder = parent
      }
    }
    var starts = plan.folders
    if starts.isEmpty, let scope = plan.scope { starts = scope.folders }
    if starts.isEmpty {
      for path in request.folders { starts += [try tree.folder(at: path)].compactMap(\.self) }
    }
    if starts.isEmpty { starts = [.root] }
    var tree = tree
    var counts: [FacetTally.FolderCount] = []
    for (folder, sum) in FolderTally(tally.folders, parents: parents).breakdown(below: starts) {
      counts.append(FacetTally.FolderCount(path: try tree.path(of: folder), sum: sum))
    }
    return counts
  }
}
