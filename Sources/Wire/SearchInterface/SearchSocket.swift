package import LinuxSystem

/// The place of the socket on which the daemon listens for clients of its user.
package enum SearchSocket {
  /// Returns the usual path: in the folder for sockets, or else in the state folder, for users without one.
  ///
  /// A container and a shell started by `su` have no folder for sockets.
  ///
  /// - Parameters:
  ///   - runtime: the user's folder for sockets; nil if there is none.
  ///   - state: the folder below which programs keep state; nil without a home folder.
  /// - Returns: the path; nil if both folders are nil.
  package static func path(runtime: FilePath?, state: FilePath?) -> FilePath? {
    let folder =
      runtime?.appending("sitta") ?? state?.appending("sitta").appending("run")
    return folder?.appending(SearchInterfaceDescription.name)
  }

  /// The path on which the gateway of a team's index listens.
  package static let teamPath = FilePath.root.appending("run").appending("sitta-gateway")
    .appending(SearchInterfaceDescription.name)

  /// The path for a client: the usual one, or that of a team's index if only this one exists; nil if neither is known.
  package static var clientPath: FilePath? {
    if let usual = usualPath, usual.exists || !teamPath.exists { return usual }
    return teamPath.exists ? teamPath : nil
  }

  /// The usual path for the user of this process; nil if it is not known.
  package static var usualPath: FilePath? {
    path(runtime: ProcessEnvironment.runtimeFolder, state: ProcessEnvironment.stateHome)
  }
}
