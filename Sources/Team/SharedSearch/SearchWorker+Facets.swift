import FoundationEssentials
import IndexStorage
import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages

extension SearchWorker {
  /// The facets of documents.
  struct CountedFacets {
    let facets: [FacetMessage]
    /// The size of the files; nil unless it was requested.
    let bytes: Int?
    /// Whether more documents match than were counted.
    let isCut: Bool
  }

  /// A folder with documents.
  private struct Folder {
    let parent: FolderID
    let path: FilePath
    /// Whether it is a file with members, or in one.
    let isInFile: Bool
  }

  /// What the function `properties` takes.
  private struct PropertyRequest: Encodable {
    let condition: SearchCondition
    let most: Int
    /// Whether tags and authors are wanted.
    let lists: Bool
  }

  /// The most documents whose properties are counted.
  private static let mostCounted = 100_000

  /// Counts what the documents that meet a condition have in common.
  func facets(
    _ request: FacetRequest, _ condition: SearchCondition, of reader: SharedReader,
    _ connection: TimedConnection
  ) async throws -> CountedFacets {
    let lists = request.fields.contains(.tag) || request.fields.contains(.author)
    let asked = PropertyRequest(condition: condition, most: Self.mostCounted, lists: lists)
    let json = String(decoding: try JSONEncoder().encode(asked), as: UTF8.self)
    let rows = try await connection.run(
      """
      SELECT source, folder, type, language, modified, size, tags, authors FROM properties($1, $2)
      """, [.text(reader.login), .text(json)])
    let numbers = (0..<rows.count).map { row in
      Candidate.Number(source: rows.integer(row, 0) ?? 0, id: rows.integer(row, 1) ?? 0)
    }
    let needsFolders = request.fields.contains(.folder) || request.sumsSizes
    let folders = needsFolders ? try await folders(Set(numbers), connection) : [:]
    var tally = FacetTally(request)
    for row in 0..<rows.count {
      let folder = Self.folder(numbers[row])
      let seconds = rows.text(row, 4).flatMap(Double.init) ?? 0
      tally.add(
        FacetTally.Counted(
          folder: folder, type: rows.text(row, 2) ?? "", tags: rows.text(row, 6) ?? "",
          modified: FileTime(UnixTime(seconds: Int64(seconds))), language: rows.text(row, 3),
          authors: rows.text(row, 7) ?? "",
          bytes: folders[folder]?.isInFile == true ? 0 : rows.integer(row, 5) ?? 0))
    }
    let counts = request.fields.contains(.folder) ? Self.counts(tally, folders) : []
    return CountedFacets(
      facets: request.fields.map { FacetMessage(tally.facet($0, folders: counts)) },
      bytes: request.sumsSizes ? Int(clamping: tally.all.bytes) : nil,
      isCut: rows.count == Self.mostCounted)
  }

  /// The number of a folder in all sources; the folder `/` is the same in each.
  private static func folder(_ number: Candidate.Number) -> FolderID {
    number.id <= FolderID.root.rawValue
      ? .root : FolderID(rawValue: Int64(number.joined ?? 0))
  }

  /// The folders of documents, with those above them.
  private func folders(
    _ numbers: Set<Candidate.Number>, _ connection: TimedConnection
  ) async throws -> [FolderID: Folder] {
    let asked = Array(numbers)
    let rows = try await connection.run(
      "SELECT source, id, parent, suffix FROM parents($1, $2)",
      [
        .text(Self.array(asked.map { "\($0.source)" })),
        .text(Self.array(asked.map { "\($0.id)" })),
      ])
    var found: [FolderID: (parent: FolderID, suffix: String)] = [:]
    for row in 0..<rows.count {
      let source = rows.integer(row, 0) ?? 0
      let number = Candidate.Number(source: source, id: rows.integer(row, 1) ?? 0)
      let parent = Candidate.Number(source: source, id: rows.integer(row, 2) ?? 0)
      found[Self.folder(number)] = (Self.folder(parent), rows.text(row, 3) ?? "")
    }
    return found.mapValues { entry in
      var (uri, above) = (entry.suffix, entry.parent)
      // The parents could form a cycle only in a damaged database.
      for _ in 0..<found.count {
        guard let next = found[above] else { break }
        (uri, above) = (next.suffix + uri, next.parent)
      }
      return Folder(
        parent: entry.parent, path: DocumentLocation(uri: "file://" + uri)?.path ?? .root,
        isInFile: uri.contains("#!"))
    }
  }

  /// The folders that show where documents are.
  private static func counts(
    _ tally: FacetTally, _ folders: [FolderID: Folder]
  ) -> [FacetTally.FolderCount] {
    let tree = FolderTally(tally.folders, parents: folders.mapValues(\.parent))
    var level = tree.breakdown(below: [.root])
    // The root of a source, which has documents of its own: its folders tell more.
    if let only = level.first, level.count == 1 {
      let below = tree.breakdown(below: [only.folder])
      if !below.isEmpty { level = below }
    }
    return level.map {
      FacetTally.FolderCount(path: folders[$0.folder]?.path ?? .root, sum: $0.sum)
    }
  }
}
