import HostSearch
import LinuxSystem
import SearchInterface

/// A hit as text for a terminal: heading, location and date, passages; lines fit the terminal's width.
struct TerminalHit {
  let appearance: Appearance
  let columns: Int
  /// The user's home folder, which is shown as `~`.
  let home: FilePath?
  let now: UnixTime
  /// Returns the difference of local time from UTC in seconds, at a given time.
  let offset: (UnixTime) -> Int64

  private static let indent = "  "
  /// The most lines of a passage.
  private static let passageLimit = 4

  /// The lines of a hit, and an empty line; the first hit has the number 1.
  func text(of hit: HitMessage, number: Int) -> String {
    let document = hit.document
    let location = DocumentLocation(uri: document.uri)
    let prefix = "\(number) "
    let heading = document.heading.shortened(to: columns - prefix.count)
    var text =
      appearance.styled(prefix, .dim)
      + appearance.linked(appearance.styled(heading, .bold), to: hit.link ?? document.uri) + "\n"
    text += place(of: hit, location, isNamed: document.heading == document.name.escapingControls())
    for remark in hit.remarks(shortPath) {
      text += indented([.init(text: remark, isMarked: false)], limit: 2)
    }
    for passage in hit.eachPassage where !passage.snippet.isEmpty {
      // The page or line of the passage, followed by a colon.
      let position = hit.passages == nil ? "" : passage.position.map { $0 + ": " } ?? ""
      let runs = [StyledLines.Run(text: position, isMarked: false)] + passage.markedRuns
      var lines = indented(runs.filter { !$0.text.isEmpty }, limit: Self.passageLimit)
      if let link = passage.link, !position.isEmpty, lines.hasPrefix(Self.indent + position) {
        let name = String(position.dropLast(2))
        lines =
          Self.indent + appearance.linked(appearance.styled(name, .dim), to: link)
          + lines.dropFirst(Self.indent.count + name.count)
      }
      text += lines
    }
    return text + "\n"
  }

  /// The path, the part with the match, and the date; of a mail the sender, the date and the mailbox.
  ///
  /// If the heading is the file name, only the folder is shown instead of the path.
  private func place(of hit: HitMessage, _ location: DocumentLocation?, isNamed: Bool) -> String {
    let part = hit.passages == nil ? hit.part?.text.map { ", " + $0.escapingControls() } ?? "" : ""
    let sent = hit.document.sentLine(now: now, offset: offset)
    let words = part + (sent == nil ? "  " + date(hit.document.modified) : "")
    // At most half of the line is for the sender.
    let before = sent.map { $0.shortened(to: max(8, columns / 2)) + " · " } ?? ""
    let room = max(8, columns - Self.indent.count - TerminalWidth.columns(of: before + words))
    var path = shortPath(of: hit.document)
    if isNamed, location?.isMember == false, let slash = path.lastIndex(of: "/") {
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return Self.indent + appearance.styled(before + path.shortened(to: room) + words, .dim) + "\n"
  }

  /// The path, with `~` instead of the home folder, and without the names of messages.
  private func shortPath(of document: DocumentMessage) -> String {
    guard let location = DocumentLocation(uri: document.uri) else {
      if let remote = RemotePlace(uri: document.uri),
        remote.location.members.contains(where: { MailboxEntry(member: $0) != nil })
      {
        return "sftp://\(remote.authority)\(remote.location.place(isMail: document.isMail))"
          .escapingControls()
      }
      return document.uri.escapingControls()
    }
    let path = location.place(isMail: document.isMail)
    guard let home, location.file.isInside(home), !home.isRoot else { return path }
    return "~" + path.dropFirst(home.description.count)
  }

  /// The time of day if the change was today, otherwise the date.
  private func date(_ modified: String) -> String {
    guard let time = UnixTime(documentDate: modified) else { return "" }
    let local = time.clockText(aheadOfUTC: offset(time))
    let today = now.clockText(aheadOfUTC: offset(now))
    return local.prefix(10) == today.prefix(10)
      ? String(local.dropFirst(11).prefix(5)) : String(local.prefix(10))
  }

  private func indented(_ runs: [StyledLines.Run], limit: Int) -> String {
    // The width leaves room for the dots after a passage that is cut.
    let lines = StyledLines(runs, columns: max(8, columns - Self.indent.count - 2)).lines
    return lines.prefix(limit).enumerated().map { number, line in
      let text = line.map { $0.isMarked ? appearance.styled($0.text, .match) : $0.text }.joined()
      return Self.indent + text + (number == limit - 1 && lines.count > limit ? " …" : "") + "\n"
    }.joined()
  }
}

extension HitMessage {
  /// The snippet as marked and unmarked parts; marks do not split escaped characters.
  var markedRuns: [StyledLines.Run] {
    let bytes = Array(snippet.utf8)
    func run(_ range: Range<Int>, _ isMarked: Bool) -> StyledLines.Run {
      let text = String(decoding: bytes[range], as: UTF8.self)
        .escapingControls(keepingWordBreaks: true)
      return StyledLines.Run(text: text, isMarked: isMarked)
    }
    var runs: [StyledLines.Run] = []
    var offset = 0
    for match in matches
    where offset <= match.begin && match.begin < match.end && match.end <= bytes.count {
      runs.append(run(offset..<match.begin, false))
      runs.append(run(match.begin..<match.end, true))
      offset = match.end
    }
    runs.append(run(offset..<bytes.count, false))
    return runs.filter { !$0.text.isEmpty }
  }
}
