import Cooldown
import FileSelection
import IndexStorage
import Indexing
import LinuxSystem
import SearchIndex
import SearchInterface
import SearchMessages
import Varlink
import Watching

/// `Status`: replies once; with `more`, also after each change.
struct StatusHandler: Sendable {
  let facts: SearchService.Facts
  let roots: RootsHandler
  let sources: SourcesHandler
  let condition: ServiceCondition
  let tasks: LoopTaskExecutor

  /// The shortest time between two replies.
  private static let gap = Duration.milliseconds(400)
  /// How long one path may be compared until the status checks whether its file system answers.
  private static let patience = Duration.seconds(3)

  func status(_ call: VarlinkCall) async throws {
    guard call.wantsMore else { return try await call.reply(status()) }
    let (changes, wake) = condition.indexer.progress.changes.listen()
    var pacing = UpdatePacing(gap: Self.gap)
    var sent: StatusMethod.Reply?
    var alarm: EventLoop.Timer?
    defer { if let alarm { tasks.cancel(alarm) } }
    wake()
    for await _ in changes {
      var next: ContinuousClock.Instant?
      switch pacing.step(at: .now) {
      case .nothing:
        continue
      case .wait(let until):
        next = until
      case .update:
        let reply = try await status()
        if reply != sent { try await call.reply(reply, continues: true) }
        sent = reply
        // While there is no work, no change is signalled at the end of a pause.
        next = condition.gate.pauses.compactMap(\.until).min()
      }
      if let alarm { tasks.cancel(alarm) }
      alarm = next.map { tasks.schedule(at: $0, action: wake) }
    }
    try Task.checkCancellation()
  }

  private func status() async throws -> StatusMethod.Reply {
    let (watching, isCurrent) = await roots.watchStatus()
    let occupied = await roots.occupied(watching)
    let counts = await roots.counted(watching)
    let documents = counts.statistics?.documents ?? [:]
    let progress = condition.indexer.progress.current
    let tally = FormatTally(counts.statistics?.readers ?? [], progress.reading)
    let isBusy = progress.isIndexing || watching.waiting > 0
    func count(_ state: Document.State) -> Int { Int(documents[state] ?? 0) }
    var reply = StatusMethod.Reply(
      version: facts.version, process: Int(ProcessEnvironment.processNumber),
      state: isBusy ? (progress.isResting ? .resting : .indexing) : .idle,
      roots: roots.messages(watching, progress, counts, occupied),
      documents: Int(documents.values.reduce(0, +)), withoutText: count(.withoutText),
      partial: count(.partial), unreadable: count(.unreadable), failed: count(.failed),
      locked: count(.locked), formats: tally.formats, waiting: tally.waiting,
      programs: progress.reading.programs.map(ReadingProgramMessage.init),
      away: Int(counts.statistics?.away ?? 0), pending: progress.waiting + watching.waiting,
      watchedFolders: watching.watchedFolders, overflows: watching.overflows,
      languages: counts.statistics?.languages,
      indexBytes: Int(counts.statistics?.size ?? 0),
      clock: counts.statistics.map { ClockMessage($0.clock) }
        ?? ClockMessage(index: "", sequence: 0),
      pauses: condition.pauses,
      rebuild: progress.rebuild.map {
        IndexRebuildMessage($0, documents: Int(progress.builtDocuments))
      },
      recoveries: progress.recoveries.map(RecoveryMessage.init),
      checked: progress.checked?.rfc3339, warnings: [])
    reply.first = progress.isFirst ? true : nil
    reply.looking = progress.isFirst && progress.isLooking ? true : nil
    reply.landlock = facts.landlock
    reply.leftOut = Verdict.Reason.Kind.allCases.compactMap { kind in
      guard let rule = ExclusionRule(rawValue: kind.rawValue), let count = progress.exclusions[kind]
      else { return nil }
      return ExclusionMessage(rule: rule, count: count)
    }
    if let statistics = counts.statistics, !statistics.consumers.isEmpty {
      reply.consumers = statistics.consumers.map { consumer in
        let confirmed = IndexClock(index: statistics.clock.index, sequence: consumer.confirmed)
        let time = condition.wait.index.readers.time(ofFirstCommitAfter: confirmed)
        return ConsumerMessage(consumer, missingSince: time, now: .now)
      }
    }
    let mail = await sources.unindexedMail()
    if !mail.isEmpty { reply.unindexedMail = mail }
    addScans(to: &reply, progress, counts.statistics)
    addFreshness(to: &reply, progress)
    if let count = counts.statistics?.unencodedDocuments, count > 0 { reply.unencoded = Int(count) }
    var hanging: [String] = []
    if !isCurrent {
      hanging.append(
        "A file system below the roots does not answer: how folders are watched is not known now.")
    }
    if let obstacle = await obstacle() { hanging.append("\(obstacle): indexing waits.") }
    reply.warnings = warnings(progress, watching, counts, occupied, hanging: hanging)
    return reply
  }

  /// The warnings for people, as sentences.
  private func warnings(
    _ progress: IndexingStatus, _ watching: WatchStatus, _ counts: IndexCounts.Answer,
    _ occupied: Set<FilePath>, hanging: [String]
  ) -> [String] {
    var warnings: [String] = []
    if facts.landlock == 0 {
      warnings.append(
        """
        The kernel does not keep sittad from changing your files: Landlock is missing or not permitted. \
        Linux 5.13 or later has it, unless the parameter lsm= of the kernel leaves it out.
        """)
    }
    warnings += condition.statusWarnings
    if let warning = closedWarning(progress.closedFolders) { warnings.append(warning) }
    if let warning = counts.warning { warnings.append(warning) }
    warnings += hanging
    if condition.wait.index.readers.distrustsSegments {
      warnings.append(
        """
        The installed SQLite writes the full-text index in another way than this version of Sitta knows. \
        Searches are right, but slower until sittad starts again; please report this with the version of SQLite.
        """)
    }
    for root in watching.roots {
      guard
        let absence = RootMessage.Absence(
          of: root.path, isMissing: root.isMissing, isOccupied: occupied.contains(root.path),
          progress)
      else { continue }
      warnings.append("The folder '\(root.path)' \(absence.reason). \(absence.remedy)")
    }
    if let warning = limitWarning(watching, counts) { warnings.append(warning) }
    return warnings
  }

  /// The warning that there are too few watches; nil if there are enough.
  private func limitWarning(_ watching: WatchStatus, _ counts: IndexCounts.Answer) -> String? {
    if watching.roots.allSatisfy({ $0.watchedFolders == nil }) { return nil }
    let folders = counts.folders[.root] ?? watching.watchedFolders
    return """
      The limit of \(watching.limit.count) inotify watches is reached: \
      \(watching.watchedFolders) of \(folders) folders are watched, the others are polled \
      every \(roots.configuration.pollInterval.inWords). Raise it: \(watching.limit.command(for: folders))
      """
  }

  /// What prevents the indexer from working; nil if nothing does, or if it began its current work just now.
  private func obstacle() async -> String? {
    guard let activity = condition.indexer.progress.activity,
      activity.since + Self.patience < .now
    else { return nil }
    return await condition.wait.obstacle()
  }

  private func addScans(
    to reply: inout StatusMethod.Reply, _ progress: IndexingStatus, _ statistics: IndexStatistics?
  ) {
    let pictures = progress.wantsPictures ? statistics?.pictures ?? 0 : 0
    let scans = (statistics?.scannedDocuments ?? 0) + pictures
    if scans == 0 { return }
    reply.scans = Int(scans)
    reply.recognition =
      progress.recognizesImages
      ? .active : roots.configuration.wantsRecognition ? .unavailable : .off
  }

  private func addFreshness(to reply: inout StatusMethod.Reply, _ progress: IndexingStatus) {
    let audit = progress.audit
    if audit.samples > 0 {
      reply.audit = AuditMessage(
        samples: audit.samples, stale: audit.stale, least: audit.leastShare)
    }
    reply.delay = progress.delay.map { $0 / .milliseconds(1) }
  }

  /// The warning that folders cannot be opened; nil if all can.
  private func closedWarning(_ closedFolders: [FilePath: String]) -> String? {
    guard let first = closedFolders.min(by: { $0.key < $1.key }) else { return nil }
    let others = closedFolders.count > 1 ? " and \(closedFolders.count - 1) more" : ""
    return "The folder '\(first.key)'\(others) cannot be opened: \(first.value)."
  }
}

extension ConsumerMessage {
  /// The message about a consumer; `time` is when the first commit was made that it lacks, as the log has it.
  init(_ consumer: FeedConsumer, missingSince time: UnixTime?, now: UnixTime) {
    let since = [time, consumer.missingSince].compactMap(\.self).min() ?? now
    self.init(
      name: consumer.name, confirmed: Int(consumer.confirmed.rawValue),
      day: String(consumer.day.rfc3339.prefix(10)), commits: Int(consumer.missing),
      lag: consumer.missing == 0 ? 0 : Int(max(0, now.seconds - since.seconds)))
  }
}
