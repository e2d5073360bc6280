extension Integration {
  /// All integrations, in alphabetical order.
  public static let all = [
    Integration(
      name: "albert", help: "Albert lists documents after `sitta ` and opens them at the match.",
      place: Place(base: .data, path: "albert/python/plugins/sitta.py"),
      remainder: (
        """
        In Albert's settings, enable the plugins Python and Sitta. Albert has to have the interface 5.0 \
        for Python.
        """, nil
      ),
      copy: nil, text: albertPlugin),
    Integration(
      name: "bash", help: "Alt-I inserts the path of a file that you choose with `sitta-pick`.",
      place: nil,
      remainder: ("Add this line to ~/.bashrc:", "eval \"$(sitta integrate --print bash)\""),
      copy: "key-bindings.bash", text: bashKeys),
    Integration(
      name: "dolphin", help: "Dolphin's search for content asks Sitta in folders that are indexed.",
      place: Place(base: .data, path: "kio_filenamesearch/kio-filenamesearch-grep"),
      isExecutable: true,
      remainder: (
        "In Dolphin 24.12 or later, search for content with \"Simple search\", not with Baloo.", nil
      ),
      copy: "kio-filenamesearch-grep", text: dolphinScript),
    Integration(
      name: "emacs", help: "`M-x sitta-search` lists the matches in a buffer.",
      place: Place(base: .emacs, path: "sitta.el"),
      remainder: ("Add this line to init.el:", "(load (locate-user-emacs-file \"sitta\"))"),
      copy: "sitta.el", text: emacsCommand),
    Integration(
      name: "fish", help: "Alt-I inserts the path of a file that you choose with `sitta-pick`.",
      place: Place(base: .configuration, path: "fish/conf.d/sitta.fish"),
      remainder: ("It is there in the next shell.", nil), copy: "key-bindings.fish", text: fishKeys),
    Integration(
      name: "fuzzel", help: "A script that asks for words in fuzzel and opens what you choose.",
      place: Place(base: .configuration, path: "fuzzel/sitta"), isExecutable: true,
      remainder: (
        "Bind a key to it, in sway for example with this line:",
        "bindsym Mod4+i exec ~/.config/fuzzel/sitta"
      ),
      copy: nil, text: fuzzelScript),
    Integration(
      name: "neovim", help: "`:Sitta QUERY` lists the matches in the quickfix list.",
      place: Place(base: .configuration, path: "nvim/plugin/sitta.vim"),
      remainder: ("Restart Neovim.", nil), copy: nil, text: vimCommand),
    Integration(
      name: "rofi", help: "A mode of rofi that asks for words and opens what you choose.",
      place: Place(base: .configuration, path: "rofi/scripts/sitta"), isExecutable: true,
      remainder: (
        "Bind a key to this command:", "rofi -modi sitta:~/.config/rofi/scripts/sitta -show sitta"
      ),
      copy: nil, text: rofiMode),
    Integration(
      name: "ulauncher",
      help: "Ulauncher lists documents after `si ` and opens them at the match.",
      place: Place(base: .data, path: "ulauncher/extensions/sitta/main.py"),
      remainder: ("Restart Ulauncher.", nil),
      companion: ("manifest.json", ulauncherManifest), copy: nil, text: ulauncherExtension),
    Integration(
      name: "vicinae", help: "A command of Vicinae that lists documents and opens what you choose.",
      place: Place(base: .data, path: "vicinae/scripts/sitta"), isExecutable: true,
      remainder: ("Vicinae finds it as \"Find with Sitta\".", nil),
      copy: nil, text: vicinaeScript),
    Integration(
      name: "vim", help: "`:Sitta QUERY` lists the matches in the quickfix list.",
      place: Place(base: .home, path: ".vim/plugin/sitta.vim"),
      remainder: ("Restart Vim.", nil), copy: "sitta.vim", text: vimCommand),
    Integration(
      name: "wofi", help: "A script that asks for words in wofi and opens what you choose.",
      place: Place(base: .configuration, path: "wofi/sitta"), isExecutable: true,
      remainder: (
        "Bind a key to it, in sway for example with this line:",
        "bindsym Mod4+i exec ~/.config/wofi/sitta"
      ),
      copy: nil, text: wofiScript),
    Integration(
      name: "zsh", help: "Alt-I inserts the path of a file that you choose with `sitta-pick`.",
      place: nil,
      remainder: ("Add this line to ~/.zshrc:", "eval \"$(sitta integrate --print zsh)\""),
      copy: "key-bindings.zsh", text: zshKeys),
  ]
}
