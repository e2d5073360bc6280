extension Integration {
  /// All integrations, in alphabetical order.
  public static let all = [
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
      name: "neovim", help: "`:Sitta QUERY` lists the matches in the quickfix list.",
      place: Place(base: .configuration, path: "nvim/plugin/sitta.vim"),
      remainder: ("Restart Neovim.", nil), copy: nil, text: vimCommand),
    Integration(
      name: "vim", help: "`:Sitta QUERY` lists the matches in the quickfix list.",
      place: Place(base: .home, path: ".vim/plugin/sitta.vim"),
      remainder: ("Restart Vim.", nil), copy: "sitta.vim", text: vimCommand),
    Integration(
      name: "zsh", help: "Alt-I inserts the path of a file that you choose with `sitta-pick`.",
      place: nil,
      remainder: ("Add this line to ~/.zshrc:", "eval \"$(sitta integrate --print zsh)\""),
      copy: "key-bindings.zsh", text: zshKeys),
  ]
}
