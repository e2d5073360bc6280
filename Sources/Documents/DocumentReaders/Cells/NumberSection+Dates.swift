extension NumberSection {
  /// Returns the text of a date.
  func text(of date: CellDate) -> String {
    var text = ""
    for token in tokens {
      switch token {
      case .literal(let literal): text += literal
      case .date(let field): text += self.text(of: field, date)
      case .point: text += "."
      case .comma: text += ","
      case .percent: text += "%"
      case .fraction: text += "/"
      case .digit, .exponent, .general: break
      }
    }
    return text
  }

  private func text(of field: DateField, _ date: CellDate) -> String {
    let day = date.day ?? (1_900, 1, 0)
    func padded(_ number: Int, _ width: Int) -> String {
      CivilDate.padded(number, to: width > 1 ? 2 : 1)
    }
    switch field {
    case .year(let width): return width < 3 ? padded(day.year % 100, 2) : String(day.year)
    case .buddhistYear(let width):
      let year = day.year + 543
      return width < 3 ? padded(year % 100, 2) : String(year)
    case .month(let width):
      let name = (hasDay ? language.monthsAfterDay : language.months)[day.month - 1]
      return switch width {
      case 1, 2: padded(day.month, width)
      case 3: String(name.prefix(3))
      case 5: String(name.prefix(1))
      default: name
      }
    case .day(let width): return padded(day.day, width)
    case .weekday(let width):
      let name = language.days[date.weekday]
      return width == 3 ? String(name.prefix(3)) : name
    case .hour(let width):
      return padded(isTwelveHours ? (date.hour + 11) % 12 + 1 : date.hour, width)
    case .minute(let width): return padded(date.minute, width)
    case .second(let width): return padded(date.second, width)
    case .secondFraction(let places):
      let digits = CivilDate.padded(date.milliseconds % 1_000, to: 3)
      return "." + digits.prefix(places)
    case .elapsedHours(let width): return padded(date.milliseconds / 3_600_000, width)
    case .elapsedMinutes(let width): return padded(date.milliseconds / 60_000, width)
    case .elapsedSeconds(let width): return padded(date.milliseconds / 1_000, width)
    case .half(let isShort):
      let name = date.hour < 12 ? "AM" : "PM"
      return isShort ? String(name.prefix(1)) : name
    }
  }

  /// Returns the shown parts of a date in ISO 8601, with a blank before the time; empty for a duration.
  func isoText(of date: CellDate) -> String {
    var (hasDay, hasTime) = (false, false)
    for case .date(let field) in tokens {
      switch field {
      case .year, .buddhistYear, .month, .day, .weekday: hasDay = true
      case .hour: hasTime = true
      default: break
      }
    }
    var parts: [String] = []
    if hasDay, let day = date.day,
      let text = CivilDate.rfc3339(year: day.year, month: day.month, day: day.day)
    {
      parts.append(text)
    }
    if hasTime { parts.append(CellDate.clock(date.hour, date.minute, date.second)) }
    return parts.joined(separator: " ")
  }
}
