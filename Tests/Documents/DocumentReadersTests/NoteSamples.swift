/// Documents that use much of each format, for damaging them.
enum NoteSamples {
  static func samples(of format: NoteFormat) -> [String] {
    switch format {
    case .notebook:
      [
        ##"{"cells":[{"cell_type":"markdown","source":["# Tit\u00e4\ud83d\ude00\n","b"]},"##
          + #"{"cell_type":"code","outputs":[{"data":{"image/png":"iVBO","text/plain":["1"]}},"#
          + #"{"text":"\u001b[0mx"}],"source":"base64,AAAA"}],"metadata":{"authors":[{"name":"n"}]}}"#
      ]
    case .calendar:
      [
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nCREATED:20240501T000000Z\r\nSUMMARY;X=\"a:b\":x\\, y\r\n z\r\n"
          + "ATTENDEE;CN=ä:mailto:a@b\r\nBEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR"
      ]
    case .contacts:
      [
        "BEGIN:VCARD\nVERSION:2.1\nN:a;b\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=\n=A4\n"
          + "PHOTO;BASE64:\n AAAA\n\nCATEGORIES:x,y\nEND:VCARD"
      ]
    case .subtitles:
      [
        "WEBVTT\n\nSTYLE\nx\n\n1\n00:00:01.000 --> 00:00:02.000\n<v A>b &amp; <c>d</c>{\\an8}",
        "{1}{2}a|b{y:i}c",
        "[Script Info]\nTitle: x\n[Events]\nFormat: a, Text\nDialogue: 1,{\\p1}x\\Ny",
      ]
    case .catalog:
      [
        "msgid \"\"\nmsgstr \"Language: de\\nContent-Type: x; charset=latin1\\n\"\nmsgid \"a\\\"ä\"\nmsgstr \"b\""
      ]
    case .manual:
      [
        ".TH A 1 2024-05-01\n.de X\n\\\\$1\n..\n.ds Q \\*(lq\n.SH NAME\na \\- b\\(em\\[u00e4]\\*Q\\s-1\\f(BIx\n"
          + ".ie n \\{\\\nx\n.\\}\n.el y\n.TS\ntab(@);\nl l.\na@T{\nx\nT}\n.TE\n.IP \"\"\"q\"\"\"\n.BR a (1)\\c",
        ".Dd May 3, 2024\n.Dt A 1\n.Sh NAME\n.Nm a\n.Nd b\n.Op Fl x Ns Ar y Pq Dq z , .\n.Fn f a b\n.Xr c 1 ;",
      ]
    case .info:
      ["x\n\u{1f}\nFile: a,  Node: Top\n\nT\n**\n\ny\u{0}\u{8}[image]\n\u{1f}\nTag Table:\n"]
    case .tex:
      [
        "\\documentclass[a]{b}\\title{A\\\"a \\emph{x}}\\author{B \\and \\title{C}}\n\\begin{document}"
          + "\\section*{x}\\verb|y| $a_b\\alpha$ \\begin{tabular}{l}a&b\\\\[1pt]\\end{tabular}%c\n"
          + "\\newcommand{\\x}[1]{y}\\def\\z#1{w}\\v{\\i}``q''---ü\\begin{verbatim}a\\end{verbatim}"
      ]
    }
  }
}
