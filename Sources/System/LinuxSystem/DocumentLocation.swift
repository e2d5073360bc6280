/// Where a document is: a file, or a member of a file such as an archive or a mail.
///
/// Paths of members continue the path of their container, as if it were a folder. Members of members
/// are possible.
public struct DocumentLocation: Hashable, Sendable {
  /// The path, in which containers count as folders.
  public let path: FilePath
  /// The lengths of the paths of the containers in bytes, the outermost first; empty for a file.
  public let containerLengths: [Int]

  /// Describes a location.
  ///
  /// - Parameters:
  ///   - path: the path, in which containers count as folders.
  ///   - containerLengths: the lengths of the paths of the containers in bytes, ascending. A length
  ///     is ignored that is not longer than the one before it, or not shorter than the path.
  public init(_ path: FilePath, containerLengths: [Int] = []) {
    self.path = path
    self.containerLengths = containerLengths.reduce(into: []) { lengths, length in
      if length > lengths.last ?? 1, length < path.bytes.count { lengths.append(length) }
    }
  }

  /// Whether it is a member of a file.
  public var isMember: Bool { !containerLengths.isEmpty }

  /// The file on the disk: the document itself, or its outermost container.
  public var file: FilePath {
    guard let length = containerLengths.first else { return path }
    return FilePath(absolute: path.bytes[..<length]) ?? path
  }

  /// The path in each container, the outermost first; empty for a file, and for ``container`` of one.
  public var members: [[UInt8]] {
    let ends = containerLengths.dropFirst() + [path.bytes.count]
    return zip(containerLengths, ends).compactMap { length, end in
      // The folder of all members is no member itself.
      length < end ? Array(path.bytes[(length + 1)..<end]) : nil
    }
  }

  /// The same location in another file, as after a rename.
  public func moving(to file: FilePath) -> DocumentLocation {
    let old = self.file.bytes.count
    return DocumentLocation(
      path.moving(from: self.file, to: file),
      containerLengths: containerLengths.map { $0 - old + file.bytes.count })
  }

  /// The location of an entry of this folder.
  public func appending(_ name: [UInt8]) -> DocumentLocation {
    DocumentLocation(path.appending(name), containerLengths: containerLengths)
  }

  /// The location of the members of this document, as a folder.
  public var container: DocumentLocation {
    path.isRoot || containerLengths.last == path.bytes.count
      ? self : Self(trusted: path, containerLengths: containerLengths + [path.bytes.count])
  }

  private init(trusted path: FilePath, containerLengths: [Int]) {
    (self.path, self.containerLengths) = (path, containerLengths)
  }
}

extension DocumentLocation: Comparable {
  /// Orders by the bytes of the path.
  public static func < (first: DocumentLocation, second: DocumentLocation) -> Bool {
    first.path < second.path
  }
}

extension DocumentLocation {
  /// The `file:` URI of the file, and for a member a fragment: `file:///a.zip#!/docs/b.txt`.
  ///
  /// The paths in containers are percent-encoded, `!` as `%21`. Programs that do not know the
  /// fragment open the file.
  public var uri: String {
    let fragment = members.map { "!" + Self.encoded($0) }.joined()
    return fragment.isEmpty ? file.uri : "\(file.uri)#\(fragment)"
  }

  /// The URI with which a viewer opens a page: `file:///a.pdf#page=12`, `file:///a.zip#!/b.pdf!page=12`.
  ///
  /// Source: RFC 8118, section 3.
  ///
  /// - Parameter page: the number of the page, from 1.
  /// - Returns: the URI; for ``init(uri:)`` the URI of the document.
  public func uri(page: Int) -> String {
    "\(uri)\(members.isEmpty ? "#" : "!")page=\(page)"
  }

  private static func encoded(_ member: [UInt8]) -> String {
    String(FilePath.root.appending(member).uri.dropFirst("file://".count))
  }

  /// Creates a location from a URI as ``uri`` gives it; a part `page=…` at its end is ignored.
  ///
  /// - Returns: nil for another scheme or host, a bad escape, or another fragment.
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
  /// The location for people, as in `/home/a.zip!/docs/b.txt`.
  public var description: String {
    isMember ? "\(file)!/\(memberText)" : file.description
  }

  /// The path in the containers for people, as in `docs/in.tar!/x.c`; empty for a file.
  public var memberText: String {
    members.map { String(FilePath.root.appending($0).description.dropFirst()) }
      .joined(separator: "!/")
  }
}
