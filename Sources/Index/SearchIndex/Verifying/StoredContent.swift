package import IndexStorage
package import LinuxSystem

/// What the index has of a file, for a comparison with the content of the file.
package struct StoredContent: Equatable, Sendable {
  /// A contradiction between two parts of the index about one document.
  package enum Contradiction: Equatable, Sendable {
    /// The stored text cannot be read, or is not the one that was written.
    case text
    /// The words that queries find are not those of the stored text.
    case words
  }

  /// The file as it was when it was read.
  package var file: StoredFile
  /// The commit that wrote the document.
  package var commit: CommitNumber
  /// The digest of the stored texts; nil if they cannot be read.
  package var digest: ContentDigest?
  /// Who may read the file; nil if this is not recorded.
  package var access: RecordedAccess?
  /// The images whose text is not known yet; nil if there are none.
  package var scan: Document.Scan?
  /// Why the index is at odds with itself; nil if it is not.
  package var contradiction: Contradiction?
  /// The digests of all members, sorted; empty for a file without members.
  package var members: [ContentDigest] = []

  /// Describes a document without members.
  package init(_ file: StoredFile, commit: CommitNumber, digest: ContentDigest?) {
    (self.file, self.commit, self.digest) = (file, commit, digest)
  }
}

/// What the index knows about a path.
package struct StoredPath: Equatable, Sendable {
  /// The innermost folder above the path that the index knows.
  package var folder: FilePath
  /// The inode number of this folder in the index; 0 for a folder above the roots.
  package var inode: UInt64
  /// The document of the file; nil if there is none.
  package var content: StoredContent?

  /// Describes a path.
  package init(folder: FilePath, inode: UInt64, content: StoredContent?) {
    (self.folder, self.inode, self.content) = (folder, inode, content)
  }
}

/// The names that the index has in a folder.
package struct StoredNames: Equatable, Sendable {
  /// The names of files.
  package var files: Set<[UInt8]> = []
  /// The names of folders on the disk.
  package var folders: Set<[UInt8]> = []

  /// Describes a folder without entries.
  package init() {}
}
