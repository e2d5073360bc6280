import LinuxSystem
import MediaTypes
import SearchInterface

/// Mails as people see them.
extension DocumentMessage {
  /// Whether the document is a single mail.
  var isMail: Bool { MediaType.messages.contains(type) }

  /// What a person calls the document, with control characters escaped: its title, or else its name.
  ///
  /// The names of messages are made for programs, so a mail without a subject has none.
  var heading: String {
    title?.escapingControls() ?? (isMail ? "(no subject)" : name.escapingControls())
  }

  /// The name of the first author of a mail, or else the address, with control characters escaped; nil if there is
  /// none.
  var sender: String? {
    guard isMail, let author = authors?.first else { return nil }
    let name = author.hasSuffix(">") ? author.prefix { $0 != "<" } : author[...]
    let words = name.split(separator: " ").joined(separator: " ")
    return (words.isEmpty ? author : words).escapingControls()
  }

  /// When a mail was sent, or else when its file was changed; nil for other documents.
  var sent: UnixTime? {
    guard isMail else { return nil }
    return created.flatMap { UnixTime(documentDate: $0) } ?? UnixTime(documentDate: modified)
  }

  /// The sender and the day of a mail, as in `Jakob Brandt · 12 Nov`; nil for other documents.
  ///
  /// - Parameters:
  ///   - now: decides which days need no year.
  ///   - offset: returns the difference of local time from UTC in seconds, at a given time.
  /// - Returns: the line, with control characters escaped.
  func sentLine(now: UnixTime, offset: (UnixTime) -> Int64) -> String? {
    guard isMail else { return nil }
    let day = sent.map { $0.dayText(now: now, offset: offset) }
    return [sender, day].compactMap(\.self).joined(separator: " · ")
  }

  /// The header of a mail, a line for each known field, with control characters escaped; empty for other documents.
  ///
  /// - Parameter offset: returns the difference of local time from UTC in seconds, at a given time.
  /// - Returns: the lines, without line ends.
  func header(offset: (UnixTime) -> Int64) -> [String] {
    guard isMail else { return [] }
    let date = created.flatMap { UnixTime(documentDate: $0) }
    let fields = [
      ("From", Self.people(authors)), ("To", Self.people(recipients)),
      ("Date", date.map { $0.momentText(offset: offset) }), ("Subject", title),
    ]
    return fields.compactMap { name, value in value.map { "\(name): \($0.escapingControls())" } }
  }

  /// The most people that a header names.
  private static let shownPeople = 20

  private static func people(_ names: [String]?) -> String? {
    guard let names, !names.isEmpty else { return nil }
    let others = names.count - shownPeople
    return names.prefix(shownPeople).joined(separator: ", ")
      + (others > 0 ? ", and \(others) more" : "")
  }
}

extension UnixTime {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The local day as in `12 Nov`; with the year if it is another one than that of `now`, and the time of today.
  func dayText(now: UnixTime, offset: (UnixTime) -> Int64) -> String {
    let (local, today) = (localText(offset), now.localText(offset))
    if local.prefix(10) == today.prefix(10) { return String(local.dropFirst(11).prefix(5)) }
    return Self.day(local) + (local.prefix(4) == today.prefix(4) ? "" : " \(local.prefix(4))")
  }

  /// The local day and time, as in `12 Nov 2026, 14:30`.
  func momentText(offset: (UnixTime) -> Int64) -> String {
    let local = localText(offset)
    return "\(Self.day(local)) \(local.prefix(4)), \(local.dropFirst(11).prefix(5))"
  }

  private func localText(_ offset: (UnixTime) -> Int64) -> String {
    clockText(aheadOfUTC: offset(self))
  }

  /// The day of a date such as `2026-11-12`.
  private static func day(_ date: String) -> String {
    let month = Int(date.dropFirst(5).prefix(2)) ?? 1
    return "\(Int(date.dropFirst(8).prefix(2)) ?? 1) \(months[min(max(month, 1), 12) - 1])"
  }
}
