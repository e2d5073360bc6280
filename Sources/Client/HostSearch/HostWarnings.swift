/// The warnings of several daemons, each only once.
///
/// A warning has the names of the machines that sent it, so that it cannot seem to come from this one.
package struct HostWarnings {
  /// The most warnings from a host, and the most characters of each.
  private static let limits = (count: 10, length: 500)

  /// The warnings, in the order of the hosts.
  package let sentences: [String]

  /// Merges warnings.
  ///
  /// - Parameter hosts: the hosts that replied, with their warnings.
  package init(_ hosts: [(host: Host, warnings: [String])]) {
    var texts: [String] = []
    var senders: [String: [Host]] = [:]
    for (host, warnings) in hosts {
      for warning in warnings.prefix(Self.limits.count) {
        let text = String(warning.prefix(Self.limits.length))
        if senders[text] == nil { texts.append(text) }
        if senders[text]?.contains(host) != true { senders[text, default: []].append(host) }
      }
    }
    sentences = texts.map { text in
      let senders = senders[text] ?? []
      // A warning from all hosts is about the query, not about a machine.
      if senders.contains(where: \.isLocal) || hosts.count > 1 && senders.count == hosts.count {
        return text
      }
      return senders.map(\.name).joined(separator: ", ") + ": " + text
    }
  }
}
