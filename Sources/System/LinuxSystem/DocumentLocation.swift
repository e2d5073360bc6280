/// The location of a document: a file, or a member of a file such as an archive or a mail.
///
/// The path of a member continues the path of its container, as if the container were a folder. A member may
/// have members, too.
public struct DocumentLocation: Hashable, Sendable {
  /// The path; containers in it count as folders.
  public let path: FilePath
  /// The lengths of the containers' paths in bytes, the outermost first; empty for a file.
  public let containerLengths: [Int]

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - path: the path; containers in it count as folders.
  ///   - containerLengths: the lengths of the containers' paths in bytes, ascending. A length is ignored
  ///     unless it is greater than the length before and less than the length of the path.
  public init(_ path: FilePath, containerLengths: [Int] = []) {
    self.path = path
    self.containerLengths = containerLengths.reduce(into: []) { lengths, length in
      if length > lengths.last ?? 1, length < path.bytes.count { lengths.append(length) }
    }
  }

  /// Whether the document is a member of a file.
  public var isMember: Bool { !containerLengths.isEmpty }

  /// The file on the disk: the document itself, or the outermost container.
  public var file: FilePath {
    guard let length = containerLengths.first else { return path }
    return FilePath(absolute: path.bytes[..<length]) ?? path
  }

  /// The path in each container, the outermost first; empty for a file, and for a file's ``container``.
  public var members: [[UInt8]] {
    let ends = containerLengths.dropFirst() + [path.bytes.count]
    return zip(containerLengths, ends).compactMap { length, end in
      // Nil if the location is the folder of all members, which is not a member.
      length < end ? Array(path.bytes[(length + 1)..<end]) : nil
    }
  }

  /// Returns the same location in another file, such as the file's new path after a rename.
  public func moving(to file: FilePath) -> DocumentLocation {
    let old = self.file.bytes.count
    return DocumentLocation(
      path.moving(from: self.file, to: file),
      containerLengths: containerLengths.map { $0 - old + file.bytes.count })
  }

  /// Returns the location of an entry, if this location is a folder.
  public func appending(_ name: [UInt8]) -> DocumentLocation {
    DocumentLocation(path.appending(name), containerLengths: containerLengths)
  }

  /// The location of this document's members, as a folder.
  public var container: DocumentLocation {
    path.isRoot || containerLengths.last == path.bytes.count
      ? self : Self(trusted: path, containerLengths: containerLengths + [path.bytes.count])
  }

  private init(trusted path: FilePath, containerLengths: [Int]) {
    (self.path, self.containerLengths) = (path, containerLengths)
  }
}

extension DocumentLocation: Comparable {
  /// Compares the bytes of the paths.
  public static func < (first: DocumentLocation, second: DocumentLocation) -> Bool {
    first.path < second.path
  }
}

extension DocumentLocation {
  /// The `file:` URI of the file; for a member with a fragment: `file:///a.zip#!/docs/b.txt`.
  ///
  /// In the fragment, paths are percent-encoded, and `!` becomes `%21`. A program that does not know the
  /// fragment opens the file.
  public var uri: String {
    let fragment = members.map { "!" + Self.encoded($0) }.joined()
    return fragment.isEmpty ? file.uri : "\(file.uri)#\(fragment)"
  }

  /// Returns a URI that opens a page: `file:///a.pdf#page=12`, `file:///a.zip#!/b.pdf!page=12`.
  ///
  /// Source: RFC 8118, section 3.
  ///
  /// - Parameter page: the number of the page, counted from 1.
  /// - Returns: the URI; ``init(uri:)`` converts it to the location of the document.
  public func uri(page: Int) -> String {
    "\(uri)\(members.isEmpty ? "#" : "!")page=\(page)"
  }

  private static func encoded(_ member: [UInt8]) -> String {
    String(FilePath.root.appending(member).uri.dropFirst("file://".count))
  }

  /// Creates a location from a URI in the format of ``uri``; ignores `page=…` at its end.
  ///
  /// - Returns: nil for another scheme, another host, an invalid escape, or another fragment.
  public init?(uri: String) {
    let parts = uri.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let file = FilePath(uri: String(parts[0])) else { return nil }
    var location = DocumentLocation(file)
    if parts.count == 2 {
      let members = parts[1].split(separator: "!", omittingEmptySubsequences: false)
      guard members[0].isEmpty || members[0].hasPrefix("page=") else { return nil }
      for member in members.dropFirst() where !member.hasPrefix("page=") {
        guard let path = FilePath(uri: "file://\(member)"), !path.isRoot else { return nil }
        let container = location.container
        location = path.components.reduce(container) { $0.appending($1) }
      }
    }
    self = location
  }
}

extension DocumentLocation: CustomStringConvertible {
  /// The location in a form for people, such as `/home/a.zip!/docs/b.txt`.
  public var description: String {
    isMember ? "\(file)!/\(memberText)" : file.description
  }

  /// The path inside the file in a form for people, such as `docs/in.tar!/x.c`; empty for a file.
  public var memberText: String {
    members.map { String(FilePath.root.appending($0).description.dropFirst()) }
      .joined(separator: "!/")
  }
}
