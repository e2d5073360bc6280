package import SearchInterface

/// Replies about another machine and its files, made harmless like documents.
extension RemoteDocuments {
  /// The most roots that are shown.
  private static let rootLimit = 1_000
  /// The most consumers of the change feed that are shown; a daemon has no more.
  private static let consumerLimit = 64

  /// A status in the form in which it is shown.
  package func status(_ status: StatusMethod.Reply) -> StatusMethod.Reply {
    if host.isLocal { return status }
    var shown = status
    shown.version = Self.text(status.version)
    shown.roots = status.roots.prefix(Self.rootLimit).compactMap { root in
      guard let place = place(of: root.uri) else { return nil }
      var shown = root
      (shown.uri, shown.path) = place
      shown.note = root.note.map { Self.text($0) }
      return shown
    }
    shown.languages = status.languages.map(Self.list)
    shown.consumers = status.consumers?.prefix(Self.consumerLimit).map { consumer in
      ConsumerMessage(
        name: Self.text(consumer.name), confirmed: consumer.confirmed, day: Self.text(consumer.day),
        commits: consumer.commits, lag: consumer.lag)
    }
    shown.warnings = Self.list(status.warnings)
    return shown
  }

  /// An explanation in the form in which it is shown.
  package func explanation(_ reply: ExplainMethod.Reply) -> ExplainMethod.Reply {
    if host.isLocal { return reply }
    var shown = reply
    let place = place(of: reply.uri)
    (shown.uri, shown.path) = (place?.uri ?? "", place?.path)
    shown.root = reply.root.flatMap { self.place(of: $0)?.uri }
    shown.rule.uri = reply.rule.uri.flatMap { self.place(of: $0)?.uri }
    shown.rule.file = reply.rule.file.flatMap { self.place(of: $0)?.uri }
    shown.document = reply.document.flatMap(document)
    shown.steps = reply.steps.prefix(100).map { step in
      var shown = step
      shown.text = Self.text(step.text)
      shown.remedy = step.remedy.map { Self.text($0) }
      return shown
    }
    return shown
  }
}
