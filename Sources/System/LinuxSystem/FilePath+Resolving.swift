import Glibc

extension FilePath {
  /// Returns the path with all symbolic links followed, even if the path does not exist.
  ///
  /// A missing part of the path has no links. At most 40 links are followed, as in the kernel; see
  /// path_resolution(7).
  public func resolvingExistingLinks() -> FilePath {
    resolvingExistingLinks { _, _ in }
  }

  /// Returns the path with all symbolic links followed, component by component.
  ///
  /// - Parameter willTouch: called before each call on a file system. It gets the path of this call, which
  ///   contains no link, and the result if the rest of the path contains no links either.
  /// - Returns: the path without symbolic links.
  /// - Throws: the errors of `willTouch`.
  public func resolvingExistingLinks(
    willTouch: (_ next: FilePath, _ result: FilePath) throws -> Void
  ) rethrows -> FilePath {
    var known = FilePath.root
    var links = 0
    // The components in reverse order, so that the next component is the last element.
    var rest = Array(components.reversed())
    while let name = rest.popLast() {
      if name == [0x2e] { continue }
      if name == [0x2e, 0x2e] {
        known = known.parent
        continue
      }
      let next = known.appending(name)
      let result = next.appending(lexically: rest.reversed())
      try willTouch(next, result)
      guard let status = try? FileStatus(of: next) else { return result }
      guard status.kind == .symbolicLink else {
        known = next
        continue
      }
      links += 1
      guard links <= 40, let target = try? next.link() else { return result }
      if target.first == 0x2f { known = .root }
      rest += target.split(separator: 0x2f).map(Array.init).reversed()
    }
    return known
  }

  /// Returns the path with more components appended; `..` removes the component before it.
  private func appending(lexically components: some Collection<[UInt8]>) -> FilePath {
    components.reduce(self) { path, name in
      switch name {
      case [0x2e]: path
      case [0x2e, 0x2e]: path.parent
      default: path.appending(name)
      }
    }
  }
}
