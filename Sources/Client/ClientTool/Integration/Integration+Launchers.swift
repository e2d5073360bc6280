/// Texts for launchers: programs in which one types words, and chooses from a list.
extension Integration {
  /// A mode of rofi.
  ///
  /// rofi: <https://davatorium.github.io/rofi/current/rofi-script.5/>.
  static let rofiMode = #"""
    #!/bin/sh
    # Sitta in rofi: type words, press Return, and choose a document; it opens where the words are.
    # rofi calls the script again with what was typed or chosen.
    case ${ROFI_RETV:-0} in
      1)
        # What the chosen row has besides its text: a URI and the query.
        [ -n "${ROFI_INFO-}" ] || exit 0
        setsid sitta open --prefixes last --file "${ROFI_INFO%% *}" -- "${ROFI_INFO#* }" > /dev/null 2>&1 &
        exit 0
        ;;
      2) query=${1-} ;;
      *) query= ;;
    esac

    # Rows have properties after a NUL. No text has \001 and \002: sitta escapes them.
    {
      printf '\001prompt\002Sitta\n'
      [ -n "$query" ] || exit 0
      sitta search --relaxed --prefixes last --limit 100 \
        --format '{uri}\t{heading}  {snippet}' -- "$query" 2>&1 |
        QUERY=$query awk -F '\t' '
          NF > 1 { printf "%s\001info\002%s %s\n", $2, $1, ENVIRON["QUERY"] }
          NF < 2 { printf "%s\001nonselectable\002true\n", $0 }
          END { if (!NR) printf "Nothing was found.\001nonselectable\002true\n" }'
    } | tr '\001\002' '\000\037'

    """#

  /// A script for fuzzel's dmenu mode.
  ///
  /// fuzzel: <https://codeberg.org/dnkl/fuzzel/src/branch/master/doc/fuzzel.1.scd>.
  static let fuzzelScript =
    """
    #!/bin/sh
    # Sitta in fuzzel: type words, press Return, and choose a document; it opens where the words are.
    ask() { fuzzel --dmenu --width 90 --prompt "$1: "; }
    query=$(ask Sitta < /dev/null)

    """ + menu

  /// A script for wofi's dmenu mode.
  ///
  /// wofi: <https://cloudninja.pw/docs/wofi.html>.
  static let wofiScript =
    """
    #!/bin/sh
    # Sitta in wofi: type words, press Return, and choose a document; it opens where the words are.
    ask() { wofi --dmenu --insensitive --prompt "$1"; }
    query=$(ask Sitta < /dev/null)

    """ + menu

  /// A script command for Vicinae.
  ///
  /// Vicinae: <https://docs.vicinae.com/scripts/getting-started>, <https://docs.vicinae.com/dmenu>.
  static let vicinaeScript =
    #"""
    #!/bin/sh
    # @vicinae.schemaVersion 1
    # @vicinae.title Find with Sitta
    # @vicinae.description Find documents by the words in them
    # @vicinae.keywords ["search", "documents", "full text"]
    # @vicinae.mode silent
    # @vicinae.argument1 { "type": "text", "placeholder": "Words" }
    # Vicinae ends a command after ten seconds, and closes its window at the end of the command: so
    # the list is shown by a process of its own.
    [ "${1-}" = --list ] || {
      setsid "$0" --list "$1" > /dev/null 2>&1 < /dev/null &
      echo "Sitta: $1"
      exit
    }
    ask() { vicinae dmenu --placeholder "$1"; }
    query=${2-}
    sleep 0.2

    """# + menu

  /// The part that scripts of launchers share: lists the hits of a query, and opens the chosen one.
  private static let menu = #"""
    [ -n "$query" ] || exit 0

    # Lines with a URI, a tab, and the text that is shown; messages have no URI.
    hits=$(sitta search --relaxed --prefixes last --limit 100 \
      --format '{uri}\t{heading}  {snippet}' -- "$query" 2> /dev/null)
    case $? in
      0) ;;
      1) hits='Nothing was found.' ;;
      *) hits=$(sitta search -- "$query" 2>&1) ;;
    esac
    number=$(printf '%s\n' "$hits" | cut -f 2- | awk '{ print NR "  " $0 }' | ask "$query")
    number=${number%% *}
    case $number in '' | *[!0-9]*) exit 0 ;; esac
    uri=$(printf '%s\n' "$hits" | sed -n "${number}p" | cut -s -f 1)
    [ -z "$uri" ] || exec sitta open --prefixes last --file "$uri" -- "$query"

    """#

  /// A plugin for Albert, with version 5.0 of its interface for Python.
  ///
  /// Albert: <https://github.com/albertlauncher/albert-plugin-python/blob/main/albert.pyi>.
  static let albertPlugin = #"""
    """Sitta in Albert: finds documents by the words in them."""

    import json
    import subprocess

    from albert import *

    md_iid = "5.0"
    md_version = "1.0"
    md_name = "Sitta"
    md_description = "Find documents by the words in them"
    md_license = "MIT"
    md_bin_dependencies = ["sitta"]


    class Plugin(PluginInstance, GeneratorQueryHandler):

        def __init__(self):
            PluginInstance.__init__(self)
            GeneratorQueryHandler.__init__(self)

        def defaultTrigger(self):
            return "sitta "

        def synopsis(self, query):
            return "<words>"

        def items(self, context):
            query = context.query.strip()
            if len(query) < 2:
                return
            search = ["sitta", "search", "--relaxed", "--prefixes", "last", "--json", "--limit", "20"]
            report = subprocess.run(search + ["--", query], stdin=subprocess.DEVNULL,
                                    capture_output=True, encoding="utf-8")
            if not context.isValid:
                return
            if report.returncode > 1:
                message = report.stderr.strip()
                yield [StandardItem(id="sitta", text="Sitta", subtext=message, icon_factory=icon)]
                return
            # A text may have line separators of Unicode, which splitlines() takes for ends of lines.
            yield [item(json.loads(line), query) for line in report.stdout.split("\n") if line]


    def icon():
        return Icon.theme("io.sitta.Sitta")


    def item(hit, query):
        path = hit.get("path", "")

        def run(*options):
            runDetachedProcess(["sitta", "open", "--prefixes", "last", "--file", hit["uri"],
                                *options, "--", query])

        actions = [
            Action("open", "Open", lambda: run()),
            Action("reveal", "Show in the file manager", lambda: run("--reveal")),
        ]
        if path:
            actions.append(Action("copy", "Copy the path", lambda: setClipboardText(path)))
        return StandardItem(
            id=hit["uri"],
            text=hit.get("title") or hit.get("name") or path,
            subtext=" · ".join(part for part in (hit.get("snippet"), path) if part),
            icon_factory=lambda: Icon.fileType(path) if path else icon(),
            actions=actions,
        )

    """#

  /// An extension for Ulauncher, with version 2 of its interface, which Ulauncher 5 and 6 have.
  ///
  /// Ulauncher: <https://docs.ulauncher.io/en/stable/extensions/tutorial.html>.
  static let ulauncherExtension = #"""
    """Sitta in Ulauncher: finds documents by the words in them."""

    import json
    import os
    import subprocess

    from ulauncher.api.client.EventListener import EventListener
    from ulauncher.api.client.Extension import Extension
    from ulauncher.api.shared.action.ExtensionCustomAction import ExtensionCustomAction
    from ulauncher.api.shared.action.HideWindowAction import HideWindowAction
    from ulauncher.api.shared.action.RenderResultListAction import RenderResultListAction
    from ulauncher.api.shared.event import ItemEnterEvent, KeywordQueryEvent
    from ulauncher.api.shared.item.ExtensionResultItem import ExtensionResultItem


    def icon():
        """Returns the path of Sitta's icon, or its name if it is not installed."""
        folders = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        for folder in [os.path.expanduser("~/.local/share"), *folders.split(":")]:
            path = os.path.join(folder, "icons/hicolor/scalable/apps/io.sitta.Sitta.svg")
            if os.path.exists(path):
                return path
        return "io.sitta.Sitta"


    class SittaExtension(Extension):

        def __init__(self):
            super().__init__()
            self.subscribe(KeywordQueryEvent, Search())
            self.subscribe(ItemEnterEvent, Open())


    class Search(EventListener):

        def on_event(self, event, extension):
            query = (event.get_argument() or "").strip()
            if len(query) < 2:
                return RenderResultListAction([])
            search = ["sitta", "search", "--relaxed", "--prefixes", "last", "--json", "--limit", "9"]
            report = subprocess.run(search + ["--", query], stdin=subprocess.DEVNULL,
                                    capture_output=True, encoding="utf-8")
            if report.returncode > 1:
                return RenderResultListAction([ExtensionResultItem(
                    icon=icon(), name="Sitta", description=report.stderr.strip(),
                    on_enter=HideWindowAction())])
            # A text may have line separators of Unicode, which splitlines() takes for ends of lines.
            hits = [json.loads(line) for line in report.stdout.split("\n") if line]
            return RenderResultListAction([item(hit, query) for hit in hits])


    class Open(EventListener):

        def on_event(self, event, extension):
            uri, option, query = event.get_data()
            command = ["sitta", "open", "--prefixes", "last", "--file", uri, *option, "--", query]
            subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)


    def item(hit, query):
        return ExtensionResultItem(
            icon=icon(),
            name=hit.get("title") or hit.get("name") or hit.get("path", ""),
            description=hit.get("snippet") or hit.get("path", ""),
            on_enter=ExtensionCustomAction((hit["uri"], [], query)),
            on_alt_enter=ExtensionCustomAction((hit["uri"], ["--reveal"], query)),
        )


    if __name__ == "__main__":
        SittaExtension().run()

    """#

  /// What Ulauncher has to know of the extension before it starts it.
  static let ulauncherManifest = #"""
    {
      "required_api_version": "2 - 3",
      "name": "Sitta",
      "description": "Find documents by the words in them",
      "developer_name": "The Sitta authors",
      "icon": "io.sitta.Sitta",
      "options": { "query_debounce": 0.05 },
      "preferences": [
        {
          "id": "keyword",
          "type": "keyword",
          "name": "Sitta",
          "description": "Find documents by the words in them",
          "default_value": "si"
        }
      ]
    }

    """#
}
